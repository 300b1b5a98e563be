package payouts_test

import (
	"errors"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"limelight/internal/account"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/payouts"
	"limelight/internal/payouts/rails"
)

// book is what a request must be, by the words of behaviours.md.
type book struct {
	request payouts.Request
	status  payouts.Status
}

// Whatever anybody tries, in any order: a request has the status that the rules
// give it, its account holds its units exactly while it is open, and what was
// earned is somewhere.
func TestRandomDecisions(t *testing.T) {
	h := setup(t)
	h.ready(t, 10_000_000, nina, sara)
	h.set(func(h *fixture) { h.rules.TwoAbove = 0 })
	callers := []account.Caller{nina, sara, loft, dock, ada, bea, tom}
	statuses := []payouts.Status{payouts.Pending, payouts.Processing, payouts.Done, payouts.Rejected, payouts.Cancelled}
	rapid.Check(t, func(rt *rapid.T) {
		who := rapid.SampledFrom([]account.Caller{nina, sara}).Draw(rt, "who")
		r, err := h.ask(who, money.Tokens(rapid.Int64Range(1000_00, 2000_00).Draw(rt, "units")))
		if err != nil {
			rt.Fatal(err)
		}
		b := book{r, payouts.Pending}
		defer func() { // the next one needs the account free, also after a try that was given up
			if p := h.preview(t, who); p.OpenID != "" {
				h.turned(t, map[string]account.Caller{"nina": ada, "sara": loft}[who.ID], p.OpenID, payouts.Rejected)
			}
			h.Holds(t, ledger.Payout(r.ID), 0)
		}()
		for range rapid.IntRange(0, 8).Draw(rt, "tries") {
			by := rapid.SampledFrom(callers).Draw(rt, "by")
			to := rapid.SampledFrom(statuses).Draw(rt, "to")
			err := h.turn(by, r.ID, to)
			if allowed := b.allows(by, to); allowed != (err == nil) {
				rt.Fatalf("%s makes a %s request of %s %s: %v", by.ID, b.status, who.ID, to, err)
			}
			if _, told := errors.AsType[*fault.Fault](err); err != nil && !told {
				rt.Fatalf("%s makes a %s request of %s %s, and the refusal is no text for people: %v", by.ID, b.status, who.ID, to, err)
			}
			if err == nil {
				b.status = to
			}
		}
		if got := h.seen(t, r.ID).Status; got != b.status {
			rt.Fatalf("it is %s, want %s", got, b.status)
		}
	})
	h.Audit(t)
}

func (b book) closed() bool { return b.status != payouts.Pending && b.status != payouts.Processing }

func (b book) allows(by account.Caller, to payouts.Status) bool {
	switch {
	case b.closed():
		return false
	case to == payouts.Cancelled:
		return b.status == payouts.Pending && by.ID == b.request.AccountID
	case b.request.StudioID != "" && by.ID != b.request.StudioID:
		return false
	case b.request.StudioID == "" && by.Role != account.Admin:
		return false
	case to == payouts.Processing:
		return b.status == payouts.Pending
	case to == payouts.Done:
		return b.status == payouts.Processing
	}
	return to == payouts.Rejected
}

// The amount is the largest whole number of minor units that the tokens are
// worth, and the reserve the fewest units that are worth it: for currencies
// without decimals, with two and with three (behaviours.md, "Payouts").
func TestAmountAndReserve(t *testing.T) {
	h := setup(t)
	h.detailed(t, nina, rails.Destination{Method: rails.BankTransfer, Holder: "Nina", IBAN: iban})
	h.earn(t, "nina", "tip", "a", 9_000_000_000_00)
	h.clock.Advance(hold)
	h.set(func(h *fixture) { h.rules.Minimum = nil })
	rapid.Check(t, func(rt *rapid.T) {
		currency := rapid.SampledFrom([]string{"USD", "EUR", "JPY", "KRW", "KWD", "TND"}).Draw(rt, "currency")
		rate := rapid.Int64Range(1, 2_000_000).Draw(rt, "rate")
		units := rapid.OneOf(rapid.Int64Range(1, 1000), rapid.Int64Range(1, 9_000_000_000_00)).Draw(rt, "units")
		h.set(func(h *fixture) { h.rules.Currency, h.rules.Rate = currency, rate })
		p, err := h.Preview(t.Context(), payouts.Order{AccountID: "nina", Role: account.Performer, Method: rails.BankTransfer, Units: money.Tokens(units)})
		if err != nil {
			rt.Fatal(err)
		}
		scale := map[string]int64{"USD": 100, "EUR": 100, "JPY": 1, "KRW": 1, "KWD": 1000, "TND": 1000}[currency]
		value := func(units int64) *big.Rat { // in minor units, exactly
			n := new(big.Int).Mul(big.NewInt(units), big.NewInt(rate))
			return new(big.Rat).SetFrac(n.Mul(n, big.NewInt(scale)), big.NewInt(1_000_000))
		}
		amount := new(big.Rat).SetInt64(p.Amount)
		next := new(big.Rat).SetInt64(p.Amount + 1)
		if amount.Cmp(value(units)) > 0 || next.Cmp(value(units)) <= 0 {
			rt.Errorf("%d units at %d are %s %s, and the amount is %d", units, rate, value(units).FloatString(3), currency, p.Amount)
		}
		reserve := int64(p.Units)
		if value(reserve).Cmp(amount) < 0 || reserve > units || reserve > 0 && value(reserve-1).Cmp(amount) >= 0 {
			rt.Errorf("%d units are reserved for %d %s at %d", reserve, p.Amount, currency, rate)
		}
		if p.Amount == 0 && !errors.Is(p.Refusal, payouts.ErrMinimum) {
			rt.Errorf("an amount of nothing can be asked for: %v", p.Refusal)
		}
	})
}

// No rate and no amount is too large to be refused in words.
func TestAmountsTooLarge(t *testing.T) {
	h := setup(t)
	h.ready(t, 1_000_000_000, nina)
	for _, rate := range []int64{1 << 40, 1 << 62} {
		h.set(func(h *fixture) { h.rules.Rate = rate })
		if p := h.preview(t, nina); p.Refusal == nil && p.Amount <= 0 {
			t.Errorf("at the rate %d the amount is %d", rate, p.Amount)
		}
		if _, err := h.ask(nina, 0); rate == 1<<62 && (err == nil || err.Error() != "This is more than one payout can carry.") {
			t.Errorf("at the rate %d: %v", rate, err)
		}
	}
}
