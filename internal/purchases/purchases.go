// Package purchases sells what performers offer in their store, and knows who owns it.
//
// Buying is one transaction: the item is looked at as it is for sale now, the purchase is
// recorded with the rates of its moment, the ledger moves the tokens and the event Bought
// is queued. For a minute, and only until the first byte of what was paid for is sent, the
// buyer may undo it; what was given back on request is noted by refunds.
//
// Invariants (Rule proves 1 to 3, the table's checks and its unique index hold 4 to 6):
//  1. a purchase exists exactly when its transfer kind+":"+id does, which paid exactly
//     its shares;
//  2. that transfer is reversed exactly when the purchase is undone, and refunded is what
//     refund requests gave back of it;
//  3. who bought what from whom at which price and rates is as it was written, under a MAC;
//  4. what is bought once has at most one purchase of a member that has not ended;
//  5. a purchase is undone or delivered, never both;
//  6. access has ended exactly when the purchase is undone or refunded in full;
//  7. an Idempotency-Key makes one purchase, however often it is sent.
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
	"limelight/internal/kit/seal"
	"limelight/internal/ledger"
)

// The kinds of items, which are also what the ledger and the earnings call their sale.
const (
	Gallery = "gallery"
	Video   = "video"
	Product = "product"
)

// Kinds are all of them.
var Kinds = []string{Gallery, Video, Product}

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
	errOwn          = fault.New(fault.Invalid, "You cannot buy what you sell yourself.")
)

// Item is what a performer sells, as it may be bought now.
type Item struct {
	Kind        string
	ID          string
	PerformerID string
	Title       string
	Price       money.Tokens
}

// Card is how an item looks in its buyer's library, whatever became of it. Cover is the
// path of a picture that only its buyer may load, and Blurred of one that everybody may;
// empty for none.
type Card struct {
	Title   string
	Cover   string
	Blurred string
}

// Purchase is one item that a member bought, how its price was split, and what became of it.
type Purchase struct {
	ID            string
	Item          Item // as it was then
	PerformerName string
	MemberID      string
	Terms         ledger.Terms
	Shares        ledger.Shares
	CreatedAt     time.Time
	DeliveredAt   time.Time // the first byte was sent; zero: it was not
	LastSeenAt    time.Time // zero: not yet
	UndoneAt      time.Time // zero: it was not
	Refunded      money.Tokens
	EndedAt       time.Time // zero: the member owns it
}

// UndoUntil is the last instant to undo it, or zero when nothing can be undone any more,
// whatever the time.
func (p Purchase) UndoUntil() time.Time {
	if !p.DeliveredAt.IsZero() || !p.EndedAt.IsZero() || p.Refunded > 0 {
		return time.Time{}
	}
	return p.CreatedAt.Add(UndoWindow)
}

// Balances are what the people of a purchase hold after it changed.
type Balances struct {
	Member    money.Tokens
	Performer money.Tokens
	Studio    money.Tokens // meaningful when the purchase has a studio
}

// Bought is published when an item has been paid for.
type Bought struct {
	Purchase Purchase
	Balances Balances
}

// EventName implements bus.Event.
func (Bought) EventName() string { return "purchases.bought" }

// Undone is published when a purchase has been undone.
type Undone struct {
	Purchase Purchase
	Balances Balances
}

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
}

// Ledger is the part of the ledger that purchases need.
type Ledger interface {
	Post(ctx context.Context, tx *db.Tx, t ledger.Transfer) (ledger.Posted, error)
	Reverse(ctx context.Context, tx *db.Tx, transferID, memo string) (ledger.Posted, error)
	Flows(ctx context.Context, tx *db.Tx, kind, reference string) ([]ledger.Flow, error)
	After(ctx context.Context, tx *db.Tx, p ledger.Posted, accounts ...ledger.Account) (map[ledger.Account]money.Tokens, error)
}

// Rates knows how a performer's income of a kind is shared now.
type Rates interface {
	Terms(ctx context.Context, tx *db.Tx, kind, performerID string) (ledger.Terms, error)
}

// People knows usernames by account id.
type People interface {
	Usernames(ctx context.Context, tx *db.Tx, ids ...string) (map[string]string, error)
}

// Publisher queues an event in the caller's transaction.
type Publisher interface {
	Publish(ctx context.Context, tx *db.Tx, e bus.Event) error
}

// Limiter refuses what comes too often, by the rules of Limits.
type Limiter interface {
	Allow(ctx context.Context, rule, key string) error
}

const paceRule = "purchases.buy"

// Limits keep a stuck finger from emptying a wallet: ten purchases of a member in ten
// seconds, as tips (trust.md, Rate limits).
func Limits() limit.Rules { return limit.Rules{paceRule: {Most: 10, Per: 10 * time.Second}} }

// Deps are what purchases stand on.
type Deps struct {
	DB        *db.DB
	Ledger    Ledger
	Catalogue Catalogue
	Rates     Rates
	People    People
	Events    Publisher
	Limiter   Limiter
	MAC       seal.MAC // zero: purchases have none
	Now       func() time.Time
}

// Service sells, and knows who owns what.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }
