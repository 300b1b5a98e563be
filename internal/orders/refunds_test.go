package orders_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/orders"
	"limelight/internal/purchases"
)

// A seller refunds alone for some time after being paid, and what was not sent for ever; an
// admin and the desk are not bound.
func TestLateRefunds(t *testing.T) {
	for _, c := range []struct {
		item string
		is   orders.Status
		late bool // ever
	}{
		{"mug", orders.Processing, false}, {"mug", orders.Shipped, true}, {"mug", orders.Delivered, true}, {"wallpaper", orders.Created, true},
	} {
		t.Run(c.item+" "+string(c.is), func(t *testing.T) {
			h := setup(t)
			h.Grant(t, "tom", 100)
			bring := func() (purchases.Purchase, string) {
				p, id := h.sell(t, tom, c.item, 1)
				h.clock.Advance(time.Hour) // the sale of what is sent does not count
				for _, step := range []orders.Status{orders.Processing, orders.Shipped, orders.Delivered} {
					if c.is == orders.Created || h.status(t, id) == c.is {
						break
					}
					if err := h.update("nina", id, step); err != nil {
						t.Fatal(err)
					}
				}
				return p, id
			}
			_, early := bring()
			paid := h.find(t, early).ShippedAt
			if c.item == "wallpaper" {
				paid = h.find(t, early).CreatedAt
			}
			if paid.IsZero() {
				paid = h.clock.Now()
			}
			_, late := bring()
			asked, desk := bring()
			at := func(id string, when time.Time) error {
				h.clock.Advance(when.Sub(h.clock.Now()))
				return h.update("nina", id, orders.Refunded)
			}
			if err := at(early, paid.Add(refundable-time.Second)); err != nil {
				t.Errorf("a second early: %v", err)
			}
			err := at(late, paid.Add(time.Hour+refundable+time.Second))
			if c.late != errors.Is(err, orders.ErrRefundLate) || !c.late && err != nil {
				t.Errorf("late: %v", err)
			}
			if c.late {
				if _, err := h.Refund(account.WithCaller(t.Context(), ada), late, "She asked the site.", "ada", ""); err != nil {
					t.Errorf("an admin: %v", err)
				}
			}
			if err := h.giveBack(asked, asked.Price); err != nil || h.status(t, desk) != orders.Refunded {
				t.Errorf("the desk: %v", err)
			}
			h.Audit(t)
		})
	}
}

// A refund that the desk gives ends the order, of the whole; a part of it does not.
func TestRefundsOnRequest(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 1000)
	for _, is := range orders.Statuses() {
		if !orders.Leads(is, orders.Refunded) {
			continue
		}
		whole, id := h.bring(t, "mug", is)
		if err := h.giveBack(whole, whole.Price); err != nil {
			t.Fatal(is, err)
		}
		if got := h.status(t, id); got != orders.Refunded {
			t.Errorf("of %s it is %s", is, got)
		}
		part, id := h.bring(t, "mug", is)
		if err := h.giveBack(part, 333); err != nil {
			t.Fatal(is, err)
		}
		if got := h.status(t, id); got != is {
			t.Errorf("of %s it is %s after a part", is, got)
		}
		if got := h.find(t, id).Returned; got != 333 {
			t.Errorf("of %s %v is said to be given back after a part", is, got)
		}
		if err := h.update("nina", id, orders.Refunded); err != nil {
			t.Errorf("the rest of %s: %v", is, err)
		}
		if got := h.find(t, id).Returned; got != part.Price {
			t.Errorf("of %s %v is said to be given back in the end", is, got)
		}
		h.Audit(t)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(1000))
	h.Holds(t, ledger.Earnings("nina"), 0)
	h.Holds(t, ledger.SiteRevenue, 0)
}

// Who takes an order back in the first minute reads that all of its price came back, as one who cancels it.
func TestAnUndoneOrderSaysWhatCameBack(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	for _, item := range []string{"mug", "wallpaper"} {
		p, id := h.sell(t, tom, item, 1)
		if got := h.find(t, id).Returned; got != 0 {
			t.Errorf("before it is undone %v of the %s came back", got, item)
		}
		if _, err := h.shop.Undo(t.Context(), "tom", p.ID, ""); err != nil {
			t.Fatal(err)
		}
		if d := h.find(t, id); d.Status != orders.Cancelled || d.Returned != p.Price {
			t.Errorf("the %s is %s, and %v of %v came back", item, d.Status, d.Returned, p.Price)
		}
	}
}

// A seller who no longer has the tokens cannot refund; the order stays as it is.
func TestASellerWhoWasPaidOut(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	_, id := h.bring(t, "mug", orders.Shipped)
	if err := h.giveAway("nina", 1); err != nil {
		t.Fatal(err)
	}
	if err := h.update("nina", id, orders.Refunded); !errors.Is(err, purchases.ErrPaidOut) {
		t.Errorf("it was refunded: %v", err)
	}
	if got := h.status(t, id); got != orders.Shipped {
		t.Errorf("it is %s", got)
	}
}

func (h *fixture) giveAway(performerID string, units money.Tokens) error {
	return h.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: fmt.Sprint("away:", performerID), Kind: "payout", Reference: "r", Payer: performerID,
			Legs: []ledger.Leg{{Source: ledger.Earnings(performerID), Target: ledger.Payout("r"), Amount: units}},
		})
		return err
	})
}
