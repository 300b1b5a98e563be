// Package orders follows what becomes of products after their sale.
//
// A product that is sent goes created, processing, shipped, delivered. Its buyer may cancel
// it before it is processing, its seller or an admin refund it until it is cancelled, and
// what nobody goes on with is refunded or delivered by the clock (Tick). A digital product
// is delivered at once. What was paid for something that is sent lies in a hold until it is
// shipped: each change of status moves the tokens in its own transaction.
//
// While a payment of its buyer is checked (Disputes) an order is not shipped, and the clock
// does not count against its seller.
//
// Where a parcel goes is sealed, its seller reads it while the order is open, and it is
// forgotten 30 days after the order was closed.
//
// Invariants (Rule proves 1 to 3, the tables' checks and guarded updates hold the rest):
//  1. a purchase of a product has its one order, which says what the purchase says;
//  2. nothing was paid out of the hold before the order was shipped, and all was since;
//  3. an order is cancelled or refunded exactly when its purchase has ended;
//  4. of two changes at once one happens, and the other is told so;
//  5. nothing leaves refunded or cancelled.
package orders

import (
	"context"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/kit/secretbox"
	"limelight/internal/ledger"
)

// Status says how far an order is.
type Status string

// The statuses.
const (
	Created    Status = "created"
	Processing Status = "processing"
	Shipped    Status = "shipped"
	Delivered  Status = "delivered"
	Cancelled  Status = "cancelled"
	Refunded   Status = "refunded"
)

// Open reports whether something is still to happen.
func (s Status) Open() bool { return s == Created || s == Processing || s == Shipped }

// Keep is how long an address is kept once its order is closed.
const Keep = 30 * 24 * time.Hour

// The refusals.
var (
	ErrNone = fault.New(fault.NotFound, "This order does not exist.")
	// ErrStatus: the order cannot become that now. Its answer says what it is.
	ErrStatus = fault.New(fault.Conflict, "The order has another status by now.").Coded("wrong_status")
	// ErrRefundLate: its seller was paid too long ago to give it back alone.
	ErrRefundLate = fault.New(fault.Conflict, "The time in which you can refund this is over. Ask the site.").Coded("refund_late")
	// ErrChecked: a payment of its buyer was taken back, and nobody has decided about it.
	ErrChecked = fault.New(fault.Conflict, "The payment of this order is being checked. It cannot be shipped now.").Coded("payment_checked")
	// ErrCorrected: its tracking was corrected too often.
	ErrCorrected = fault.New(fault.Conflict, "The tracking of this order was corrected %d times. Write to the buyer.", maxCorrections).Coded("corrected")
	// ErrNoAddress: a parcel's address that is not, or no longer, to be read.
	ErrNoAddress = fault.New(fault.Conflict, "There is nothing to send for this order.").Coded("no_address")
)

// Address is where a parcel goes: a name and lines, the postal code, empty where there is
// none, and the country's two letters.
type Address struct {
	Lines      string `json:"lines"`
	PostalCode string `json:"postalCode"`
	Country    string `json:"country"`
}

// Order is one product that somebody bought, some of it at once. What names people and the
// item is as it was at the sale.
type Order struct {
	ID            string       `db:"id"`
	Number        string       `db:"number"` // what people call it
	PurchaseID    string       `db:"purchase_id"`
	PerformerID   string       `db:"performer_id"`
	PerformerName string       `db:"performer_name"`
	MemberID      string       `db:"member_id"`
	MemberName    string       `db:"member_name"`
	ItemID        string       `db:"item_id"`
	Title         string       `db:"item_title"`
	Quantity      int          `db:"quantity"`
	Price         money.Tokens `db:"price"`    // of all of them
	Physical      bool         `db:"physical"` // it is sent
	Status        Status       `db:"status"`
	Tracking                   // empty: it was not shipped
	Note          string       `db:"note"`   // the seller's, for the buyer
	Reason        string       `db:"reason"` // why it was refunded
	CreatedAt     time.Time    `db:"created_at"`
	ChangedAt     time.Time    `db:"changed_at"`    // when it got its status
	WaitingSince  time.Time    `db:"waiting_since"` // from when the deadline of its status counts
	ShippedAt     time.Time    `db:"shipped_at"`    // zero: it was not, as are the next three
	DeliveredAt   time.Time    `db:"delivered_at"`
	ClosedAt      time.Time    `db:"closed_at"`
	PurgedAt      time.Time    `db:"purged_at"`

	sealed string `db:"ship_to"` // the address; empty once it was purged
}

// Changed is published when an order was made, or got another status.
type Changed struct {
	Order Order
	From  Status // empty: it was made
}

// EventName implements bus.Event.
func (Changed) EventName() string { return "orders.changed" }

// TrackingCorrected is published when a seller corrected where a shipped order can be followed.
type TrackingCorrected struct{ Order Order }

// EventName implements bus.Event.
func (TrackingCorrected) EventName() string { return "orders.tracking_corrected" }

// Money moves what a purchase cost.
type Money interface {
	// Capture shares what lies in the purchase's hold.
	Capture(ctx context.Context, tx *db.Tx, purchaseID string) error
	// GiveBack returns what is left of the price to the buyer, and the product to its stock
	// unless it was sent.
	GiveBack(ctx context.Context, tx *db.Tx, purchaseID string, memo ledger.Memo) error
	// Returned are what was given back of purchases, by their ids; of the others nothing.
	Returned(ctx context.Context, tx *db.Tx, purchaseIDs ...string) (map[string]money.Tokens, error)
}

// Disputes knows whose payments are being checked since they were taken back.
type Disputes interface {
	// Disputed are those of some members who have such a payment.
	Disputed(ctx context.Context, tx *db.Tx, memberIDs ...string) ([]string, error)
	// AllDisputed are all members who have one.
	AllDisputed(ctx context.Context, tx *db.Tx) ([]string, error)
	// HoldDisputes keeps a check of a member's payments from beginning until tx ends.
	HoldDisputes(ctx context.Context, tx *db.Tx, memberID string) error
}

// People knows usernames by account id.
type People interface {
	Usernames(ctx context.Context, tx *db.Tx, ids ...string) (map[string]string, error)
}

// Countries knows where parcels go.
type Countries interface {
	// Name is a country's, by its two letters; empty for none.
	Name(code string) string
	// Of is the country that a member says they live in; empty when they do not.
	Of(ctx context.Context, tx *db.Tx, memberID string) (string, error)
}

const slipRule = "orders.slip"

// Limits bound what a seller's packing slips cost: a PDF takes more than other answers.
func Limits() limit.Rules { return limit.Rules{slipRule: {Max: 60, Per: time.Minute}} }

// Deadlines are after how long without a change the clock changes an order.
type Deadlines struct {
	Process time.Duration // a created one is refunded
	Ship    time.Duration // a processing one is refunded
	Deliver time.Duration // a shipped one is delivered
}

// Deps are what orders stand on.
type Deps struct {
	DB        *db.DB
	Money     Money
	Disputes  Disputes
	People    People
	Countries Countries
	Audit     *audit.Log
	Events    *bus.Bus
	Limiter   *limit.Limiter // knows Limits()
	Seals     *secretbox.Keys
	Deadlines func() Deadlines
	// RefundableFor is how long after being paid a seller may refund an order alone.
	RefundableFor func() time.Duration
	SiteName      func() string
	Now           func() time.Time
}

// Service keeps the orders: its parts behind one door.
type Service struct {
	*core
	*Sales
	*Selling
	*Buying
	*BackOffice
	*Slips
	*Expiry
}

// New makes the service.
func New(d Deps) *Service {
	c := &core{d}
	return &Service{c, &Sales{c}, &Selling{c}, &Buying{c}, &BackOffice{c}, &Slips{c}, &Expiry{c}}
}

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	s.sellingRoutes(r)
	s.slipRoutes(r)
	s.buyingRoutes(r)
	s.backOfficeRoutes(r)
}
