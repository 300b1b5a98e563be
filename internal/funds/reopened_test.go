package funds_test

import (
	"fmt"
	"testing"
	"time"

	"limelight/internal/funds"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

// theCase is the newest case of Tom's.
func (h *fixture) theCase(t *testing.T) funds.Case {
	t.Helper()
	list, _, err := h.Receivables(t.Context(), "", "tom", 0, 9)
	if err != nil || len(list) == 0 {
		t.Fatalf("the cases are %+v (%v)", list, err)
	}
	return list[0]
}

func (h *fixture) decides(t *testing.T, what string) funds.Case {
	t.Helper()
	c, err := h.DecideCase(as(ada), h.theCase(t).ID, what, because)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	return c
}

// A second part refund opens a case again of which a part is written off: what is
// asked of the wallet is what is still owed.
func TestReopenedCaseIsRecovered(t *testing.T) {
	h := setup(t)
	p := h.opened(t)
	in := h.paidFor(t, "tom", p)
	h.tips(t, "tom", "nina", 120)
	h.payOut(t, "nina")
	onItsWay := h.buy(t, "tom", p)
	h.tell(t, refund(in, 500, 500))
	if c := h.decides(t, funds.WriteOff); c.WrittenOff != money.Whole(60) {
		t.Fatalf("%+v", c)
	}
	h.tell(t, refund(in, 500, 1000))
	if c := h.theCase(t); c.State != funds.CaseOpen || c.Amount != money.Whole(120) {
		t.Fatalf("the case is %+v", c)
	}
	h.tell(t, event(onItsWay, gateway.Paid, "paid"))
	if c := h.decides(t, funds.Recover); c.Recovered != money.Whole(60) || c.State != funds.CaseClosed {
		t.Errorf("recovered: %+v", c)
	}
	h.holds(t, ledger.Wallet("tom"), 60)
	h.holds(t, ledger.Receivable("tom"), 0)
	h.Audit(t)
}

// The same, written off twice: each time what is still owed.
func TestReopenedCaseIsWrittenOff(t *testing.T) {
	h := setup(t)
	in := h.paidFor(t, "tom", h.opened(t))
	h.tips(t, "tom", "nina", 120)
	h.payOut(t, "nina")
	for _, total := range []int64{500, 1000} {
		h.tell(t, refund(in, 500, total))
		if c := h.decides(t, funds.WriteOff); int64(c.WrittenOff) != total*12 {
			t.Errorf("after %d: %+v", total, c)
		}
	}
	h.holds(t, ledger.Receivable("tom"), 0)
	h.Audit(t)
}

// A dispute that was lost is won on appeal: everybody has what was before, also
// when what was recovered has gone back to the performer and been paid out.
func TestLostDisputeIsWonOnAppeal(t *testing.T) {
	for _, paidOut := range []bool{false, true} {
		t.Run(fmt.Sprintf("paid out %t", paidOut), func(t *testing.T) {
			h := setup(t)
			p := h.opened(t)
			in := h.paidFor(t, "tom", p)
			h.tips(t, "tom", "nina", 100)
			onItsWay := h.buy(t, "tom", p)
			h.tell(t, event(in, gateway.ChargebackOpened, "opened"))
			h.clock.Advance(time.Hour)
			if _, err := h.RecordOutcome(as(ada), in.ID, false, because); err != nil {
				t.Fatal(err)
			}
			h.tell(t, event(onItsWay, gateway.Paid, "paid"))
			h.decides(t, funds.Recover)
			h.holds(t, ledger.Earnings("nina"), 70)
			if paidOut {
				h.payOut(t, "nina")
			}
			h.clock.Advance(time.Hour)
			if _, err := h.RecordOutcome(as(ada), in.ID, true, because); err != nil {
				t.Fatal(err)
			}
			h.is(t, in, funds.Paid)
			h.holds(t, ledger.Wallet("tom"), 140)
			h.holds(t, ledger.Receivable("tom"), 0)
			if !paidOut {
				h.holds(t, ledger.Earnings("nina"), 70)
			}
			h.Audit(t)
			_, err := h.RecordOutcome(as(ada), in.ID, true, because)
			wants(t, "won twice", err, funds.ErrDecided)
		})
	}
}

// The vendor took a refund on and sends it back days later: the tokens are back,
// the operator is told once, and can refund again, the same amount too.
func TestRefundFails(t *testing.T) {
	h := setup(t)
	failures := testkit.Hear[funds.RefundFailed](h.bus)
	in := h.paidFor(t, "tom", h.opened(t))
	r, err := h.RefundCash(as(ada), in.ID, because)
	if err != nil {
		t.Fatal(err)
	}
	h.is(t, in, funds.Refunded)
	h.clock.Advance(48 * time.Hour)
	failed := after(2*24*60-1, failedRefund(in, 1000, 0))
	failed.Refund = r.ID
	h.tell(t, failed)
	h.tell(t, failed)
	h.is(t, in, funds.Paid)
	h.holds(t, ledger.Wallet("tom"), 120)
	h.Audit(t)
	if told := failures.All(t); len(told) != 1 || told[0].Amount != "10.00 USD" {
		t.Errorf("the operator was told %+v", told)
	}
	file, err := h.Look(t.Context(), in.ID)
	if err != nil || len(file.Refunds) != 1 || file.Refunds[0].State != "failed" {
		t.Errorf("the refunds are %+v (%v)", file.Refunds, err)
	}
	if list, _, err := h.Search(t.Context(), funds.Filter{Unsettled: true, Limit: 9}); err != nil || len(list) != 1 {
		t.Errorf("for an admin: %+v (%v)", list, err)
	}
	if _, err := h.RefundCash(as(ada), in.ID, because); err != nil {
		t.Fatal(err)
	}
	h.is(t, in, funds.Refunded)
	h.holds(t, ledger.Wallet("tom"), 0)
	h.Audit(t)
}

// Vendors that name a refund by the total that it makes give the second one of an
// amount the key of the failed one.
func TestRefundOfTheSameTotalAfterAFailure(t *testing.T) {
	h := setup(t)
	in := h.paidFor(t, "tom", h.opened(t))
	h.tips(t, "tom", "nina", 100)
	h.tell(t, after(1, refund(in, 1000, 1000)))
	h.tell(t, after(2, failedRefund(in, 1000, 0)))
	h.holds(t, ledger.Wallet("tom"), 20)
	h.holds(t, ledger.Earnings("nina"), 70)
	h.tell(t, after(3, refund(in, 1000, 1000)))
	h.is(t, in, funds.Refunded)
	h.holds(t, ledger.Wallet("tom"), 0)
	h.tell(t, after(1, refund(in, 1000, 1000))) // late copies change nothing
	h.tell(t, after(3, refund(in, 1000, 1000)))
	h.Audit(t)
}

// One gateway that does not answer, or whose payment cannot be settled, holds up
// no other; and what failed does not lead the next run.
func TestReconcilerDoesNotStarve(t *testing.T) {
	h := setup(t)
	p := h.opened(t)
	var silent []funds.Intent
	for range 5 {
		silent = append(silent, h.buy(t, "tom", p))
		h.clock.Advance(time.Second)
	}
	h.vendor.silent = map[string]bool{}
	for _, in := range silent {
		h.vendor.silent["s-"+in.ID] = true
	}
	last := h.buy(t, "tom", p)
	h.vendor.facts["s-"+last.ID] = []gateway.Event{event(last, gateway.Paid, "paid")}
	h.clock.Advance(5 * time.Minute)
	first, err := h.Reconcile(t.Context())
	if err != nil || first.Asked != 3 || first.Failed != 3 {
		t.Errorf("the first run: %+v (%v), want three in a row and no more", first, err)
	}
	if _, err := h.Reconcile(t.Context()); err != nil {
		t.Error(err)
	}
	h.is(t, last, funds.Paid)
}

// A payment of the sandbox on a site that has left development mode ends in words,
// once, instead of a warning each hour.
func TestClosedSandboxEndsItsPayments(t *testing.T) {
	h := setup(t)
	if _, err := h.SetUp(as(ada), "sandbox", funds.Setup{Active: true}); err != nil {
		t.Fatal(err)
	}
	o, err := h.SavePackage(as(ada), funds.Package{Name: "Play", Price: price, Tokens: money.Whole(10), Active: true})
	if err != nil {
		t.Fatal(err)
	}
	in := h.buy(t, "tom", o.Package)
	h.mu.Lock()
	h.site.Development = false
	h.mu.Unlock()
	h.clock.Advance(5 * time.Minute)
	if r, err := h.Reconcile(t.Context()); err != nil || r.Failed != 0 || r.Expired != 1 {
		t.Errorf("%+v (%v)", r, err)
	}
	h.is(t, in, funds.Expired)
	file, err := h.Look(t.Context(), in.ID)
	if err != nil || len(file.Events) != 1 || file.Events[0].Reason == "" {
		t.Errorf("the file says %+v (%v)", file.Events, err)
	}
	h.clock.Advance(24 * time.Hour)
	if r, err := h.Reconcile(t.Context()); err != nil || r.Asked != 0 {
		t.Errorf("again: %+v (%v)", r, err)
	}
}
