package orders_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/orders"
	"limelight/internal/purchases"
	"limelight/internal/testkit"
)

// One cancels while the other begins: one wins, the other is told.
func TestCancelRacesProcessing(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 10_000)
	for range 20 {
		p, id := h.sell(t, tom, "mug", 1)
		var won, told atomic.Int64
		testkit.Together(2, func(i int) {
			var err error
			if i == 0 {
				_, err = h.Cancel(context.Background(), "tom", id, "")
			} else {
				err = h.update("nina", id, orders.Processing)
			}
			switch {
			case err == nil:
				won.Add(1)
			case errors.Is(err, orders.ErrStatus):
				told.Add(1)
			default:
				t.Error(err)
			}
		})
		if won.Load() != 1 || told.Load() != 1 {
			t.Fatalf("%d won and %d were told", won.Load(), told.Load())
		}
		want := money.Whole(10)
		if h.status(t, id) == orders.Cancelled {
			want = 0
		}
		h.Holds(t, ledger.Hold(p.ID), want)
	}
	h.Audit(t)
}

// Undoing races processing as cancelling does.
func TestUndoRacesProcessing(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 10_000)
	for range 20 {
		p, id := h.sell(t, tom, "mug", 1)
		var won atomic.Int64
		testkit.Together(2, func(i int) {
			var err error
			if i == 0 {
				_, err = h.shop.Undo(context.Background(), "tom", p.ID, "")
			} else {
				err = h.update("nina", id, orders.Processing)
			}
			if err == nil {
				won.Add(1)
			} else if !errors.Is(err, orders.ErrStatus) && !errors.Is(err, purchases.ErrOnItsWay) {
				t.Error(err)
			}
		})
		if won.Load() != 1 {
			t.Fatalf("%d won", won.Load())
		}
	}
	h.Audit(t)
}
