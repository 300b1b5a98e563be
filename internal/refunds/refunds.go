// Package refunds gives tokens back that a member asked to have back.
//
// A member may ask once about a payment: a tip by mistake, a show that was not as
// promised, a spin that nobody performed; and once more when what was paid for is
// lost after the first request was decided (Payment.Reopened). An admin resolves the request, in full or
// in part, or rejects it. Resolving posts one transfer in the decision's own
// transaction, along the terms that the payment was made with. What performer or
// studio no longer have they owe, and their next earnings repay it, unless the
// admin lets the site bear it.
//
// Invariants (Rule proves 1 to 4, the tables' checks hold the rest):
//  1. a request is resolved exactly when its transfer "refund-request:"+id exists,
//     with the kind and the reference of the payment;
//  2. who gave what, and who owes what, is what was posted;
//  3. never is more given back of a payment than was paid and not given back yet;
//  4. what is owed is what receivable:<account> says, and every repayment has its
//     one transfer;
//  5. nothing leaves resolved or rejected, and nobody decides about an own payment.
//
// The room knows payments by its Sources only: tips, the wheel and the meters say
// what was paid and by which terms.
package refunds

import (
	"context"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// KindDebt is what the ledger calls the repayment of what somebody owes since a
// refund. It is no income.
const KindDebt = "refund_debt"

// Kinds are what such a repayment is to the ledger's readers.
var Kinds = ledger.Kinds{{ID: KindDebt, One: "Refund repaid", Many: "Refunds repaid"}}

// Window is for how long after a payment, or after the end of a show, a member may
// ask (behaviours, "Refunds"), unless the payment says otherwise.
const Window = 48 * time.Hour

// The bounds of texts, in characters.
const (
	minText = 10
	maxText = 1000
	maxNote = 500
)

// maxPayments bounds the payments that are offered to be asked about.
const maxPayments = 100

// The refusals.
var (
	ErrNoPayment = fault.New(fault.NotFound, "This payment does not exist.")
	ErrAbsent    = fault.New(fault.NotFound, "This refund request does not exist.")
	ErrAsked     = fault.New(fault.Conflict, "You have already asked about this payment.").Coded("already_asked")
	ErrEarly     = fault.New(fault.Conflict, "You cannot ask about this payment yet.").Coded("too_early")
	ErrLate      = fault.New(fault.Conflict, "The time to ask about this payment is over.").Coded("too_late")
	ErrSettled   = fault.New(fault.Conflict, "The prize was performed, so this spin cannot be asked about any more.").Coded("settled")
	ErrNothing   = fault.New(fault.Conflict, "Nothing of this payment is left to be given back.").Coded("nothing_left")
	ErrDecided   = fault.New(fault.Conflict, "This request has already been decided.").Coded("decided")
	// ErrSecondAdmin: the site would give more than one admin may have it give in a day.
	ErrSecondAdmin = fault.New(fault.Conflict, "The site would bear more than one admin may decide alone in 24 hours. Another admin must decide this, or the others owe it.").Coded("second_admin")
	ErrOwn         = fault.New(fault.Conflict, "You cannot decide about your own payment.").Coded("own_request")
)

// Status says what became of a request.
type Status string

// The statuses. Nothing leaves Resolved or Rejected.
const (
	Pending  Status = "pending"
	Resolved Status = "resolved"
	Rejected Status = "rejected"
)

// Resolution says how much was given back.
type Resolution string

// The resolutions.
const (
	Full    Resolution = "full" // all that was left of the payment
	Partial Resolution = "partial"
)

// Payment is what a member paid, as the room that took it knows it.
type Payment struct {
	Kind        string // of its transfers, with their
	Reference   string
	ShowID      string // empty for what was no show
	MemberID    string
	PerformerID string
	Label       string // what it was for, in words; empty for nothing more to say
	Terms       ledger.Terms
	Amounts     []money.Tokens // what was paid, oldest first; negative: what was given back by then
	PaidAt      time.Time      // a show: when it was over
	From        time.Time      // it may be asked about from then on
	Closes      time.Time      // and until then; zero: for Window
	Reopened    time.Time      // what was decided before then may be asked about once more; zero: nothing
	Held        bool           // what is left of it still lies in hold:Reference, and nobody has earned it
	Settled     bool           // what was paid for was delivered, and said so: it may no longer be asked about
}

// Paid is what was paid, whatever was given back.
func (p Payment) Paid() (sum money.Tokens) {
	for _, amount := range p.Amounts {
		sum += max(0, amount)
	}
	return sum
}

// Left is what has not been given back.
func (p Payment) Left() (sum money.Tokens) {
	for _, amount := range p.Amounts {
		sum += amount
	}
	return sum
}

// Until is the last instant to ask about it.
func (p Payment) Until() time.Time {
	if !p.Closes.IsZero() {
		return p.Closes
	}
	return p.PaidAt.Add(Window)
}

// isAnswered reports whether the last request about it, if any, is the last one there may be.
func (p Payment) isAnswered(last lastRequest) bool {
	return last.attempt > 0 && (last.decidedAt.IsZero() || !p.Reopened.After(last.decidedAt))
}

// refusal is why a member may not ask about it now.
func (p Payment) refusal(now time.Time) error {
	switch {
	case p.Left() <= 0:
		return ErrNothing
	case p.Settled:
		return ErrSettled
	case now.Before(p.From):
		return ErrEarly.With("from", p.From)
	case now.After(p.Until()):
		return ErrLate
	}
	return nil
}

// Source is a room that takes payments.
type Source interface {
	// Recent are the member's payments since an instant, newest first, without
	// those of which nothing can be said yet, such as a show that goes on, and with
	// older ones that close later than others.
	Recent(ctx context.Context, tx *db.Tx, memberID string, since time.Time, limit int) ([]Payment, error)
	// Payment is one payment as it stands, or ErrNoPayment.
	Payment(ctx context.Context, tx *db.Tx, kind, reference string) (Payment, error)
	// Refunded notes that tokens of a payment were given back in tx. It fails with
	// ErrNothing when the payment was taken back since it was read.
	Refunded(ctx context.Context, tx *db.Tx, kind, reference string, amount money.Tokens) error
}

// Category is payments that may be asked about for the same reasons.
type Category struct {
	Kinds   []string
	Reasons []string
	Source  Source
}

// People knows usernames by account id.
type People interface {
	Usernames(ctx context.Context, tx *db.Tx, ids ...string) (map[string]string, error)
}

const rateRule = "refunds.ask"

// Limits bound what a member asks for: twenty requests an hour are more than
// anybody has reasons for.
func Limits() limit.Rules { return limit.Rules{rateRule: {Max: 20, Per: time.Hour}} }

// Deps are what refunds stand on.
type Deps struct {
	DB      *db.DB
	Ledger  *ledger.Ledger
	People  People
	Audit   *audit.Log
	Events  *bus.Bus
	Limiter *limit.Limiter // knows Limits()
	Now     func() time.Time
	// Alone reports whether an admin may give tokens of the site without a second one,
	// and counts them if so.
	Alone func(ctx context.Context, tx *db.Tx, adminID, subject string, tokens money.Tokens) (bool, error)
}

// Service takes requests, decides them, and has debts repaid.
type Service struct {
	Deps
	categories []Category
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d} }

// Accept lets members ask about a category of payments. It comes before the first call.
func (s *Service) Accept(c Category) { s.categories = append(s.categories, c) }

// Asked is published when a member has asked.
type Asked struct {
	RequestID string
	MemberID  string
}

// EventName implements bus.Event.
func (Asked) EventName() string { return "refunds.asked" }

// Decided is published when a request has been decided.
type Decided struct{ Request Request }

// EventName implements bus.Event.
func (Decided) EventName() string { return "refunds.decided" }
