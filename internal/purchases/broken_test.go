package purchases_test

import (
	"fmt"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/purchases"
	"limelight/internal/testkit"
)

const plenty = 1000 // mugs

func broken(t *testing.T) (*testkit.Faulty, *fixture) {
	faulty := testkit.NewFaulty(t)
	h := over(t, faulty.DB, limit.Rules{"purchases.buy": {Max: 1 << 30, Per: time.Second}})
	h.receives(t, plenty)
	return faulty, h
}

// The database goes away at every moment of a purchase and of its undoing, between two statements and
// after the last: nothing is done by half, and the same click, sent again under its key, does it once.
func TestBrokenAtEveryStatement(t *testing.T) {
	faulty, h := broken(t)
	for kind, orderOf := range map[string]func(buyer account.Caller) purchases.Order{
		"gallery": func(buyer account.Caller) purchases.Order { return order(buyer, "attic") },
		"mugs":    func(buyer account.Caller) purchases.Order { return product(buyer, "mug", 2) },
	} {
		newcomer := func(what string, n int) account.Caller {
			buyer := account.Caller{ID: fmt.Sprint(kind, "-", what, "-", n), Role: account.Member}
			h.Grant(t, buyer.ID, 100)
			return buyer
		}
		stands := func(buyer account.Caller, r purchases.Receipt, paid money.Tokens, mugs int64, live int64) {
			t.Helper()
			h.Holds(t, ledger.Wallet(buyer.ID), money.Whole(100)-paid)
			if r.Balance != money.Whole(100)-paid {
				t.Errorf("%s is told of %v", buyer.ID, r.Balance)
			}
			if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM purchases WHERE member_id = $1`, buyer.ID); n != 1 {
				t.Errorf("%s has %d purchases of one click", buyer.ID, n)
			}
			if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM purchases WHERE member_id = $1 AND ended_at = 0`, buyer.ID); n != live {
				t.Errorf("%s holds %d purchases, want %d", buyer.ID, n, live)
			}
			if left := h.stock(t); left != mugs {
				t.Errorf("%d mugs are left, want %d", left, mugs)
			}
			h.Audit(t)
		}
		faulty.AtEveryAnswer(t, "buying "+kind, func(n int) (func() error, func()) {
			buyer, mugs := newcomer("buys", n), h.stock(t)
			var r purchases.Receipt
			return func() (err error) {
					r, err = h.Buy(t.Context(), orderOf(buyer), "buy")
					return err
				}, func() {
					if kind == "mugs" {
						mugs -= 2
					}
					stands(buyer, r, r.Purchase.Price, mugs, 1)
				}
		})
		faulty.AtEveryAnswer(t, "undoing "+kind, func(n int) (func() error, func()) {
			buyer, mugs := newcomer("undoes", n), h.stock(t)
			bought, err := h.Buy(t.Context(), orderOf(buyer), "buy")
			if err != nil {
				t.Fatal(err)
			}
			var r purchases.Receipt
			return func() (err error) {
				r, err = h.Undo(t.Context(), buyer.ID, bought.Purchase.ID, "undo")
				return err
			}, func() { stands(buyer, r, 0, mugs, 0) }
		})
	}
}

// The connection ends between a COMMIT and its answer: nobody knows whether Tom has paid. The same click,
// sent again under its key, pays nothing more and is answered with what was bought, each time; so is what
// he takes back.
func TestALostCommit(t *testing.T) {
	faulty, h := broken(t)
	h.Grant(t, "tom", 1000)
	for what, o := range map[string]purchases.Order{"a gallery": order(tom, "beach"), "mugs": product(tom, "mug", 2)} {
		before := h.Balance(t, ledger.Wallet("tom"))
		bought := lost(t, faulty, what, func() (purchases.Receipt, error) { return h.Buy(t.Context(), o, "buy "+what) })
		paid := before - bought.Purchase.Price
		if bought.Balance != paid || h.Balance(t, ledger.Wallet("tom")) != paid {
			t.Errorf("%s: tom holds %v and is told of %v, want %v", what, h.Balance(t, ledger.Wallet("tom")), bought.Balance, paid)
		}
		if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM purchases WHERE item_id = $1`, o.ItemID); n != 1 {
			t.Errorf("%s: %d purchases", what, n)
		}
		h.Audit(t)
		undone := lost(t, faulty, what+" undone", func() (purchases.Receipt, error) {
			return h.Undo(t.Context(), "tom", bought.Purchase.ID, "undo "+what)
		})
		if undone.Balance != before || h.Balance(t, ledger.Wallet("tom")) != before {
			t.Errorf("%s undone: tom holds %v and is told of %v, want %v", what, h.Balance(t, ledger.Wallet("tom")), undone.Balance, before)
		}
		h.Audit(t)
	}
	if left := h.stock(t); left != plenty {
		t.Errorf("%d mugs are left, want %d", left, plenty)
	}
	if bought, undone := h.bought.All(t), h.undone.All(t); len(bought) != 2 || len(undone) != 2 {
		t.Errorf("two purchases and their undoing were told of %d and %d times", len(bought), len(undone))
	}
}

// lost does something whose COMMIT is lost: that fails. It is done again, and again, and gives the same
// answer.
func lost(t *testing.T, faulty *testkit.Faulty, what string, do func() (purchases.Receipt, error)) purchases.Receipt {
	t.Helper()
	before := faulty.Broke()
	faulty.BreakAtCommit()
	if r, err := do(); !db.Unavailable(err) || faulty.Broke() != before+1 {
		t.Fatalf("%s: %d commits were lost, and it is %+v, %v", what, faulty.Broke()-before, r, err)
	}
	r, err := do()
	if err != nil {
		t.Fatalf("%s again: %v", what, err)
	}
	if once, err := do(); err != nil || once.Purchase.ID != r.Purchase.ID || once.Balance != r.Balance || once.OrderID != r.OrderID {
		t.Errorf("%s is answered with %+v, then with %+v (%v)", what, r, once, err)
	}
	return r
}

// Without a key nothing tells two clicks from one: then the program itself asks for nothing twice.
func TestALostCommitIsNotMadeAgain(t *testing.T) {
	faulty, h := broken(t)
	h.Grant(t, "tom", 1000)
	faulty.BreakAtCommit()
	if _, err := h.Buy(t.Context(), product(tom, "mug", 1), ""); !db.Unavailable(err) {
		t.Fatalf("a purchase whose commit was lost: %v", err)
	}
	if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM purchases`); n != 1 {
		t.Errorf("one click bought %d mugs", n)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(990))
}
