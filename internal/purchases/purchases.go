// Package purchases sells what performers offer in their store, and knows who owns it.
//
// Buying is one transaction: the item is looked at as it is for sale now, the purchase is
// recorded with the rates of its moment, the ledger moves the tokens and the event Bought
// is queued. For a minute, and only until the first byte of what was paid for is sent, the
// buyer may undo it; what was given back on request is noted by refunds.
//
// A product may be bought often and several at a time. What its seller sends is paid for
// into a hold of the purchase: Capture shares it when it was sent, GiveBack returns it.
//
// Invariants (Rule proves 1 to 3 and 8, the table's checks and its unique index hold 4 to 6):
//  1. a purchase exists exactly when its transfer kind+":"+id does, which paid exactly
//     its shares, or all into hold:id;
//  2. that transfer is reversed exactly when the purchase is undone, and refunded is what
//     refund requests and GiveBack returned of it;
//  3. who bought what from whom at which price and rates is as it was written, under a MAC;
//  4. what is bought once has at most one purchase of a member that has not ended;
//  5. a purchase is undone or delivered, never both;
//  6. access has ended exactly when the purchase is undone or refunded in full;
//  7. an Idempotency-Key makes one purchase, however often it is sent;
//  8. a hold has what was neither captured nor given back, and what was captured was
//     shared by the rates of the sale.
package purchases

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/kit/secretbox"
	"limelight/internal/ledger"
)

// The kinds of items, which are also what the ledger and the earnings call their sale.
const (
	Gallery = "gallery"
	Video   = "video"
	Product = "product"
)

// Kinds are all of them.
var Kinds = Incomes.IDs()

// Incomes are what sales are to the ledger's readers.
var Incomes = ledger.Kinds{
	{ID: Gallery, One: "Gallery", Many: "Galleries", Income: true},
	{ID: Video, One: "Video", Many: "Videos", Income: true},
	{ID: Product, One: "Product", Many: "Products", Income: true},
}

// MaxOfOne is how many of a product may be bought at once.
const MaxOfOne = 100

// UndoWindow is for how long a purchase may be undone while nothing was delivered.
const UndoWindow = 60 * time.Second

// The refusals.
var (
	// ErrNoItem also hides what is not for sale, and the items of a performer who blocks
	// the member.
	ErrNoItem       = fault.New(fault.NotFound, "This item does not exist.")
	ErrNoPurchase   = fault.New(fault.NotFound, "This purchase does not exist.")
	ErrBought       = fault.New(fault.Conflict, "You have bought this already.").Coded("already_bought")
	ErrPriceChanged = fault.New(fault.Conflict, "The price has changed. Have another look before you buy.").Coded("price_changed")
	ErrUndone       = fault.New(fault.Conflict, "This purchase has already been undone.").Coded("undone")
	ErrDelivered    = fault.New(fault.Conflict, "You have opened what you bought, so it cannot be undone. You may ask for a refund.").Coded("delivered")
	ErrUndoLate     = fault.New(fault.Conflict, "The time to undo this purchase is over. You may ask for a refund.").Coded("too_late")
	ErrRefunded     = fault.New(fault.Conflict, "The site has given tokens of this purchase back already.").Coded("refunded")
	ErrSpent        = fault.New(fault.Conflict, "This purchase can no longer be undone. You may ask for a refund.").Coded("paid_out")
	// ErrSoldOut: fewer are left than were asked for. Its answer says how many.
	ErrSoldOut = fault.New(fault.Conflict, "There are not that many left.").Coded("sold_out")
	// ErrOnItsWay: the seller has begun with the order.
	ErrOnItsWay = fault.New(fault.Conflict, "The order is being worked on, so it cannot be undone. You may ask for a refund.").Coded("wrong_status")
	// ErrOver: the purchase was captured, undone or given back already.
	ErrOver = fault.New(fault.Conflict, "This purchase is over.").Coded("over")
	errOwn  = fault.New(fault.Invalid, "You cannot buy what you sell yourself.")
)

// Item is what a performer sells, as it may be bought now.
type Item struct {
	Kind        string       `db:"kind"`
	ID          string       `db:"item_id"`
	PerformerID string       `db:"performer_id"`
	Title       string       `db:"item_title"`
	Price       money.Tokens // of one
	Physical    bool         `db:"held"` // a product that the seller sends
}

// Address is where a product goes: lines as on a parcel, the postal code, empty where there
// is none, and the country's two letters.
type Address struct {
	Lines      string
	PostalCode string
	Country    string
}

// Card is how an item looks in its buyer's library, whatever became of it. Cover is the
// path of a picture that its buyer may load, and Public of one that delivers nothing: the
// same one, or a blur where the pictures are what is sold. Empty for none.
type Card struct {
	Title      string
	Cover      string
	Public     string
	DurationMS int64 // of a video

	AccessEndedAt time.Time // since when staff have taken it from its buyers; zero: they have it
}

// Purchase is one item that a member bought, how its price was split, and what became of it.
type Purchase struct {
	ID            string        `db:"id"`
	Item          Item          `db:",inline"` // as it was then
	PerformerName string        `db:"performer_name"`
	MemberID      string        `db:"member_id"`
	Quantity      int           `db:"quantity"`
	Price         money.Tokens  `db:"price"` // of all of them
	Terms         ledger.Terms  `db:",inline"`
	Shares        ledger.Shares `db:",inline"`
	CreatedAt     time.Time     `db:"created_at"`
	DeliveredAt   time.Time     `db:"delivered_at"` // the first byte was sent; zero: it was not
	LastSeenAt    time.Time     `db:"last_seen_at"` // zero: not yet
	UndoneAt      time.Time     `db:"undone_at"`    // zero: it was not
	CapturedAt    time.Time     `db:"captured_at"`  // the hold of what is sent was shared; zero: it was not
	Refunded      money.Tokens  `db:"refunded"`
	EndedAt       time.Time     `db:"ended_at"` // zero: the member owns it
}

// Held reports whether what is left of the price lies in the purchase's hold.
func (p Purchase) Held() bool {
	return p.Item.Physical && p.CapturedAt.IsZero() && p.EndedAt.IsZero()
}

// UndoUntil is the last instant to undo it, or zero when nothing can be undone any more,
// whatever the time.
func (p Purchase) UndoUntil() time.Time {
	if !p.DeliveredAt.IsZero() || !p.CapturedAt.IsZero() || !p.EndedAt.IsZero() || p.Refunded > 0 {
		return time.Time{}
	}
	return p.CreatedAt.Add(UndoWindow)
}

// Bought is published when an item has been paid for.
type Bought struct{ Purchase Purchase }

// EventName implements bus.Event.
func (Bought) EventName() string { return "purchases.bought" }

// Undone is published when a purchase has been undone.
type Undone struct{ Purchase Purchase }

// EventName implements bus.Event.
func (Undone) EventName() string { return "purchases.undone" }

// Ended is published when a refund has ended the access.
type Ended struct{ Purchase Purchase }

// EventName implements bus.Event.
func (Ended) EventName() string { return "purchases.ended" }

// Catalogue knows what is for sale.
type Catalogue interface {
	// ForSale is the item as this caller may buy it now, its row locked for the rest of tx;
	// ErrNoItem for what is not for sale, or hidden from the caller.
	ForSale(ctx context.Context, tx *db.Tx, kind, itemID string, buyer account.Caller) (Item, error)
	// Cards are items by id, whatever their state; what it does not know is absent.
	Cards(ctx context.Context, tx *db.Tx, kind string, itemIDs []string) (map[string]Card, error)
	// Take takes so many of a product out of its stock in tx, or none and fails with
	// ErrSoldOut, With "left". What has no stock is never sold out.
	Take(ctx context.Context, tx *db.Tx, productID string, quantity int) error
	// PutBack returns them, also of a product that is no longer for sale.
	PutBack(ctx context.Context, tx *db.Tx, productID string, quantity int) error
}

// Watching knows where in videos their viewers are.
type Watching interface {
	// Begun are the videos that a member has begun to watch and not seen to their end.
	Begun(ctx context.Context, tx *db.Tx, memberID string) ([]string, error)
	// Positions are where a member is in those of the videos that they have begun, in
	// milliseconds.
	Positions(ctx context.Context, tx *db.Tx, memberID string, videoIDs []string) (map[string]int64, error)
}

// Orders follow what becomes of products after their sale.
type Orders interface {
	// Open makes the order of a purchase in tx and returns its id. It refuses an address
	// that nothing can be sent to, and one for what is not sent.
	Open(ctx context.Context, tx *db.Tx, p Purchase, to Address) (orderID string, err error)
	// Undone cancels the order of a purchase that its buyer undoes; ErrOnItsWay when the
	// seller has begun with it.
	Undone(ctx context.Context, tx *db.Tx, purchaseID string) error
	// Refunded notes that all of a purchase was given back on request.
	Refunded(ctx context.Context, tx *db.Tx, purchaseID string) error
}

// Rates knows how a performer's income of a kind is shared now.
type Rates interface {
	Terms(ctx context.Context, tx *db.Tx, kind, performerID string) (ledger.Terms, error)
}

// People knows usernames by account id.
type People interface {
	Usernames(ctx context.Context, tx *db.Tx, ids ...string) (map[string]string, error)
}

const rateRule = "purchases.buy"

// Limits keep a stuck finger from emptying a wallet: ten purchases of a member in ten
// seconds, as tips (trust.md, Rate limits).
func Limits() limit.Rules { return limit.Rules{rateRule: {Max: 10, Per: 10 * time.Second}} }

// Deps are what purchases stand on.
type Deps struct {
	DB        *db.DB
	Ledger    *ledger.Ledger
	Catalogue Catalogue
	Watching  Watching
	Orders    Orders
	Rates     Rates
	People    People
	Events    *bus.Bus
	Limiter   *limit.Limiter // knows Limits()
	MAC       secretbox.MAC  // zero: purchases have none
	Now       func() time.Time
}

// Service sells, and knows who owns what.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }
