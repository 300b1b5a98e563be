// Package assets keeps what performers sell: galleries of photos, videos and products.
// It holds their fields, photos and media, the declarations about who is to be seen, the
// review, when they go on sale, and who may see which photo and which medium. Who has
// bought what is the business of another domain (Purchases), and so is what becomes of
// the bytes of a medium (Media).
//
// Invariants:
//   - only active assets of listed performers are found, seen or sold, and only by whom
//     the performer admits; for everybody else they are answered as if they did not exist;
//   - a photo is shown to buyers once its people are declared and the photo is approved,
//     and stays theirs while an edit waits, and when the asset is rejected, taken off sale
//     or removed;
//   - new photos and media, another cover or another title never are on sale unreviewed;
//   - a status changes along the table of states.go, with the row locked, and every change
//     that a review is about makes a new version, so that a decision is about what was seen.
package assets

import (
	"context"
	"io"
	"log/slog"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/kit/ttlcache"
)

// Bounds of what one performer has.
const (
	MaxAssets           = 500 // of a kind
	MaxPhotos           = 500 // of a gallery, those for buyers alone not counted
	MaxPictures         = 10  // of a product
	MaxUnverifiedPhotos = 20  // of a performer whom nobody has verified yet
	maxTitle            = 120 // characters
	maxDescription      = 4_000
	maxPrice            = 10_000 // tokens
	maxTags             = 20
	maxTag              = 30
	maxCategories       = 5
	maxOthers           = 20
	maxName             = 120
	maxReason           = 500
	maxAhead            = 365 * 24 * time.Hour // of a publication
)

// The refusals.
var (
	// ErrNone also hides what the caller may not know of.
	ErrNone       = fault.New(fault.NotFound, "This item does not exist.")
	ErrNoPhoto    = fault.New(fault.NotFound, "This photo does not exist.")
	ErrMany       = fault.New(fault.Conflict, "You have as many of these as you may have.").Coded("assets_full")
	ErrFull       = fault.New(fault.Conflict, "This has as many photos as it may have.").Coded("photos_full")
	ErrEmpty      = fault.New(fault.Conflict, "Add at least one photo before you submit this.").Coded("photos_missing")
	ErrLast       = fault.New(fault.Conflict, "This is the only photo. Add another one first, or delete the whole.").Coded("last_photo")
	ErrWaits      = fault.New(fault.Conflict, "This is being reviewed already.").Coded("already_submitted")
	ErrStatus     = fault.New(fault.Conflict, "This cannot be done as things are now.").Coded("wrong_status")
	ErrVersion    = fault.New(fault.Conflict, "This has changed, or was decided already. Please look at it again.").Coded("changed_elsewhere")
	ErrConsents   = fault.New(fault.Conflict, "The people in some photos or videos have not been declared yet.").Coded("consents_missing")
	ErrUnverified = fault.New(fault.Conflict, "You can add more photos as soon as your identity is verified.").Coded("not_verified")
	ErrNoMedium   = fault.New(fault.NotFound, "This file does not exist.")
	ErrLastMedium = fault.New(fault.Conflict, "Buyers have this file. Upload another one to replace it, or delete the whole.").Coded("last_medium")
	ErrOnlyMedium = fault.New(fault.Conflict, "This is being reviewed, and it is the only file. Upload another one to replace it, or delete the whole.").Coded("last_medium")
	ErrMayNot     = fault.New(fault.Conflict, "You can sell as soon as your identity is verified and your account is active.").Coded("not_verified")
)

// Asset is something that is sold.
type Asset struct {
	ID              string       `db:"id"`
	Kind            string       `db:"kind"`
	PerformerID     string       `db:"performer_id"`
	Title           string       `db:"title"`
	ShownTitle      string       `db:"shown_title"` // as it was when it was last approved
	Description     string       `db:"description"`
	Price           money.Tokens `db:"price"`
	Status          Status       `db:"status"`
	RejectReason    string       `db:"reject_reason"` // why it is rejected: by a review, or as taken down
	CoverID         string       `db:"cover_id"`
	Sold            int          `db:"sold"` // for the order of the popular
	Views           int64        `db:"views"`
	Tags            []string
	CategoryIDs     []string
	PublishAt       time.Time   `db:"publish_at"`        // when it goes on sale by itself; zero: as soon as it may
	PublishedAt     time.Time   `db:"published_at"`      // first
	SubmittedAt     time.Time   `db:"submitted_at"`      // last
	TakenFrom       Status      `db:"taken_from"`        // the status before staff took it down; empty: they did not
	TakedownReason  string      `db:"takedown_reason"`   // why they did
	WasRejectReason string      `db:"was_reject_reason"` // of the review, before they did
	AccessEndedAt   time.Time   `db:"access_ended_at"`   // since when its buyers have no access, by staff; zero: they have
	Version         int64       `db:"version"`
	Product         ProductInfo // of a product
	CreatedAt       time.Time   `db:"created_at"`
	UpdatedAt       time.Time   `db:"updated_at"`

	replaced []string // files of pictures that another one replaced: they go when that is kept
}

// Photo is one picture of an asset: of a gallery what is sold, of a video or a product
// what everybody sees of it.
type Photo struct {
	ID         string    `db:"id"`
	AssetID    string    `db:"asset_id"`
	FileID     string    `db:"file_id"`
	Name       string    `db:"name"`
	Size       int64     `db:"size"`
	Width      int       `db:"width"`
	Height     int       `db:"height"`
	Blurhash   string    `db:"blurhash"`
	Colour     string    `db:"colour"`
	Position   int       `db:"position"`
	ConsentID  string    `db:"consent_id"`  // the declaration that covers it; empty: none yet
	ApprovedAt time.Time `db:"approved_at"` // zero: no buyer has been let see it
	RemovedAt  time.Time `db:"removed_at"`  // zero: it is part of what is sold
	CreatedAt  time.Time `db:"created_at"`
}

// Decided is published when a submission was decided by staff.
type Decided struct {
	AssetID     string `json:"assetId"`
	Kind        string `json:"kind"`
	PerformerID string `json:"performerId"`
	Title       string `json:"title"`
	Approved    bool   `json:"approved"`
	Status      Status `json:"status"`
	Reason      string `json:"reason"`
}

// EventName names the event on the bus.
func (Decided) EventName() string { return "assets.decided" }

// Published is published when an asset has gone on sale at its time.
type Published struct {
	AssetID     string `json:"assetId"`
	Kind        string `json:"kind"`
	PerformerID string `json:"performerId"`
}

// EventName names the event on the bus.
func (Published) EventName() string { return "assets.published" }

// Performers knows who may sell, and who may see whom.
type Performers interface {
	// MaySell reports whether the performer is verified and their account active.
	MaySell(ctx context.Context, tx *db.Tx, performerID string) (bool, error)
	// Admits reports whether the viewer may know the performer at all.
	Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error)
	// Hides reports whether the performer has blocked the viewer or where they are.
	Hides(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error)
	// Countries are those that the viewer counts as from.
	Countries(ctx context.Context, tx *db.Tx, viewer account.Caller) ([]string, error)
	// Categories are those of the ids that exist, in their order.
	Categories(ctx context.Context, tx *db.Tx, ids []string) ([]string, error)
}

// Sales are what an asset has sold.
type Sales struct {
	Count int
	Paid  money.Tokens // without what was given back
	Net   money.Tokens // the performer's part of that
}

// Undoable is a purchase that its member may still take back.
type Undoable struct {
	PurchaseID string
	Until      time.Time
}

// Purchases knows who has bought what.
type Purchases interface {
	// Owned are those of the items that the member has bought and still has.
	Owned(ctx context.Context, tx *db.Tx, memberID, kind string, ids []string) (map[string]bool, error)
	// OwnedSince is when the member bought the item that they have; zero: they have not.
	OwnedSince(ctx context.Context, tx *db.Tx, memberID, kind, itemID string) (time.Time, error)
	// FirstOwned is when the first of those bought it who have it now; zero: nobody has.
	FirstOwned(ctx context.Context, tx *db.Tx, kind, itemID string) (time.Time, error)
	// Undoable is the purchase that the member may still take back; zero: none.
	Undoable(ctx context.Context, tx *db.Tx, memberID, kind, itemID string) (Undoable, error)
	// Deliver notes that the paid file goes to its buyer; false: the member does not own
	// it (any more).
	Deliver(ctx context.Context, memberID, kind, itemID string) (bool, error)
	// DeliverCover is Deliver of the picture that stands for it in lists, which is no look at
	// it, and noted only where it ends an undo.
	DeliverCover(ctx context.Context, memberID, kind, itemID string) (bool, error)
	Sales(ctx context.Context, tx *db.Tx, kind string, ids []string) (map[string]Sales, error)
}

// Media keeps the bytes of media.
type Media interface {
	// Keep makes a file that came in a form a finished upload of the performer's, and refuses
	// what the operator does not allow of the purpose.
	Keep(ctx context.Context, performerID string, purpose Purpose, file api.File) (uploadID string, err error)
	// Check looks into a finished upload of the performer's before it becomes a medium, and
	// refuses what it is not to be taken for.
	Check(ctx context.Context, performerID string, purpose Purpose, uploadID string) error
	// Forget drops an upload of the performer's that nothing uses.
	Forget(ctx context.Context, performerID, uploadID string) error
	// Take makes a finished upload of the performer's the medium of this id, whose kind is
	// the purpose that the upload was sent for.
	Take(ctx context.Context, tx *db.Tx, m Medium, performerID string) (Medium, error)
	// Open reads a medium as it was uploaded.
	Open(ctx context.Context, m Medium) (blob.Object, error)
	// Drop gives the bytes of a medium up.
	Drop(ctx context.Context, tx *db.Tx, m Medium) error
	// States are those of the media that are watched, by id; what it does not know is absent.
	States(ctx context.Context, tx *db.Tx, mediumIDs []string) (map[string]MediumState, error)
	// Retry lets a medium that failed be worked on again.
	Retry(ctx context.Context, tx *db.Tx, mediumID string) error
	// Poster is a picture out of a video, as a JPEG; blob.ErrNone when there is none (yet).
	Poster(ctx context.Context, mediumID string) (io.ReadCloser, error)
}

// Storage bounds what performers keep here.
type Storage interface {
	// MayDraft refuses so many bytes more than a performer's drafts may have.
	MayDraft(ctx context.Context, tx *db.Tx, performerID string, more int64) error
}

const createRule = "assets.create"

// Limits keep a program from filling the tables: a performer's new galleries in an hour.
// Uploads have a rate limit of their own.
func Limits() limit.Rules { return limit.Rules{createRule: {Max: 60, Per: time.Hour}} }

// Deps are what assets stand on. Store keeps captions. Mode and PhotoLimits are settings,
// asked each time.
type Deps struct {
	DB          *db.DB
	Store       blob.Store
	Files       *files.Service
	Performers  Performers
	Purchases   Purchases
	Media       Media
	Storage     Storage
	Events      *bus.Bus
	Audit       *audit.Log
	Limiter     *limit.Limiter // knows Limits()
	Mode        func() string
	PhotoLimits func() files.Limits
	Now         func() time.Time
	Log         *slog.Logger
}

// Service keeps assets: its parts behind one door. Each part stands on those before it.
type Service struct {
	*core
	*Photos
	*AssetMedia
	*Captions
	*Videos
	*Products
	*DigitalFiles
	*OwnAssets
	*Forms
	*Review
	*Takedowns
	*Shop
	*Rights
	*Cleanup
}

// New makes the service.
func New(d Deps) *Service {
	c := &core{d}
	photos, media, captions := &Photos{c}, &AssetMedia{c}, &Captions{c}
	videos, products, own := &Videos{c, photos, media}, &Products{c, media}, &OwnAssets{c, media, captions}
	return &Service{
		core: c, Photos: photos, AssetMedia: media, Captions: captions, Videos: videos, Products: products, OwnAssets: own,
		DigitalFiles: &DigitalFiles{c},
		Forms:        &Forms{c, own, photos, media, products},
		Review:       &Review{c, media, videos},
		Takedowns:    &Takedowns{c},
		Shop:         &Shop{c, videos},
		Rights: &Rights{
			c, ttlcache.New[look, struct{}](lookedEvery, maxLooks), ttlcache.New[sentPhoto, string](sentFor, maxSent),
		},
		Cleanup: &Cleanup{c, media, captions},
	}
}
