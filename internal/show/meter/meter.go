// Package meter is the money clock of paid shows. Each participant of a private
// or group show, and each peeker, has a meter: it runs while media is delivered,
// captures every period (a minute, or a peek-in's window) at its start out of a
// hold, keeps one period held ahead, and settles what remains when it closes.
// README.md has the model; tariff.go the arithmetic.
//
// Invariants (Rule proves them):
//   - a captured period n of a meter exists exactly when its transfer
//     "minute:<meter>:<n>" does, and was shared by the terms of the plan;
//   - what was charged is periods × price − refund, and no time is metered that is
//     not paid: the clock stops at the paid boundary;
//   - an open meter's hold holds what the meter says; a closed meter's is empty;
//   - every verb may be repeated, and run by two nodes at once: each locks the
//     meter's row first, and the ledger's keys are unique.
//
// Everything here runs in the caller's transaction. Instants are kept to the
// millisecond. The meter does not know whether media flows or who may watch: the
// show tells it when the clock runs.
package meter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Kind is what the ledger and the commissions call an income by the minute.
type Kind string

// The kinds.
const (
	Private Kind = "private"
	Group   Kind = "group"
	PeekIn  Kind = "peekIn"
)

// Incomes are what paid shows are to the ledger's readers.
var Incomes = ledger.Kinds{
	{ID: string(Private), One: "Private show", Many: "Private shows", Income: true},
	{ID: string(Group), One: "Group show", Many: "Group shows", Income: true},
	{ID: string(PeekIn), One: "Peek-in", Many: "Peek-ins", Income: true},
}

// State is where a meter stands.
type State string

// The states. A waiting meter has not begun; a closed one never changes again.
const (
	Waiting State = "waiting"
	Running State = "running"
	Paused  State = "paused"
	Closed  State = "closed"
)

// ReasonExhausted ends a meter at the paid boundary: nothing more is captured.
const ReasonExhausted = "balance_exhausted"

// The refusals.
var (
	ErrUnknown = fault.New(fault.NotFound, "This meter does not exist.")
	// ErrTwice: the member has another open meter in this show.
	ErrTwice = fault.New(fault.Conflict, "You are already in this show.").Coded("already_joined")
	// ErrNoMinute: no paid period is running, because the clock has not begun, its
	// free seconds last, or it is over.
	ErrNoMinute = fault.New(fault.Conflict, "No paid minute is running.").Coded("no_minute")
)

// Plan is what a meter is opened with, frozen from then on.
type Plan struct {
	ID          string // made by the caller; opening it again gives the same meter
	ShowID      string
	PerformerID string
	MemberID    string
	Kind        Kind
	Price       money.Tokens  // of one period, above zero
	Period      time.Duration // a minute, or the window of a peek-in
	Free        time.Duration // before the first period
	Minimum     int           // periods due once the first has begun; below 1 means 1
	Renew       bool          // of a peek-in: another window follows; private and group always go on
	Terms       ledger.Terms
}

// Meter is a plan and how far it has run.
type Meter struct {
	Plan
	Shares    ledger.Shares // of one period
	State     State
	Periods   int           // captured so far
	Held      money.Tokens  // reserved for what comes
	Refund    money.Tokens  // of unused time, when it was closed by a fault
	Returned  ledger.Shares // who gave the refund; the site's part includes Absorbed
	Absorbed  money.Tokens  // what performer or studio should have given back and no longer had
	OpenedAt  time.Time
	StartedAt time.Time // zero: the clock never ran
	EndedAt   time.Time
	EndReason string
	Fault     bool
	Refused   string // the code of why the member may not spend now, such as "cool_off"; empty: they may

	elapsed        time.Duration // metered until clockChangedAt
	clockChangedAt time.Time     // when the clock was last started or stopped
	nextTickAt     time.Time     // when there is something to do
	postings       int           // hold transfers so far
	low            int           // the warning last given, in seconds
	refundID       string
}

// Deps are what meters stand on.
type Deps struct {
	Ledger *ledger.Ledger
	Now    func() time.Time
}

// Meters opens, runs and closes meters.
type Meters struct {
	Deps
	closed *prometheus.CounterVec
}

// New makes the meters. Their records are in the database of each call's tx.
func New(d Deps) *Meters { return &Meters{Deps: d, closed: newClosed()} }

// Open makes a waiting meter and holds the price of its minimum, at least of one
// period. It fails with ledger.ErrFunds, which says what is missing and leaves
// the transaction usable, or with ErrTwice. Opening the same plan again gives the
// meter as it is by now. A ledger.Refusal says that the member may not spend.
func (m *Meters) Open(ctx context.Context, tx *db.Tx, p Plan) (Meter, error) {
	p.Minimum = max(1, p.Minimum)
	p.Renew = p.Renew || p.Kind != PeekIn
	p.Period, p.Free = p.Period.Truncate(time.Millisecond), p.Free.Truncate(time.Millisecond)
	if err := p.validate(); err != nil {
		return Meter{}, err
	}
	if found, err := selectMeter(ctx, tx, p.ID); !errors.Is(err, db.ErrNone) {
		return found, err
	}
	if other, err := selectOpen(ctx, tx, p); err != nil || other {
		return Meter{}, cmp.Or(err, error(ErrTwice))
	}
	now := instant(m.Now())
	c := Meter{Plan: p, Shares: p.Terms.Split(p.Price), State: Waiting, OpenedAt: now, clockChangedAt: now}
	if err := m.move(ctx, tx, &c, c.tariff().reserve(0), heldMemo.With(), false); err != nil {
		return Meter{}, again(err, ledger.ErrRepeated) // another node has just opened it
	}
	if opened, err := insertMeter(ctx, tx, c); err != nil || !opened {
		return Meter{}, cmp.Or(err, db.Again(ErrTwice))
	}
	return c, nil
}

// validate finds what only a mistake in the program can bring here.
func (p Plan) validate() error {
	switch {
	case p.ID == "" || p.ShowID == "" || p.MemberID == "" || p.PerformerID == "" || p.MemberID == p.PerformerID:
		return fmt.Errorf("meter: plan %q of show %q for %q with %q", p.ID, p.ShowID, p.MemberID, p.PerformerID)
	case p.Kind != Private && p.Kind != Group && p.Kind != PeekIn:
		return fmt.Errorf("meter: plan %s is of kind %q", p.ID, p.Kind)
	case p.Price <= 0 || p.Period <= 0 || p.Free < 0:
		return fmt.Errorf("meter: plan %s costs %v per %v after %v", p.ID, p.Price, p.Period, p.Free)
	}
	return p.Terms.Valid()
}

// Get is a meter by its id, or ErrUnknown.
func (m *Meters) Get(ctx context.Context, tx *db.Tx, meterID string) (Meter, error) {
	return known(selectMeter(ctx, tx, meterID))
}

// OfShow lists a show's meters, closed ones too, in the order of their opening.
func (m *Meters) OfShow(ctx context.Context, tx *db.Tx, showID string) ([]Meter, error) {
	return selectOfShow(ctx, tx, showID)
}

// EndedOf lists the member's meters that ended since an instant and charged
// something, the last to end first.
func (m *Meters) EndedOf(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]Meter, error) {
	return selectEnded(ctx, tx, memberID, since, most)
}

// FreeUsed reports whether a meter of the two with free seconds has begun since
// an instant: they are free once per hour.
func (m *Meters) FreeUsed(ctx context.Context, tx *db.Tx, performerID, memberID string, since time.Time) (bool, error) {
	return selectFreeUsed(ctx, tx, performerID, memberID, since)
}

// change locks a meter, lets fn change it, and saves it.
func (m *Meters) change(ctx context.Context, tx *db.Tx, meterID string, fn func(c *Meter) error) error {
	c, err := known(lockMeter(ctx, tx, meterID))
	if err != nil {
		return err
	}
	before := c
	if err := fn(&c); err != nil || c == before {
		return err
	}
	return updateMeter(ctx, tx, c)
}

func known(c Meter, err error) (Meter, error) {
	if errors.Is(err, db.ErrNone) {
		return Meter{}, ErrUnknown
	}
	return c, err
}

// again lets Write run the closure once more when a refusal can only mean that
// another transaction was quicker.
func again(err, refusal error) error {
	if errors.Is(err, refusal) {
		return db.Again(err)
	}
	return err
}
