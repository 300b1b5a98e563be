package assets

import (
	"cmp"
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/money"
)

func (s *Takedowns) takedownRoutes(r *api.Router) {
	staff := account.TakeDownAssets.Guard()
	api.Get(r, "/admin/assets", "assets.offered", s.getOffered, staff, api.Summary("What is or was on sale, the newest change first"), audit.As(assetSearched, ""))
	api.Post(r, "/admin/assets/{assetId}/take-down", "assets.takeDown", s.postTakeDown, staff,
		api.Summary("Take something down at once, and say whether its buyers keep it; again to change that"))
	api.Post(r, "/admin/assets/{assetId}/restore", "assets.restore", s.postRestore, staff, api.Summary("Put something back that was taken down"))
}

type offeredInput struct {
	api.Page
	Text      string `query:"q" maxLength:"100" doc:"words of the title, the tags or the performer's name; each must be found"`
	Kind      string `query:"type" enum:"gallery,video,product"`
	TakenDown bool   `query:"takenDown" doc:"only what is taken down"`
}

// OfferedView is an asset as staff see it who may take it down.
type OfferedView struct {
	ID            string       `json:"_id"`
	Type          string       `json:"type" enum:"gallery,video,product"`
	Performer     Seller       `json:"performer"`
	Title         string       `json:"title"`
	Price         money.Tokens `json:"price"`
	Status        Status       `json:"status" enum:"draft,pending,active,rejected,inactive,removed"`
	Cover         *Picture     `json:"cover,omitempty"`
	IsTakenDown   bool         `json:"isTakenDown"`
	Reason        string       `json:"reason,omitempty" doc:"why it was taken down, or rejected"`
	WasStatus     Status       `json:"wasStatus,omitempty" doc:"before it was taken down"`
	AccessEndedAt time.Time    `json:"accessEndedAt,omitzero" doc:"since when its buyers have no access"`
	Version       int64        `json:"version" doc:"send it with the decision"`
	Buyers        int          `json:"buyers" doc:"purchases that hold"`
	Paid          money.Tokens `json:"paid" doc:"what they paid, without what was given back"`
}

func offeredView(o Offered) OfferedView {
	return OfferedView{
		ID: o.ID, Type: o.Kind, Performer: o.Seller, Title: o.ShownTitle, Price: o.Price, Status: o.Status, Cover: coverOf(o.Cover, false),
		IsTakenDown: o.IsTakenDown(), Reason: cmp.Or(o.TakedownReason, o.RejectReason), WasStatus: o.TakenFrom, AccessEndedAt: o.AccessEndedAt,
		Version: o.Version, Buyers: o.Sales.Count, Paid: o.Sales.Paid,
	}
}

func (s *Takedowns) getOffered(ctx context.Context, in *offeredInput) (api.List[OfferedView], error) {
	list, total, err := s.Offered(ctx, OfferedFilter{Text: in.Text, Kind: in.Kind, TakenDown: in.TakenDown, Offset: in.Offset, Limit: in.Limit})
	return api.ListOf(list, total, offeredView), err
}

type takeDownInput struct {
	AssetID string `path:"assetId"`
	Body    struct {
		Version   int64  `json:"version" doc:"of what was looked at"`
		EndAccess bool   `json:"endAccess" doc:"its buyers lose it; false: they keep it"`
		Reason    string `json:"reason" minLength:"1" maxLength:"500" doc:"told to the performer"`
	}
}

// Taken is what became of something that was taken down, or put back.
type Taken struct {
	ID            string    `json:"_id"`
	Status        Status    `json:"status" enum:"draft,pending,active,rejected,inactive,removed"`
	IsTakenDown   bool      `json:"isTakenDown"`
	AccessEndedAt time.Time `json:"accessEndedAt,omitzero"`
	Version       int64     `json:"version"`
}

func taken(a Asset, err error) (Taken, error) {
	return Taken{ID: a.ID, Status: a.Status, IsTakenDown: a.IsTakenDown(), AccessEndedAt: a.AccessEndedAt, Version: a.Version}, err
}

func (s *Takedowns) postTakeDown(ctx context.Context, in *takeDownInput) (Taken, error) {
	return taken(s.TakeDown(ctx, in.AssetID, in.Body.Version, in.Body.EndAccess, in.Body.Reason))
}

type putBackInput struct {
	AssetID string `path:"assetId"`
	Body    struct {
		Version int64  `json:"version" doc:"of what was looked at"`
		Reason  string `json:"reason" minLength:"1" maxLength:"500" doc:"told to the performer"`
	}
}

func (s *Takedowns) postRestore(ctx context.Context, in *putBackInput) (Taken, error) {
	return taken(s.Restore(ctx, in.AssetID, in.Body.Version, in.Body.Reason))
}
