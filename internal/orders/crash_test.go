package orders_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/orders"
	"limelight/internal/purchases"
	"limelight/internal/testkit"
)

// crashDatabase is set for the child: the test's own binary, which sells and sends in this
// database until it is killed.
const crashDatabase = "ORDERS_CRASH_DATABASE"

const crashBuyers = 8

// The program dies in the midst of sales, shipments, cancellations, refunds and what the clock does,
// again and again. What was acknowledged is so, and nothing is half done.
func TestKilled(t *testing.T) {
	if where := os.Getenv(crashDatabase); where != "" {
		sendUntilKilled(t, where)
		return
	}
	where := testkit.Migrated(t)
	h := over(t, testkit.Open(t, where))
	for i := range crashBuyers {
		h.Grant(t, fmt.Sprint("buyer-", i), 1_000_000_000)
	}
	for range testkit.Rounds(5, 2) {
		said := map[orders.Status]*[]string{orders.Created: {}, orders.Shipped: {}, orders.Cancelled: {}, orders.Refunded: {}}
		var counts []func(string) bool
		for status, ids := range said {
			counts = append(counts, testkit.IDs(string(status), ids))
		}
		testkit.KillAfter(t, 150, func(line string) (any bool) {
			for _, count := range counts {
				any = count(line) || any
			}
			return any
		}, crashDatabase+"="+where)
		h := over(t, testkit.Open(t, where))
		h.Audit(t)
		for status, ids := range said {
			for _, id := range *ids {
				as := string(status)
				if status == orders.Created {
					as = "%" // it went on, and is there
				}
				if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM orders WHERE id = $1 AND status LIKE $2`, id, as); n != 1 {
					t.Errorf("an order that was said to be %s is not", status)
				}
			}
		}
	}
}

func sendUntilKilled(t *testing.T, where string) {
	d := testkit.Open(t, where)
	h, later := over(t, d), over(t, d)
	later.clock.Advance(8 * 24 * time.Hour) // whatever nobody began with is due there
	testkit.Together(crashBuyers, func(i int) {
		buyer := account.Caller{ID: fmt.Sprint("buyer-", i), Role: account.Member}
		for n := 0; ; n++ {
			if err := h.sendOne(buyer, n%4, later); err != nil && !errors.Is(err, orders.ErrStatus) { // the clock was faster
				fmt.Println("refused", err)
				return
			}
		}
	})
}

// sendOne says what was acknowledged in one write a line: it is whole or absent.
func (h *fixture) sendOne(buyer account.Caller, then int, later *fixture) error {
	ctx := context.Background()
	r, err := h.shop.Buy(ctx, purchases.Order{Buyer: buyer, Kind: purchases.Product, ItemID: "print", Quantity: 2, Address: home}, "")
	if err != nil {
		return err
	}
	fmt.Println(orders.Created, r.OrderID)
	switch then {
	case 3:
		if err := later.Tick(ctx); err != nil {
			return err
		}
		fmt.Println(orders.Refunded, r.OrderID)
		return nil
	case 0:
		if _, err := h.Cancel(ctx, buyer.ID, r.OrderID, ""); err != nil {
			return err
		}
		fmt.Println(orders.Cancelled, r.OrderID)
		return nil
	}
	for _, step := range []orders.Status{orders.Processing, orders.Shipped} {
		if err := h.update("sara", r.OrderID, step); err != nil {
			return err
		}
	}
	if then == 1 {
		fmt.Println(orders.Shipped, r.OrderID)
		return nil
	}
	if err := h.update("sara", r.OrderID, orders.Refunded); err != nil {
		return err
	}
	fmt.Println(orders.Refunded, r.OrderID)
	return nil
}
