package purchases_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/purchases"
	"limelight/internal/testkit"
)

// Tom takes a purchase back on its last second: he has his tokens again, nobody else has
// anything of them, and the gallery is for sale to him as before.
func TestUndo(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	p := h.buy(t, tom, "attic").Purchase
	h.clock.Advance(time.Minute)
	r, err := h.Undo(t.Context(), "tom", p.ID, "click-1")
	if err != nil || r.Balance != money.Whole(100) || r.Purchase.EndedAt.IsZero() || !r.Purchase.UndoUntil().IsZero() {
		t.Fatalf("%v: undone as %+v", err, r)
	}
	if h.owns(t, "tom", "attic") || h.deliver(t, "tom", "attic") {
		t.Error("he still owns it")
	}
	for _, account := range []ledger.Account{ledger.Earnings("sara"), ledger.Earnings("loft"), ledger.SiteRevenue} {
		h.Holds(t, account, 0)
	}
	again, err := h.Undo(t.Context(), "tom", p.ID, "click-1") // the same click
	if err != nil || again.Balance != r.Balance {
		t.Errorf("the same click: %v, %+v", err, again)
	}
	undone := h.undone.All(t)
	if len(undone) != 1 || undone[0].Purchase.ID != p.ID {
		t.Errorf("heard of %+v", undone)
	}
	h.buy(t, tom, "attic")
	h.Holds(t, ledger.Wallet("tom"), money.Whole(50))
	h.Audit(t)
}

func TestUndoRefused(t *testing.T) {
	for name, c := range map[string]struct {
		before func(t *testing.T, h *fixture, p purchases.Purchase)
		member string
		want   error
	}{
		"a millisecond late": {func(_ *testing.T, h *fixture, _ purchases.Purchase) { h.clock.Advance(time.Minute + time.Millisecond) }, "tom", purchases.ErrUndoLate},
		"twice": {func(t *testing.T, h *fixture, p purchases.Purchase) {
			if _, err := h.Undo(t.Context(), "tom", p.ID, ""); err != nil {
				t.Error(err)
			}
		}, "tom", purchases.ErrUndone},
		"once it was opened": {func(t *testing.T, h *fixture, _ purchases.Purchase) { h.deliver(t, "tom", "beach") }, "tom", purchases.ErrDelivered},
		"after a part was given back": {func(t *testing.T, h *fixture, p purchases.Purchase) {
			if err := h.giveBack(p, money.Whole(10)); err != nil {
				t.Error(err)
			}
		}, "tom", purchases.ErrRefunded},
		"after its performer was paid": {func(t *testing.T, h *fixture, _ purchases.Purchase) {
			h.Write(t, func(ctx context.Context, tx *db.Tx) error {
				_, err := h.Ledger.Post(ctx, tx, ledger.Transfer{Key: "payout", Kind: "payout", Reference: "payout", Payee: "nina",
					Legs: []ledger.Leg{{Source: ledger.Earnings("nina"), Target: ledger.SiteRevenue, Amount: 1}}})
				return err
			})
		}, "tom", purchases.ErrSpent},
		"somebody else's": {func(*testing.T, *fixture, purchases.Purchase) {}, "ann", purchases.ErrNoPurchase},
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			h.Grant(t, "tom", 100)
			p := h.buy(t, tom, "beach").Purchase
			c.before(t, h, p)
			before := h.Balance(t, ledger.Wallet("tom"))
			if _, err := h.Undo(t.Context(), c.member, p.ID, ""); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			h.Holds(t, ledger.Wallet("tom"), before)
		})
	}
	h := setup(t)
	for _, id := range []string{"nothing", "no\x00thing", ""} {
		if _, err := h.Undo(t.Context(), "tom", id, ""); !errors.Is(err, purchases.ErrNoPurchase) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

// He presses undo while his other tab opens the first photo: exactly one of the two
// happens, every time.
func TestUndoRacesDelivery(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 10_000)
	undone, delivered := 0, 0
	for range testkit.Rounds(60, 20) {
		p := h.buy(t, tom, "beach").Purchase
		var undo error
		var sent atomic.Int64
		testkit.Together(4, func(i int) {
			if i == 0 {
				_, undo = h.Undo(context.Background(), "tom", p.ID, "")
			} else if h.deliver(t, "tom", "beach") {
				sent.Add(1)
			}
		})
		switch {
		case undo == nil && sent.Load() == 0:
			undone++
		case errors.Is(undo, purchases.ErrDelivered) && sent.Load() == 3:
			delivered++
			if err := h.giveBack(p, p.Item.Price); err != nil { // so that it is bought again
				t.Fatal(err)
			}
		default:
			t.Fatalf("undo: %v, and %d of 3 deliveries", undo, sent.Load())
		}
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(10_000))
	h.Audit(t)
	t.Logf("%d were undone, %d delivered", undone, delivered)
}

// A part that is given back leaves the access, all of it ends it, at once or in parts; never
// is more given back than the price.
func TestRefunds(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	part, whole := h.buy(t, tom, "beach").Purchase, h.buy(t, tom, "attic").Purchase
	h.deliver(t, "tom", "attic")
	if err := errors.Join(h.giveBack(part, money.Whole(5)), h.giveBack(whole, money.Whole(50))); err != nil {
		t.Fatal(err)
	}
	if !h.owns(t, "tom", "beach") || !h.deliver(t, "tom", "beach") {
		t.Error("a part that was given back has ended the access")
	}
	if h.owns(t, "tom", "attic") || h.deliver(t, "tom", "attic") {
		t.Error("a full refund has not ended the access")
	}
	if err := h.giveBack(part, part.Price-money.Whole(5)+1); !errors.Is(err, purchases.ErrRefunded) {
		t.Errorf("more than is left: %v", err)
	}
	if err := h.giveBack(whole, money.Whole(1)); !errors.Is(err, purchases.ErrRefunded) {
		t.Errorf("what has ended: %v", err)
	}
	undone := h.buy(t, tom, "city").Purchase
	if _, err := h.Undo(t.Context(), "tom", undone.ID, ""); err != nil {
		t.Fatal(err)
	}
	if err := h.giveBack(undone, money.Whole(1)); !errors.Is(err, purchases.ErrUndone) {
		t.Errorf("what was undone: %v", err)
	}
	if ended := h.ended.All(t); len(ended) != 1 || ended[0].Purchase.ID != whole.ID {
		t.Errorf("heard of the ends %+v", ended)
	}
	if err := h.giveBack(part, part.Price-money.Whole(5)); err != nil || h.owns(t, "tom", "beach") {
		t.Errorf("all that was left (%v) has not ended the access", err)
	}
	if ended := h.ended.All(t); len(ended) != 2 || ended[1].Purchase.Refunded != part.Price {
		t.Errorf("heard of the ends %+v", ended)
	}
	h.buy(t, tom, "attic") // he may buy it again
	h.Audit(t)
}
