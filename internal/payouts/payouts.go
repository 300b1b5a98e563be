// Package payouts pays performers and studios what they have earned.
//
// A request reserves tokens in an account of its own, payout:<id>, and freezes
// what it is worth, where it goes and what it covers. It goes to the performer's
// studio, or else to the site. The site pays by files (rails), frozen in batches.
//
// Invariants:
//   - an account has one open request at most (an index of the database says so);
//   - a request's payout:<id> holds its units while it is open, and nothing when it
//     is final (Rule proves it);
//   - what is done was posted out once: to the world, or to the studio that paid;
//     what was rejected or cancelled went back whole;
//   - nothing leaves a final state, and nobody decides a request of one's own;
//   - a batch's bytes never change, and exporting them moves nothing;
//   - what was exported is free again by the word of two admins, where there are two
//     (releases.go).
//
// Every status has one way in: decide (state.go).
package payouts

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/kit/secretbox"
	"limelight/internal/ledger"
	"limelight/internal/payouts/rails"
)

// The ledger's kinds: tokens reserved (and, reversed, released); tokens paid out.
const (
	KindReserve = "payout"
	KindDone    = "payout_done"
)

// Kinds are what they are to the ledger's readers.
var Kinds = ledger.Kinds{
	{ID: KindReserve, One: "Payout asked for", Many: "Payouts asked for"},
	{ID: KindDone, One: "Payout paid", Many: "Payouts paid"},
}

// Status is where a request is in its life (behaviours.md, "Payouts").
type Status string

// The statuses. The last three are final.
const (
	Pending    Status = "pending"
	Processing Status = "processing"
	Done       Status = "done"
	Rejected   Status = "rejected"
	Cancelled  Status = "cancelled"
)

// Request is one wish to be paid.
type Request struct {
	ID         string       `db:"id"`
	AccountID  string       `db:"account_id"`
	Role       account.Role `db:"role"`      // of AccountID
	StudioID   string       `db:"studio_id"` // who decides; empty: the site
	Status     Status       `db:"status"`
	Method     rails.Method `db:"method"`
	Shown      string       `db:"shown"`  // the destination, masked
	Units      money.Tokens `db:"units"`  // reserved
	Amount     int64        `db:"amount"` // in minor units of Currency
	Currency   string       `db:"currency"`
	Rate       int64        `db:"rate"` // ten-thousandths of a unit of Currency per token
	Lines      []Line       // what it covers, by kind; they sum to Units
	Since      time.Time    `db:"since"`
	Until      time.Time    `db:"until"` // incomes from Since on and before Until
	Note       string       `db:"note"`
	FirstBy    string       `db:"first_by"` // who approved first, where two are needed
	ApprovedBy string       `db:"approved_by"`
	DecidedBy  string       `db:"decided_by"` // who made it final
	Reason     string       `db:"reason"`
	Reference  string       `db:"reference"` // of the payment, outside
	BatchID    string       `db:"batch_id"`
	Releases   []Release    // the exported files it was in and left unpaid, oldest first
	CreatedAt  time.Time    `db:"created_at"`
	UpdatedAt  time.Time    `db:"updated_at"`

	transferID  string `db:"transfer_id"` // that reserved
	destination string `db:"destination"` // sealed
	lines       string `db:"lines"`       // Lines in JSON, as they are stored
}

// Line is what a request covers of one kind of income.
type Line struct {
	Kind  string       `json:"type"`
	Count int          `json:"count"`
	Token money.Tokens `json:"token"`
}

// carried is the kind of the line for all that is no new income: what earlier
// requests left, what was refunded since, what this request leaves.
const carried = "carried"

// Requested is published when a request has been made.
type Requested struct {
	RequestID string       `json:"requestId"`
	AccountID string       `json:"accountId"`
	StudioID  string       `json:"studioId"`
	Units     money.Tokens `json:"units"`
	Amount    string       `json:"amount"` // with the decimals of the currency
	Currency  string       `json:"currency"`
}

// EventName names the event on the bus.
func (Requested) EventName() string { return "payouts.requested" }

// Changed is published when a request has got another status.
type Changed struct {
	RequestID string       `json:"requestId"`
	AccountID string       `json:"accountId"`
	StudioID  string       `json:"studioId"`
	Status    Status       `json:"status"`
	Reason    string       `json:"reason"`
	Units     money.Tokens `json:"units"`
	Amount    string       `json:"amount"`
	Currency  string       `json:"currency"`
}

// EventName names the event on the bus.
func (Changed) EventName() string { return "payouts.changed" }

// Rules are the settings of payouts, read at each use.
type Rules struct {
	Currency string                 // ISO 4217
	Rate     int64                  // ten-thousandths of a unit of Currency per token; 0: no payouts
	Hold     time.Duration          // how long an income waits before it can be paid out
	Minimum  map[rails.Method]int64 // in whole units of Currency
	Freeze   time.Duration          // after new payout details
	TwoAbove int64                  // whole units of a currency above which two admins approve; what one approves in a day is summed; 0: never
}

// Members knows whose a performer is: her studio's id, or nothing.
type Members interface {
	StudioOf(ctx context.Context, tx *db.Tx, performerID string) (string, error)
}

// Debts knows what of somebody's earnings is spoken for: receivables against
// later earnings, and incomes in dispute.
type Debts interface {
	Owed(ctx context.Context, tx *db.Tx, accountID string) (money.Tokens, error)
}

// People knows usernames by account id. An id that it does not know is absent.
type People interface {
	Usernames(ctx context.Context, tx *db.Tx, ids ...string) (map[string]string, error)
}

// Proof asks who calls for their password unless they gave it a moment ago
// (trust.md, Sessions 7). property names the field that is missing or wrong.
type Proof interface {
	StepUp(ctx context.Context, c account.Caller, property, password string) error
}

// Admins counts the active admins but one who may decide about money.
type Admins interface {
	EstablishedAdmins(ctx context.Context, tx *db.Tx, except string) (int, error)
}

// Deps are what payouts stand on.
type Deps struct {
	DB       *db.DB
	Ledger   *ledger.Ledger
	Keys     *secretbox.Keys
	Members  Members
	Debts    Debts
	People   People
	Audit    *audit.Log
	Proof    Proof
	Admins   Admins
	Limiter  *limit.Limiter // its rule "payouts.details" is by account: each change is mailed
	Events   *bus.Bus
	Rules    func() Rules
	Sender   func() rails.Sender
	SiteName func() string // on statements
	Kinds    ledger.Kinds  // in words, on statements
	Now      func() time.Time
}

// core is what every part of the payouts has.
type core struct{ Deps }

// Service pays: its parts behind one door. Each part stands on those before it.
type Service struct {
	*core
	*Destinations
	*Balances
	*Requests
	*Releases
	*Decisions
	*Batches
	*Statements
}

// New makes the service.
func New(d Deps) *Service {
	c := &core{d}
	destinations := &Destinations{c}
	balances := &Balances{c, destinations}
	requests := &Requests{c, balances}
	releases := &Releases{c}
	decisions := &Decisions{c, requests, releases}
	return &Service{
		core: c, Destinations: destinations, Balances: balances, Requests: requests, Releases: releases, Decisions: decisions,
		Batches:    &Batches{c, requests, releases, decisions, rails.All()},
		Statements: &Statements{c, requests},
	}
}

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	s.Destinations.routes(r)
	s.Balances.routes(r)
	s.Requests.routes(r)
	s.Decisions.routes(r)
	s.Statements.routes(r)
	s.Batches.routes(r)
}

// earner admits performers and studios.
var earner = account.AnyOf(account.Performer, account.Studio)

// earners are those who are paid, what they are called in the addresses of their requests, and who
// sees one of those: of a studio, also who decides the requests of its models, but for its own.
var earners = []struct {
	path  string
	role  account.Role
	views api.Guard
}{
	{"performer", account.Performer, account.Performer.Guard()},
	{"studio", account.Studio, account.DecideModelPayouts.Guard()},
}

// The refusals of a request.
var (
	ErrAbsent    = fault.New(fault.NotFound, "This payout request does not exist.")
	ErrOpen      = fault.New(fault.Conflict, "You have an open payout request already.").Coded("request_open")
	ErrFrozen    = fault.New(fault.Conflict, "Your payout details are new. Payouts begin again later, for your safety.").Coded("details_new")
	ErrNoDetails = fault.New(fault.Conflict, "Please enter your payout details first.").Coded("no_details")
	ErrNoRate    = fault.New(fault.Unavailable, "Payouts are not open yet: the site has set no rate.")
	ErrMinimum   = fault.New(fault.Conflict, "This is less than the minimum of a payout.").Coded("below_minimum")
)
