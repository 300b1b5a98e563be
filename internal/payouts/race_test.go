package payouts_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/payouts"
	"limelight/internal/testkit"
)

// Sixteen clicks in two tabs: one request, and one reserve.
func TestTwoRequestsAtOnce(t *testing.T) {
	h := setup(t)
	h.ready(t, 4000, nina)
	var made atomic.Int64
	testkit.Together(16, func(int) {
		_, err := h.ask(nina, money.Whole(1000))
		switch {
		case err == nil:
			made.Add(1)
		case !errors.Is(err, payouts.ErrOpen):
			t.Error(err)
		}
	})
	if made.Load() != 1 {
		t.Errorf("%d requests were made, want 1", made.Load())
	}
	h.Holds(t, ledger.Earnings("nina"), money.Whole(3000))
	h.Audit(t)
}

// She cancels while an admin approves: one of them is told that the other was
// first, and the tokens are where the request says.
func TestCancelRacesApproval(t *testing.T) {
	h := setup(t)
	h.ready(t, 40_000, nina)
	for range 10 {
		r, err := h.ask(nina, money.Whole(1000))
		if err != nil {
			t.Fatal(err)
		}
		var errs [2]error
		testkit.Together(2, func(i int) {
			if i == 0 {
				errs[i] = h.turn(nina, r.ID, payouts.Cancelled)
			} else {
				errs[i] = h.turn(ada, r.ID, payouts.Processing)
			}
		})
		switch status := h.seen(t, r.ID).Status; {
		case status == payouts.Cancelled && errs[0] == nil && errors.Is(errs[1], payouts.ErrFinal):
			h.Holds(t, ledger.Payout(r.ID), 0)
		case status == payouts.Processing && errs[1] == nil && errors.Is(errs[0], payouts.ErrUnderWay):
			h.Holds(t, ledger.Payout(r.ID), money.Whole(1000))
			h.turned(t, ada, r.ID, payouts.Done)
		default:
			t.Fatalf("the request is %s; she heard %v, the admin %v", status, errs[0], errs[1])
		}
	}
	h.Audit(t)
}

// Eight admins say at once that it is done: it was paid once.
func TestRequestIsPaidOnce(t *testing.T) {
	h := setup(t)
	h.ready(t, 2000, nina)
	r := h.asked(t, nina)
	h.turned(t, ada, r.ID, payouts.Processing)
	var done atomic.Int64
	testkit.Together(8, func(int) {
		err := h.turn(ada, r.ID, payouts.Done)
		switch {
		case err == nil:
			done.Add(1)
		case !errors.Is(err, payouts.ErrFinal):
			t.Error(err)
		}
	})
	if done.Load() != 1 {
		t.Errorf("it was done %d times, want once", done.Load())
	}
	if err := h.turn(ada, r.ID, payouts.Done); !errors.Is(err, payouts.ErrFinal) {
		t.Errorf("done again: %v", err)
	}
	h.Holds(t, ledger.WorldPayout, money.Whole(2000))
	h.Audit(t)
}

// Above the limit one admin is not enough, however often she approves.
func TestTwoApprovers(t *testing.T) {
	h := setup(t)
	h.ready(t, 40_000, nina) // 2,000 dollars
	r := h.asked(t, nina)
	h.turned(t, ada, r.ID, payouts.Processing)
	if r = h.seen(t, r.ID); r.Status != payouts.Pending || r.FirstBy != "ada" {
		t.Errorf("after one approval it is %s, first by %q", r.Status, r.FirstBy)
	}
	if err := h.turn(ada, r.ID, payouts.Processing); !errors.Is(err, payouts.ErrSecond) {
		t.Errorf("the same admin approves again: %v", err)
	}
	if err := h.turn(ada, r.ID, payouts.Done); !errors.Is(err, payouts.ErrNotApproved) {
		t.Errorf("it was paid with one approval: %v", err)
	}
	h.set(func(h *fixture) { h.rules.TwoAbove = 0 }) // who lowers the guard is no second person either
	if err := h.turn(ada, r.ID, payouts.Processing); !errors.Is(err, payouts.ErrSecond) {
		t.Errorf("the same admin approves after the limit was lifted: %v", err)
	}
	h.turned(t, bea, r.ID, payouts.Processing)
	h.turned(t, bea, r.ID, payouts.Done)
	h.Audit(t)
}

// Both admins approve at once, again and again: always one was the first and the
// other the second.
func TestTwoApproversAtOnce(t *testing.T) {
	h := setup(t)
	h.ready(t, 40_000, nina)
	r := h.asked(t, nina)
	var refused atomic.Int64
	testkit.Together(8, func(i int) {
		by := []account.Caller{ada, bea}[i%2]
		if err := h.turn(by, r.ID, payouts.Processing); err != nil {
			refused.Add(1)
		}
	})
	if r = h.seen(t, r.ID); r.Status != payouts.Processing || r.FirstBy == r.ApprovedBy || refused.Load() != 6 {
		t.Errorf("it is %s, approved by %q and %q, with %d refusals", r.Status, r.FirstBy, r.ApprovedBy, refused.Load())
	}
	h.Audit(t)
}

// Money comes in, is asked for, rejected and paid, by many at once: the books
// are right.
func TestConcurrentRequestsAndIncomes(t *testing.T) {
	h := setup(t)
	h.ready(t, 100_000, nina, sara, loft)
	h.set(func(h *fixture) { h.rules.TwoAbove = 0 })
	var mu sync.Mutex
	paid := money.Tokens(0)
	testkit.Together(6, func(i int) {
		who := []account.Caller{nina, sara, loft}[i%3]
		decider := []account.Caller{ada, loft, bea}[i%3]
		for n := range 8 {
			r, err := h.ask(who, money.Whole(1000))
			if err != nil {
				continue // the other tab has one open
			}
			if n%4 == 3 {
				h.turned(t, decider, r.ID, payouts.Rejected)
				continue
			}
			h.turned(t, decider, r.ID, payouts.Processing)
			h.turned(t, decider, r.ID, payouts.Done)
			if r.StudioID == "" {
				mu.Lock()
				paid += r.Units
				mu.Unlock()
			}
		}
	})
	if paid == 0 {
		t.Error("nothing was paid")
	}
	h.Holds(t, ledger.WorldPayout, paid)
	h.Audit(t)
}
