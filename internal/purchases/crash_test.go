package purchases_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/limit"
	"limelight/internal/purchases"
	"limelight/internal/testkit"
)

const (
	buyers    = 40  // who buy, undo and open at once until it is
	crashOver = 300 // acknowledged purchases before each kill
	crashMugs = 1_000_000
)

// crashDatabase is set for the child: the test's own binary, which sells in this database
// until it is killed.
const crashDatabase = "PURCHASES_CRASH_DATABASE"

// The program dies in the middle of purchases, undos and deliveries, again and again. Every
// purchase that was acknowledged is there, once, with what was acknowledged of it, and
// nothing is half done.
func TestKilled(t *testing.T) {
	if where := os.Getenv(crashDatabase); where != "" {
		sellUntilKilled(t, where)
		return
	}
	where := testkit.Migrated(t)
	first := testkit.Open(t, where)
	h := over(t, first)
	h.receives(t, crashMugs)
	for i := range buyers {
		h.Grant(t, fmt.Sprint("buyer-", i), 1_000_000_000)
	}
	acknowledged := 0
	crashes := testkit.Rounds(5, 2) // how often the program is killed
	for range crashes {
		var bought, undone, opened []string
		isBought, isUndone, isOpened := testkit.IDs("bought", &bought), testkit.IDs("undone", &undone), testkit.IDs("opened", &opened)
		testkit.KillAfter(t, crashOver, func(line string) bool {
			return isBought(line) || isUndone(line) || isOpened(line)
		}, crashDatabase+"="+where)
		acknowledged += len(bought)
		h := over(t, testkit.Open(t, where))
		h.Audit(t)
		for state, ids := range map[string][]string{"TRUE": bought, "undone_at > 0": undone, "delivered_at > 0 AND ended_at = 0": opened} {
			for _, id := range ids {
				if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM purchases WHERE id = $1 AND `+state, id); n != 1 {
					t.Errorf("the acknowledged purchase %s is not there with %s", id, state)
				}
			}
		}
	}
	kept := testkit.Int(t, first, `SELECT COUNT(*) FROM purchases`)
	if posted := testkit.Int(t, first, `SELECT COUNT(*) FROM ledger_transfers WHERE kind IN ('gallery', 'product') AND reverses IS NULL`); posted != kept || kept < int64(acknowledged) {
		t.Errorf("%d purchases and %d transfers for %d acknowledged", kept, posted, acknowledged)
	}
	taken := testkit.Int(t, first, `SELECT COUNT(*) FROM purchases WHERE undone_at > 0`)
	if news := testkit.Int(t, first, `SELECT COUNT(*) FROM bus_deliveries`); news != kept+taken {
		t.Errorf("%d events for %d purchases of which %d are undone", news, kept, taken)
	}
	sold := testkit.Int(t, first, `SELECT COALESCE(SUM(quantity), 0) FROM purchases WHERE item_id = 'mug' AND undone_at = 0`)
	if left := h.stock(t); sold == 0 || left != crashMugs-sold {
		t.Errorf("%d mugs are left of %d, and %d are sold", left, crashMugs, sold)
	}
	t.Logf("killed %d times: %d purchases acknowledged, %d kept, %d undone", crashes, acknowledged, kept, taken)
}

func sellUntilKilled(t *testing.T, where string) {
	h := over(t, testkit.Open(t, where), limit.Rules{"purchases.buy": {Max: 1 << 30, Per: time.Second}})
	testkit.Together(buyers, func(i int) {
		buyer := account.Caller{ID: fmt.Sprint("buyer-", i), Role: account.Member}
		for n := 0; ; n++ {
			if err := h.sellOne(buyer, fmt.Sprint("item-", os.Getpid(), "-", n), n%5); err != nil {
				fmt.Println("refused", err)
				return
			}
		}
	})
}

// sellOne says what was acknowledged in one write a line: it is whole or absent.
func (h *fixture) sellOne(buyer account.Caller, itemID string, then int) error {
	h.change(func(s *shop) {
		s.items[itemID] = purchases.Item{Kind: purchases.Gallery, ID: itemID, PerformerID: "sara", Title: itemID, Price: 1700}
	})
	o := order(buyer, itemID)
	if then > 2 {
		o = product(buyer, "mug", 2)
	}
	r, err := h.Buy(context.Background(), o, itemID)
	if err != nil {
		return err
	}
	fmt.Println("bought", r.Purchase.ID)
	switch then {
	case 0, 3:
		if _, err := h.Undo(context.Background(), buyer.ID, r.Purchase.ID, itemID); err != nil {
			return err
		}
		fmt.Println("undone", r.Purchase.ID)
	case 1:
		owns, err := h.Deliver(context.Background(), buyer.ID, purchases.Gallery, itemID)
		if err != nil || !owns {
			return errors.Join(err, fmt.Errorf("%s does not own %s", buyer.ID, itemID))
		}
		fmt.Println("opened", r.Purchase.ID)
	}
	return nil
}
