package blocking

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Post(r, "/performers/blocking/update", "blocking.update", s.update, account.Performer.Guard(),
		api.Summary("Change which countries and members I block"))
	api.Get(r, "/performers/blocking", "blocking.list", s.mine, account.Performer.Guard(),
		api.Summary("The countries and members whom I block"))
	api.Delete(r, "/performers/blocking/users", "blocking.free", s.free, account.Performer.Guard(),
		api.Summary("Unblock a member"))
	api.Get(r, "/performers/blocking/members", "blocking.members", s.found, account.Performer.Guard(),
		api.Summary("Members whom I have met, by name, and whoever has exactly this username"))
	api.Put(r, "/performers/blocking/reasons", "blocking.note", s.note, account.Performer.Guard(),
		api.Summary("Note for myself why I block a member or a country"))
	api.Get(r, "/performers/{id}/check-blocking", "blocking.check", s.check, api.Public,
		api.Summary("Whether a performer blocks the caller, never why"))
}

type updateInput struct{ Body Change }

func (s *Service) update(ctx context.Context, in *updateInput) (List, error) {
	return s.Update(ctx, account.CallerFrom(ctx).ID, in.Body)
}

func (s *Service) mine(ctx context.Context, _ *struct{}) (List, error) {
	return s.List(ctx, account.CallerFrom(ctx).ID)
}

type freeInput struct {
	Body struct {
		UserID string `json:"userId" minLength:"1"`
	}
}

func (s *Service) free(ctx context.Context, in *freeInput) (api.Done, error) {
	return api.OK, s.Free(ctx, account.CallerFrom(ctx).ID, in.Body.UserID)
}

type checkInput struct {
	PerformerID string `path:"id"`
}

type verdict struct {
	Blocked bool `json:"blocked"`
}

// check tells the caller whether they are blocked, never why.
func (s *Service) check(ctx context.Context, in *checkInput) (v verdict, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		v.Blocked, err = s.Hides(ctx, tx, in.PerformerID, account.CallerFrom(ctx))
		return err
	})
	return v, err
}

type membersInput struct {
	Text string `query:"q" minLength:"1" maxLength:"100" required:"true"`
}

func (s *Service) found(ctx context.Context, in *membersInput) (page api.List[Member], err error) {
	page.Data, err = s.Members(ctx, account.CallerFrom(ctx).ID, in.Text)
	page.Total = len(page.Data)
	return page, err
}

type noteInput struct {
	Body struct {
		Kind   string `json:"kind" enum:"user,country"`
		Value  string `json:"value" minLength:"1" maxLength:"64" doc:"the account, or the country"`
		Reason string `json:"reason" maxLength:"200" doc:"empty takes it away"`
	}
}

func (s *Service) note(ctx context.Context, in *noteInput) (List, error) {
	return s.Note(ctx, account.CallerFrom(ctx).ID, in.Body.Kind, in.Body.Value, in.Body.Reason)
}
