package funds_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/funds"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// decision is one that gives, pays out or forgives: made says whether it was done at
// once, and tokens about how many it is.
type decision struct {
	tokens money.Tokens
	waits  bool
	check  func(t *rapid.T) // once it is done
}

// decidesAbout makes a payment of a new member of which something is to decide, and has an
// admin decide it.
func (h *fixture) decidesAbout(t testing.TB, kind, member string, p funds.Package) (d decision) {
	in := h.paidFor(t, member, p)
	state := func(r *rapid.T) funds.Intent {
		now, err := h.Look(context.Background(), in.ID)
		if err != nil {
			r.Fatal(err)
		}
		return now.Intent
	}
	switch kind {
	case funds.ProposedRefund:
		r, err := h.RefundCash(as(ada), in.ID, because)
		if err != nil {
			t.Fatal(err)
		}
		return decision{r.Tokens, r.Waits, func(r *rapid.T) {
			if now := state(r); now.State != funds.Refunded {
				r.Fatalf("refunded: %s", now.State)
			}
		}}
	case funds.ProposedOutcome:
		h.tell(t, event(in, gateway.ChargebackOpened, "disputed"))
		now, err := h.RecordOutcome(as(ada), in.ID, true, because)
		if err != nil {
			t.Fatal(err)
		}
		return decision{p.Tokens + p.Bonus, now.Waits, func(r *rapid.T) {
			if now := state(r); now.Dispute != funds.DisputeWon {
				r.Fatalf("won: %s", now.Dispute)
			}
		}}
	}
	if err := h.tip(member, "nina", p.Tokens); err != nil {
		t.Fatal(err)
	}
	h.tell(t, event(in, gateway.ChargebackLost, "lost"))
	cases, _, err := h.Receivables(context.Background(), "", member, 0, 1)
	if err != nil || len(cases) != 1 {
		t.Fatal(len(cases), err)
	}
	c, err := h.DecideCase(as(ada), cases[0].ID, funds.WriteOff, because)
	if err != nil {
		t.Fatal(err)
	}
	return decision{p.Tokens, c.Waits, func(r *rapid.T) {
		if cases, _, err := h.Receivables(context.Background(), "", member, 0, 1); err != nil || cases[0].State != funds.CaseClosed {
			r.Fatalf("written off: %s, %v", cases[0].State, err)
		}
	}}
}

// Whatever one admin gives back, pays out and forgives is one sum with what they enter
// by hand: within 24 hours at most the limit, 500 tokens; what would pass it waits, is
// not done by the same admin, and is by another.
func TestDecisionsOfOneAdminAreOneSum(t *testing.T) {
	h := setup(t)
	p := h.opened(t)
	h.twoAdmins(t)
	type done struct {
		at     time.Time
		tokens money.Tokens
	}
	var alone []done
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		n++
		h.clock.Advance(time.Duration(rapid.IntRange(0, 6*60).Draw(r, "minutes")) * time.Minute)
		var sum money.Tokens
		for _, one := range alone {
			if h.clock.Now().Sub(one.at) < 24*time.Hour {
				sum += one.tokens
			}
		}
		kind := rapid.SampledFrom([]string{funds.ProposedRefund, funds.ProposedOutcome, funds.ProposedReceivable, "by hand"}).Draw(r, "kind")
		if kind == "by hand" {
			in, err := h.Enter(as(ada), manualGateway(100, fmt.Sprint("wire-", n)))
			if err != nil {
				r.Fatal(err)
			}
			if in.State == funds.Paid {
				alone = append(alone, done{h.clock.Now(), money.Whole(100)})
			}
			return
		}
		d := h.decidesAbout(t, kind, fmt.Sprint("member", n), p)
		if fits := sum+d.tokens <= money.Whole(500); d.waits == fits {
			r.Fatalf("%s of %s after %s in a day: waits %t", kind, d.tokens, sum, d.waits)
		}
		if !d.waits {
			alone = append(alone, done{h.clock.Now(), d.tokens})
			d.check(r)
			return
		}
		for _, waiting := range h.waiting(t) {
			wants(t, "one's own second", h.Approve(as(ada), waiting.ID), funds.ErrAnotherAdmin)
			if err := h.Approve(as(ben), waiting.ID); err != nil {
				r.Fatal(err)
			}
		}
		d.check(r)
	})
}

// A refund that its vendor refuses, and a dispute whose outcome the vendor tells
// meanwhile: nothing counts, and nothing is decided twice.
func TestUndoneDecisionsDoNotCount(t *testing.T) {
	h := setup(t)
	p := h.opened(t)
	h.twoAdmins(t)
	for i := range 6 { // 720 tokens in all
		in := h.paidFor(t, fmt.Sprint("m", i), p)
		h.vendor.mu.Lock()
		h.vendor.refuse = gateway.ErrRefused
		h.vendor.mu.Unlock()
		r, err := h.RefundCash(as(ada), in.ID, because)
		if wants(t, "refused by the vendor", err, gateway.ErrRefused); r.Waits {
			t.Fatalf("refund %d waits", i)
		}
	}
	h.vendor.refuse = nil
	if in, err := h.Enter(as(ada), manualGateway(500, "wire")); err != nil || in.State != funds.Paid {
		t.Errorf("what came to nothing was counted: %s, %v", in.State, err)
	}
	in := h.paidFor(t, "eva", p)
	h.tell(t, event(in, gateway.ChargebackOpened, "disputed"))
	if now, err := h.RecordOutcome(as(ada), in.ID, true, because); err != nil || !now.Waits {
		t.Fatalf("waits %t, %v", now.Waits, err)
	}
	h.holds(t, ledger.Wallet("eva"), 0)
	h.tell(t, event(in, gateway.ChargebackWon, "won"))
	wants(t, "decided by the vendor", h.Approve(as(ben), h.waiting(t)[in.ID].ID), funds.ErrDecided)
	h.holds(t, ledger.Wallet("eva"), 120)
	if err := h.Reject(as(ben), h.waiting(t)[in.ID].ID); err != nil {
		t.Error(err)
	}
}
