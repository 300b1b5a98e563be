// Package wheel sells turns of a performer's wheel of fortune.
//
// A spin is one transaction: the segment is drawn, the price is paid, the wheel as
// it was is kept beside the result, and the news is queued. The performer then
// performs the prize, or rejects the result and the member has the tokens back.
//
// Invariants:
//   - a result exists exactly when its transfer "wheel:"+id does, and that is
//     reversed exactly when the result is rejected (Rule proves both);
//   - what was drawn follows from two seeds: one promised before the spin and one
//     of the member's choice (README.md has the algorithm);
//   - a result leaves pending once;
//   - an Idempotency-Key makes one spin, however often it is sent.
package wheel

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Kind is what the ledger and the earnings call a spin.
const Kind = "wheel"

// Income is what spins are to the ledger's readers.
var Income = ledger.Kind{ID: Kind, One: "Wheel spin", Many: "Wheel spins", Income: true, PublicRate: "spinWheelCommission"}

// Bounds of a wheel (behaviours.md, Wheel).
const (
	Min       = 6  // segments with which it can be spun
	Max       = 24 // segments
	maxLabel  = 60 // characters
	maxWeight = 1000
)

// The refusals.
var (
	// ErrNoPerformer also hides a performer who blocks the member.
	ErrNoPerformer = fault.New(fault.NotFound, "This {performer} does not exist.")
	ErrNoRoom      = fault.New(fault.NotFound, "This conversation does not exist.")
	ErrNoSegment   = fault.New(fault.NotFound, "This segment does not exist.")
	ErrNoResult    = fault.New(fault.NotFound, "This result does not exist.")
	ErrFull        = fault.New(fault.Conflict, "A wheel has at most %d segments.", Max).Coded("wheel_full")
	ErrNotReady    = fault.New(fault.Conflict, "This wheel has too few segments to be spun.").Coded("wheel_not_ready")
	ErrOffline     = fault.New(fault.Conflict, "This {performer} is offline.").Coded("offline")
	ErrClosed      = fault.New(fault.Conflict, "The wheel is spun in public and group shows only.").Coded("wheel_closed")
	ErrChanged     = fault.New(fault.Conflict, "The wheel has changed. Have another look before you spin.").Coded("wheel_changed")
	ErrPromise     = fault.New(fault.Conflict, "This commitment was used for another spin. Please spin again.").Coded("commitment_used")
	ErrDecided     = fault.New(fault.Conflict, "This result has already been decided.").Coded("decided")
	ErrRefunded    = fault.New(fault.Conflict, "The site has given the tokens of this spin back already.").Coded("refunded")
	ErrSpent       = fault.New(fault.Conflict, "Your earnings no longer cover this refund.").Coded("insufficient_balance")
)

// Performers knows who may be seen by whom, what they do now, and what their spin
// costs.
type Performers interface {
	Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error)
	StreamingStatus(ctx context.Context, tx *db.Tx, performerID string) (string, error)
	WheelPrice(ctx context.Context, tx *db.Tx, performerID string) (money.Tokens, error)
}

// Rooms knows conversations. Hosts reports whether the conversation is one of the
// performer's shows that the member is in; PublicID is their public one.
type Rooms interface {
	Hosts(ctx context.Context, tx *db.Tx, conversationID, performerID, memberID string) (bool, error)
	PublicID(ctx context.Context, tx *db.Tx, performerID string) (string, error)
}

// Rates knows how a performer's income of a kind is shared now.
type Rates interface {
	Terms(ctx context.Context, tx *db.Tx, kind, performerID string) (ledger.Terms, error)
}

// People knows usernames by account id.
type People interface {
	Usernames(ctx context.Context, tx *db.Tx, ids ...string) (map[string]string, error)
}

const rateRule = "wheel.spin"

// Limits keep a stuck finger from emptying a wallet: ten spins of a member in ten
// seconds, as tips (trust.md, Rate limits).
func Limits() limit.Rules { return limit.Rules{rateRule: {Max: 10, Per: 10 * time.Second}} }

// Deps are what the wheel stands on.
type Deps struct {
	DB         *db.DB
	Ledger     *ledger.Ledger
	Performers Performers
	Rooms      Rooms
	Rates      Rates
	People     People
	Events     *bus.Bus
	Limiter    *limit.Limiter // knows Limits()
	Now        func() time.Time
}

// Service keeps the wheels and spins them.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }
