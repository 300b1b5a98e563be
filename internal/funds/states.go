package funds

import (
	"math/bits"

	"limelight/internal/funds/gateway"
	"limelight/internal/kit/money"
)

// State is how far a payment is.
type State string

// The states (payments.md, Intent).
const (
	Created     State = "created"
	Pending     State = "pending"
	Failed      State = "failed"
	Expired     State = "expired"
	Underpaid   State = "underpaid"
	Paid        State = "paid"
	Refunded    State = "refunded"
	ChargedBack State = "charged_back"
	Quarantine  State = "quarantine"
)

// ranks is the state machine: how high a kind of event lifts a payment. States only
// move up. That a payment which failed, ended or lacked something may yet be paid
// is the vendors' way: a form can be filled in again, and a transfer be late.
var ranks = map[gateway.Kind]struct {
	rank  int
	state State
}{
	gateway.Pending:   {1, Pending},
	gateway.Failed:    {2, Failed},
	gateway.Expired:   {3, Expired},
	gateway.Underpaid: {4, Underpaid},
	gateway.Paid:      {5, Paid},
	gateway.Overpaid:  {5, Paid},
}

// The outcomes of a dispute. None: there was none.
const (
	DisputeOpen = "open"
	DisputeWon  = "won"
	DisputeLost = "lost"
)

// fact is what the deciding function needs of an event; amounts in minor units.
type fact struct {
	kind   gateway.Kind
	amount int64
	total  int64 // -1: not told
	at     int64 // the vendor's time, in milliseconds
}

// Status is what all events of a payment make of it.
type Status struct {
	State    State
	Refunded int64  // minor units given back for good
	Disputed int64  // and those taken back by a dispute that stands
	Dispute  string // its outcome
	Surplus  bool   // more was paid than the price
	Orphaned bool   // money was taken back of a payment that is not known to be paid
}

// inForce reports whether a dispute takes money.
func (s Status) inForce() bool { return s.Dispute == DisputeOpen || s.Dispute == DisputeLost }

// Decide is the deciding function: the status of a payment of a price, given
// the set of its events. It does not look at their order.
func Decide(price int64, facts []fact) Status {
	s := Status{State: Created}
	rank := 0
	for _, f := range facts {
		if step := ranks[f.kind]; step.rank > rank {
			rank, s.State = step.rank, step.state
		}
		s.Surplus = s.Surplus || f.kind == gateway.Overpaid
	}
	back := takenBack(price, facts)
	if s.State != Paid {
		s.Orphaned = back.Refunded > 0 || back.Dispute != ""
		return s
	}
	s.Refunded, s.Disputed, s.Dispute = back.Refunded, back.Disputed, back.Dispute
	switch {
	case s.inForce():
		s.State = ChargedBack
	case s.Refunded > 0 && s.Refunded == price:
		s.State = Refunded
	}
	return s
}

// takenBack sums what refunds and disputes took.
func takenBack(price int64, facts []fact) (s Status) {
	s.Refunded = min(price, refunded(facts))
	var most int64
	s.Dispute, most = disputed(facts)
	if s.inForce() {
		s.Disputed = min(most, price-s.Refunded)
		if most == 0 {
			s.Disputed = price - s.Refunded // a loss without an amount is of all
		}
	}
	return s
}

// refunded is what refunds gave back for good. Those that tell a total are known by
// the largest. Once one has failed, and the vendor said what stays given back, that
// holds for all before.
func refunded(facts []fact) int64 {
	var single, total int64
	failed := fact{at: -1}
	for _, f := range facts {
		switch {
		case f.kind != gateway.RefundFailed:
		case f.total < 0:
			single -= f.amount
		case f.at > failed.at || f.at == failed.at && f.total < failed.total:
			failed = f
		}
	}
	total = failed.total
	for _, f := range facts {
		switch {
		case f.kind != gateway.Refunded && f.kind != gateway.Voided, f.at <= failed.at:
		case f.total < 0:
			single += f.amount
		default:
			total = max(total, f.total)
		}
	}
	return max(0, single+total)
}

// disputed is how the disputes of a payment stand, and the largest amount of them.
// As many are open as were opened and have no outcome. One that was lost stays
// lost, unless there are more outcomes than disputes: then one was reversed (an
// appeal), and the latest outcome holds; of two at once, the loss.
func disputed(facts []fact) (outcome string, most int64) {
	opened, won, lost := 0, 0, 0
	last := fact{at: -1}
	for _, f := range facts {
		switch f.kind {
		case gateway.ChargebackOpened:
			opened, most = opened+1, max(most, f.amount)
			continue
		case gateway.ChargebackWon:
			won++
		case gateway.ChargebackLost:
			lost, most = lost+1, max(most, f.amount)
		default:
			continue
		}
		if f.at > last.at || f.at == last.at && f.kind == gateway.ChargebackLost {
			last = f
		}
	}
	reversed := won+lost > opened && last.kind == gateway.ChargebackWon
	switch {
	case lost > 0 && !reversed:
		return DisputeLost, most
	case opened > won+lost:
		return DisputeOpen, most
	case won > 0:
		return DisputeWon, most
	}
	return "", most
}

// worth is how many tokens of a credit the money stands for: rounded down, and
// all of them for the whole price.
func worth(credit money.Tokens, part, price int64) money.Tokens {
	if price == 0 {
		return 0
	}
	high, low := bits.Mul64(uint64(credit), uint64(part))
	n, _ := bits.Div64(high, low, uint64(price))
	return money.Tokens(n)
}
