package app

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/discover"
	"limelight/internal/files"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/socket"
)

func (h *house) newAssets() *assets.Service {
	return assets.New(assets.Deps{
		DB: h.db, Store: h.blobs, Files: h.files, Performers: sellers{h}, Purchases: sold{h}, Media: media{h}, Storage: storage{h}, Events: h.bus, Acts: acts{h}, Limiter: h.limits,
		Mode: h.reviewMode, PhotoLimits: h.photoLimits, Now: h.now, Log: h.log,
	})
}

func (h *house) reviewMode() string { return h.settings.Get().ReviewMode }

func (h *house) photoLimits() files.Limits {
	now := h.settings.Get()
	return files.Limits{MaxMB: now.PhotoMaxMB, Accepted: now.ImageAccepted}
}

// avifAfter is how long after its upload the work on a picture's AVIF begins: until then the
// machine is for what somebody waits for, and a picture that is replaced at once costs nothing.
const avifAfter = 2 * time.Minute

// rateOfPhotos bounds the photos of galleries that an account uploads: a gallery may have
// hundreds, so they are counted apart from the other forms with files.
const rateOfPhotos = "api.uploads.photos"

// photoUploadRoutes are the forms that are counted so: with photos, and of videos and
// products, whose large files uploads count too, and of which most bring none.
var photoUploadRoutes = []string{"photos.create", "videos.create", "videos.change", "videos.addCaptions", "products.create", "products.change"}

var photoPace = limit.Rules{rateOfPhotos: {Most: 1000, Per: time.Hour}}

// sellers know who may sell, and who may see whom, in the words of assets.
type sellers struct{ *house }

func (s sellers) MaySell(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	return s.performers.Listed(ctx, tx, performerID)
}

func (s sellers) Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	return s.performers.Admits(ctx, tx, performerID, viewer)
}

func (s sellers) Hides(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	return s.blocking.Hides(ctx, tx, performerID, viewer)
}

func (s sellers) Countries(ctx context.Context, tx *db.Tx, viewer account.Caller) ([]string, error) {
	return s.blocking.Countries(ctx, tx, viewer)
}

func (s sellers) Categories(ctx context.Context, tx *db.Tx, ids []string) ([]string, error) {
	return s.performers.CategoryIDs(ctx, tx, ids)
}

// profileAssets are what a performer sells, in the words of profiles.
type profileAssets struct{ *house }

// mostShown is how many of each a profile names; the rest is for the search.
const mostShown = 24

func (p profileAssets) Latest(ctx context.Context, tx *db.Tx, viewer account.Caller, kind, performerID string) ([]discover.Asset, error) {
	list, err := p.assets.Latest(ctx, tx, viewer, kind, performerID, mostShown)
	found := make([]discover.Asset, len(list))
	for i, o := range list {
		c := o.Card()
		found[i] = discover.Asset{
			ID: c.ID, Type: c.Type, IsBought: c.IsBought, IsOwn: c.IsOwn, Title: c.Title, Price: c.Price, NumPhotos: c.NumPhotos, PublishedAt: c.PublishedAt,
		}
		if c.Cover != nil {
			found[i].Cover = assetPicture(*c.Cover)
		}
		if v := c.Video; v != nil {
			found[i].DurationMS, found[i].HasTrailer, found[i].NumViews = v.DurationMS, v.HasTrailer, v.NumViews
		}
		if one := c.Product; one != nil {
			found[i].ProductType, found[i].IsSoldOut = string(one.Type), one.IsSoldOut
		}
	}
	return found, err
}

func (p profileAssets) Photos(ctx context.Context, tx *db.Tx, viewer account.Caller, performerID string) ([]discover.Photo, error) {
	list, err := p.assets.Newest(ctx, tx, viewer, performerID, mostShown)
	found := make([]discover.Photo, len(list))
	for i, one := range list {
		found[i] = discover.Photo{AssetPicture: *assetPicture(one.Picture), GalleryID: one.GalleryID, IsBought: one.IsBought}
	}
	return found, err
}

func assetPicture(p assets.Picture) *discover.AssetPicture {
	shown := discover.AssetPicture{ID: p.ID, Width: p.Width, Height: p.Height, Blurhash: p.Blurhash, Colour: p.Colour, Blurred: p.Blurred}
	if p.URLs != nil {
		shown.Card, shown.Page = p.URLs.Card, p.URLs.Page
	}
	return &shown
}

// photoFiles serve photos to whoever has a right to them at this moment.
func (h *house) photoFiles() (http.Handler, error) {
	return h.accounts.AuthenticateFiles(h.located(h.files.ServePhotos(h.assets))), nil
}

// assetChanged tells a performer's devices what became of an asset of theirs.
var assetChanged = socket.Declare[assetPayload]("asset/changed")

type assetPayload struct {
	ID     string        `json:"_id"`
	Type   string        `json:"type" enum:"gallery,video,product"`
	Status assets.Status `json:"status" enum:"draft,pending,active,inactive,rejected,removed"`

	TakenDown bool `json:"takenDown,omitempty" doc:"by staff"`
	PutBack   bool `json:"putBack,omitempty" doc:"by staff, after it was taken down"`
}

func (h *house) subscribeAssets() {
	bus.On(h.bus, "mail.asset", h.mailAssetDecision)
	bus.Tell(h.bus, "sockets.assetDecided", func(_ context.Context, e assets.Decided) error {
		return socket.To(h.sockets, socket.AccountRoom(e.PerformerID), assetChanged, assetPayload{ID: e.AssetID, Type: e.Kind, Status: e.Status})
	})
	bus.Tell(h.bus, "sockets.assetPublished", func(_ context.Context, e assets.Published) error {
		return socket.To(h.sockets, socket.AccountRoom(e.PerformerID), assetChanged, assetPayload{ID: e.AssetID, Type: e.Kind, Status: assets.Active})
	})
	bus.On(h.bus, "mail.assetTakenDown", h.mailTakenDown)
	bus.Tell(h.bus, "sockets.assetTakenDown", func(_ context.Context, e assets.TakenDown) error {
		change := assetPayload{ID: e.AssetID, Type: e.Kind, Status: e.Status, TakenDown: !e.PutBack, PutBack: e.PutBack}
		return socket.To(h.sockets, socket.AccountRoom(e.PerformerID), assetChanged, change)
	})
	h.subscribeMedia()
}

// assetPages are where performers look after their assets.
var assetPages = map[string]string{
	assets.Gallery: "/account/performer/galleries/",
	assets.Video:   "/account/performer/videos/",
	assets.Product: "/account/performer/products/",
}

// mailAssetDecision writes to a performer what staff decided of a submission.
func (h *house) mailAssetDecision(ctx context.Context, tx *db.Tx, e assets.Decided) error {
	person, err := h.accounts.Get(ctx, tx, e.PerformerID)
	if err != nil {
		return err
	}
	address := h.home() + assetPages[e.Kind] + e.AssetID
	subject, said := "Your "+e.Kind+" is on sale", "was approved and is on sale."
	switch {
	case !e.Approved:
		subject, said = "Your "+e.Kind+" was not approved", "was looked at and not approved. The reason:\n\n"+e.Reason+"\n\nYou can change it and submit it again."
	case e.Status == assets.Inactive:
		subject, said = "Your "+e.Kind+" is approved", "was approved and goes on sale at the time that you chose."
	}
	return h.mails.Queue(ctx, tx, mail.Message{
		At: h.now(), To: person.Email, Subject: subject,
		Text: "Hello " + person.Name + ",\n\nyour " + e.Kind + " " + strconv.Quote(e.Title) + " " + said + "\n\n" + address + "\n",
	})
}

// mailTakenDown writes to a performer that staff took something down, have changed why or
// for whom, or have put it back.
func (h *house) mailTakenDown(ctx context.Context, tx *db.Tx, e assets.TakenDown) error {
	person, err := h.accounts.Get(ctx, tx, e.PerformerID)
	if err != nil {
		return err
	}
	buyers := " Who has bought it keeps it."
	if e.AccessEnded {
		buyers = " Who has bought it has no access to it any more."
	}
	subject, said := "Your "+e.Kind+" was taken down", "was taken down by this site. Nobody can find or buy it, and you cannot change it."+buyers
	switch {
	case e.PutBack:
		subject, said = "Your "+e.Kind+" was put back", "was put back by this site. It is what it was before it was taken down, also for who has bought it."
	case e.Changed:
		subject, said = "Your "+e.Kind+" stays down", "stays taken down. This site has changed its decision about it."+buyers
	}
	return h.mails.Queue(ctx, tx, mail.Message{
		At: h.now(), To: person.Email, Subject: subject,
		Text: "Hello " + person.Name + ",\n\nyour " + e.Kind + " " + strconv.Quote(e.Title) + " " + said + " The reason:\n\n" + e.Reason +
			"\n\nIf you think that this is a mistake, write to us: " + h.home() + "/contact\n",
	})
}
