package gateway

import (
	"fmt"
	"time"
)

// Kind is what an event says about a payment.
type Kind string

// The kinds (payments.md, Interfaces).
const (
	Pending          Kind = "pending"
	Paid             Kind = "paid"
	Failed           Kind = "failed"
	Expired          Kind = "expired"
	Underpaid        Kind = "underpaid"
	Overpaid         Kind = "overpaid" // paid, and more than the price
	Refunded         Kind = "refunded"
	Voided           Kind = "voided"
	RefundFailed     Kind = "refund-failed" // a refund told before did not reach the payer
	ChargebackOpened Kind = "chargeback-opened"
	ChargebackWon    Kind = "chargeback-won"
	ChargebackLost   Kind = "chargeback-lost"
	FraudReported    Kind = "fraud-reported" // by the payer's bank, before or without a dispute; moves no money
)

// Credits reports whether the kind gives tokens.
func (k Kind) Credits() bool { return k == Paid || k == Overpaid }

// Reverses reports whether the kind takes money back from the site.
func (k Kind) Reverses() bool { return k == Refunded || k == Voided || k == ChargebackOpened }

// Event is one fact about a payment, as the vendor told it.
type Event struct {
	Key         string // the business fact, unique within the gateway
	Kind        Kind
	IntentID    string // empty when the vendor names only its own Ref
	PassThrough string // as it came back; empty when the vendor does not echo it
	Ref         Ref
	Amount      Money // what this event is about
	// Total is all that has been given back, or paid in, for the sale so far,
	// where the vendor says it; its currency is empty otherwise. Refunds told
	// with a total are applied by the difference to what is known, so that
	// their order and number do not matter.
	// Of a failed refund it is what stays given back.
	Total  Money
	Refund string    // the site's own key of the refund it is about; empty where the vendor does not echo it
	At     time.Time // the vendor's time; zero when it gives none
	Reason string    // the vendor's words, for admins
	Doubts []string  // what does not agree with the configuration
}

// Against says what in an event does not agree with the stored intent. Anything
// at all sends the event to quarantine; nothing credits.
func (k Key) Against(in Intent, e Event) (differences []string) {
	differ := func(format string, args ...any) {
		differences = append(differences, fmt.Sprintf(format, args...))
	}
	differences = append(differences, e.Doubts...)
	switch {
	case e.PassThrough != "" && !k.Vouches(e.PassThrough, in):
		differ("the pass-through value is not the intent's")
	case e.PassThrough == "" && e.Kind.Credits():
		differ("the pass-through value is missing")
	}
	if e.IntentID != "" && e.IntentID != in.ID {
		differ("the intent is another one")
	}
	switch {
	case e.Kind.Credits() || e.Kind == Pending:
		if e.Amount != in.Price {
			differ("the amount is %s, not %s", e.Amount, in.Price)
		}
	case e.Kind.Reverses():
		if e.Amount.Currency != in.Price.Currency || e.Amount.Minor <= 0 || e.Amount.Minor > in.Price.Minor {
			differ("the amount is %s of %s", e.Amount, in.Price)
		}
	case e.Amount.Currency != "" && e.Amount.Currency != in.Price.Currency:
		differ("the currency is %s, not %s", e.Amount.Currency, in.Price.Currency)
	}
	return differences
}
