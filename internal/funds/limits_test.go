package funds_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/funds"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

// A limit at its edges: the last token fits, the next does not, and a day later
// it does again.
func TestLimits(t *testing.T) {
	h := setup(t)
	p := h.opened(t)
	for range 3 {
		h.paidFor(t, "tom", p)
	}
	l, err := h.SetLimits(t.Context(), "tom", funds.Caps{Daily: money.Whole(50), Weekly: money.Whole(70)})
	if err != nil || l.Daily != money.Whole(50) || !l.NextAt.IsZero() {
		t.Fatalf("%+v (%v)", l, err)
	}
	h.tips(t, "tom", "nina", 50)
	wants(t, "a unit above a day's", h.tip("tom", "nina", 1), funds.ErrLimit)
	_, err = h.Buy(t.Context(), funds.Order{MemberID: "tom", PackageID: p.ID}, "")
	wants(t, "buying at the limit", err, funds.ErrLimit)
	h.clock.Advance(24*time.Hour - time.Millisecond)
	wants(t, "a millisecond early", h.tip("tom", "nina", money.Whole(20)), funds.ErrLimit)
	h.clock.Advance(2 * time.Millisecond)
	h.tips(t, "tom", "nina", 20)
	wants(t, "a unit above a week's", h.tip("tom", "nina", 1), funds.ErrLimit)
	if l, err = h.Limits(t.Context(), "tom"); err != nil || l.Spent.Daily != money.Whole(20) || l.Spent.Weekly != money.Whole(70) {
		t.Errorf("%+v (%v)", l, err)
	}
}

// Lower acts at once, higher and none after 24 hours; a new wish replaces the old.
func TestHigherLimitsWait(t *testing.T) {
	h := setup(t)
	set := func(daily int64) funds.Limits {
		t.Helper()
		l, err := h.SetLimits(t.Context(), "tom", funds.Caps{Daily: money.Whole(daily)})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	now := func(want int64) {
		t.Helper()
		if l, err := h.Limits(t.Context(), "tom"); err != nil || l.Daily != money.Whole(want) {
			t.Errorf("the limit is %v (%v), want %d", l.Daily, err, want)
		}
	}
	set(100)
	if l := set(200); l.Daily != money.Whole(100) || l.Next.Daily != money.Whole(200) {
		t.Errorf("%+v", l)
	}
	h.clock.Advance(24*time.Hour - time.Millisecond)
	now(100)
	h.clock.Advance(time.Millisecond)
	now(200)
	set(0) // none
	h.clock.Advance(23 * time.Hour)
	set(150) // lower: at once, and the wish for none is gone
	now(150)
	h.clock.Advance(48 * time.Hour)
	now(150)
	set(0)
	h.clock.Advance(24 * time.Hour)
	now(0)
	if _, err := h.SetLimits(t.Context(), "tom", funds.Caps{Daily: -1}); err == nil {
		t.Error("a limit below zero")
	}
}

func TestCoolOff(t *testing.T) {
	h := setup(t)
	p := h.opened(t)
	h.paidFor(t, "tom", p)
	if _, err := h.CoolOff(t.Context(), "tom", 2*time.Hour); err != nil {
		t.Fatal(err)
	}
	if _, err := h.CoolOff(t.Context(), "tom", time.Hour); err == nil {
		t.Error("a pause was made shorter")
	}
	wants(t, "spending", h.tip("tom", "nina", 1), funds.ErrCooling)
	_, err := h.Buy(t.Context(), funds.Order{MemberID: "tom", PackageID: p.ID}, "")
	wants(t, "buying", err, funds.ErrCooling)
	h.clock.Advance(2*time.Hour - time.Millisecond)
	wants(t, "a millisecond early", h.tip("tom", "nina", 1), funds.ErrCooling)
	h.clock.Advance(time.Millisecond)
	h.tips(t, "tom", "nina", 1)
}

// Twenty tips of five at once, under a limit of 50: ten.
func TestConcurrentTipsUnderALimit(t *testing.T) {
	h := setup(t)
	h.paidFor(t, "tom", h.opened(t))
	if _, err := h.SetLimits(t.Context(), "tom", funds.Caps{Daily: money.Whole(50)}); err != nil {
		t.Fatal(err)
	}
	var sent atomic.Int64
	testkit.Together(20, func(int) {
		switch err := h.tip("tom", "nina", money.Whole(5)); {
		case err == nil:
			sent.Add(1)
		case !errors.Is(err, funds.ErrLimit):
			t.Error(err)
		}
	})
	if sent.Load() != 10 {
		t.Errorf("%d tips were sent, want 10", sent.Load())
	}
	h.Audit(t)
}

// What an order of an earlier day gives back is no room for today; what today's own
// gives back is.
func TestReturnsOfEarlierDaysDoNotRaiseLimits(t *testing.T) {
	h := setup(t)
	p := h.opened(t)
	h.paidFor(t, "tom", p)
	for i := range 6 {
		h.holds10(t, fmt.Sprint("old-", i), false)
	}
	h.clock.Advance(25 * time.Hour)
	if _, err := h.SetLimits(t.Context(), "tom", funds.Caps{Daily: money.Whole(30)}); err != nil {
		t.Fatal(err)
	}
	spent := func(want int64) {
		t.Helper()
		if l, err := h.Limits(t.Context(), "tom"); err != nil || l.Spent.Daily != money.Whole(want) {
			t.Errorf("%v are spent today (%v), want %d", l.Spent.Daily, err, want)
		}
	}
	h.holds10(t, "new", false)
	h.tips(t, "tom", "nina", 20)
	spent(30)
	for i := range 6 {
		h.holds10(t, fmt.Sprint("old-", i), true)
	}
	spent(30)
	wants(t, "a unit above a day's", h.tip("tom", "nina", 1), funds.ErrLimit)
	h.holds10(t, "new", true)
	spent(20)
	h.tips(t, "tom", "nina", 10)
	wants(t, "a unit above what came back", h.tip("tom", "nina", 1), funds.ErrLimit)
}

// holds10 moves 10 tokens of Tom's into an order's hold, or back when it is cancelled.
func (h *fixture) holds10(t *testing.T, order string, back bool) {
	t.Helper()
	leg := ledger.Leg{Source: ledger.Wallet("tom"), Target: ledger.Hold(order), Amount: money.Whole(10)}
	if back {
		leg.Source, leg.Target = leg.Target, leg.Source
	}
	err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: fmt.Sprint(order, back), Kind: "product", Reference: order, Payer: "tom", Payee: "nina", Legs: []ledger.Leg{leg},
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
