// Package funds turns money into tokens, and takes tokens back when the money is
// taken back: packages, payments, their gateways, losses and spending limits.
// README.md has the model.
//
// Invariants:
//   - tokens are credited only by an authentic, matched and new event, in one
//     transaction with the ledger, the payment's state and the news;
//   - a payment's state is a function of the set of its events (Decide), so their
//     order and their number do not matter;
//   - every transfer of funds has its posting, and every posting its transfer (Rule);
//   - what was taken back is what the money's loss is worth, no more: from the
//     wallet, and for the rest a receivable that is never above zero;
//   - no wallet and no earnings go below zero.
package funds

import (
	"net/http"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/kit/secretbox"
	"limelight/internal/ledger"
)

// The refusals.
var (
	ErrNoPackage = fault.New(fault.NotFound, "This package does not exist.")
	ErrNoPayment = fault.New(fault.NotFound, "This payment does not exist.")
	ErrNoGateway = fault.New(fault.NotFound, "This way to pay does not exist.")
	ErrNoMember  = fault.New(fault.NotFound, "This member does not exist.")
	ErrNoCase    = fault.New(fault.NotFound, "This receivable does not exist.")
	// ErrNotOffered: the gateway is off, or cannot carry the package.
	ErrNotOffered = fault.New(fault.Conflict, "This way to pay is not offered for this package.").Coded("gateway_not_offered")
	ErrMail       = fault.New(fault.Conflict, "Please verify your mail address before you buy tokens.").Coded("email_unverified")
	// ErrOwes: money of an earlier payment was taken back and not made good.
	ErrOwes = fault.New(fault.Conflict, "An earlier payment was taken back. Please contact support before you buy again.").Coded("receivable_open")
	// ErrFrozen: nothing is spent until an admin has decided.
	ErrFrozen  = fault.New(fault.Conflict, "Your spending is paused while a payment is being looked at. Please contact support.").Coded("spending_frozen")
	ErrCooling = fault.New(fault.Conflict, "You have paused your spending.").Coded("cool_off")
	ErrLimit   = fault.New(fault.Conflict, "You have reached the spending limit that you set.").Coded("limit_reached")
	ErrDecided = fault.New(fault.Conflict, "This has already been decided.").Coded("decided")
	// ErrAnotherAdmin: the same admin cannot be both of the two.
	ErrAnotherAdmin = fault.New(fault.Conflict, "Another admin must decide this.").Coded("another_admin")
)

// Rules are the settings of funds.
type Rules struct {
	SecondAdminAbove money.Tokens // a quarantined payment of more needs two admins
}

// Deps are what funds stand on.
type Deps struct {
	DB       *db.DB
	Ledger   *ledger.Ledger
	Accounts *account.Service
	Audit    *audit.Log
	Events   *bus.Bus
	Limiter  *limit.Limiter // knows "funds.buy" by member, and "funds.forged" by address
	Seals    *secretbox.Keys
	Key      gateway.Key // of pass-through values; at least 32 bytes
	Registry []Maker     // the gateways that the program has
	Client   *http.Client
	Site     func() gateway.Site
	Rules    func() Rules
	Now      func() time.Time
}

// core is what every part of the funds has.
type core struct {
	Deps
	counts *counts
}

// Service is the funds: their parts behind one door. Each part stands on those before it.
type Service struct {
	*core
	*Approvals
	*Setups
	*Catalogue
	*SpendingLimits
	*Losses
	*Settlement
	*Notifications
	*Payments
	*Checkout
	*CashRefunds
	*Reconciler
	*ManualEntries
	*Outcomes
	*MismatchQueue
	*DisputeRatios
	*Decisions
}

// New makes the service.
func New(d Deps) *Service {
	c := &core{d, newCounts(d.Registry)}
	approvals := &Approvals{c}
	setups := &Setups{c, approvals}
	catalogue := &Catalogue{c, approvals, setups}
	limits := &SpendingLimits{c}
	postings := &Postings{c}
	losses := &Losses{c, approvals, postings}
	settlement := &Settlement{c, postings, losses}
	payments := &Payments{c, settlement}
	outcomes := &Outcomes{c, approvals, settlement}
	refunds := &CashRefunds{c, approvals, setups, postings, losses, settlement}
	return &Service{
		core: c, Approvals: approvals, Setups: setups, Catalogue: catalogue, SpendingLimits: limits, Losses: losses, Settlement: settlement,
		Payments: payments, CashRefunds: refunds, Outcomes: outcomes,
		Notifications: &Notifications{c, setups, settlement},
		Checkout:      &Checkout{c, setups, limits, payments},
		Reconciler:    &Reconciler{c, setups, settlement, refunds},
		ManualEntries: &ManualEntries{c, approvals, setups, settlement},
		MismatchQueue: &MismatchQueue{c, approvals, settlement},
		DisputeRatios: &DisputeRatios{c},
		Decisions:     &Decisions{c, approvals, setups, catalogue, losses, outcomes, refunds},
	}
}

// PaymentPaid is published when a payment has credited its tokens.
type PaymentPaid struct {
	IntentID  string
	AccountID string
	Tokens    money.Tokens
	Bonus     money.Tokens
}

// EventName implements bus.Event.
func (PaymentPaid) EventName() string { return "funds.paid" }

// PaymentChanged is published with every change of a payment's state.
type PaymentChanged struct {
	IntentID  string
	AccountID string
	State     State
}

// EventName implements bus.Event.
func (PaymentChanged) EventName() string { return "funds.changed" }

// MoneyTakenBack is published when a refund or a dispute has taken money back: a
// strike and a risk for those who count them.
type MoneyTakenBack struct {
	CaseID     string
	IntentID   string
	AccountID  string
	Cause      string       // CauseRefund or CauseDispute
	Taken      money.Tokens // now
	Receivable money.Tokens // of it, what had been spent
}

// EventName implements bus.Event.
func (MoneyTakenBack) EventName() string { return "funds.takenBack" }

// Recovered is published when an admin took tokens for a receivable: the member
// is told.
type Recovered struct {
	CaseID    string
	AccountID string
	Tokens    money.Tokens
}

// EventName implements bus.Event.
func (Recovered) EventName() string { return "funds.recovered" }

// Quarantined is published when an event did not agree with its payment: an alert
// for the operator.
type Quarantined struct {
	ID       string
	Gateway  string
	IntentID string
}

// EventName implements bus.Event.
func (Quarantined) EventName() string { return "funds.quarantined" }
