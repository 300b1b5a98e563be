package purchases_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/purchases"
	"limelight/internal/testkit"
)

// Tom buys Nina's gallery: 25 tokens, of which the site keeps 30 %. It is his at once.
func TestBuy(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	r := h.buy(t, tom, "beach")
	p := r.Purchase
	if r.Balance != money.Whole(75) || p.Item.Title != "Beach at noon" || p.Shares != (ledger.Shares{SiteFee: 750, Net: 1750}) {
		t.Errorf("the receipt is %+v", r)
	}
	if until := h.clock.Now().Add(time.Minute); !p.UndoUntil().Equal(until) {
		t.Errorf("it may be undone until %v, want %v", p.UndoUntil(), until)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(75))
	h.Holds(t, ledger.Earnings("nina"), 1750)
	h.Holds(t, ledger.SiteRevenue, 750)
	if !h.owns(t, "tom", "beach") || h.owns(t, "tom", "city") || h.owns(t, "ann", "beach") {
		t.Error("not he owns it, or more than it")
	}
	bought := h.bought.All(t)
	if len(bought) != 1 || bought[0].Purchase.ID != p.ID {
		t.Errorf("heard of %+v", bought)
	}
	h.Audit(t)
}

// 50 tokens at 30 % and 60 %: 15, 14 and 21 (behaviours, "Commission and studio split").
func TestBuyOfAStudiosPerformer(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 50)
	h.buy(t, tom, "attic")
	h.Holds(t, ledger.SiteRevenue, money.Whole(15))
	h.Holds(t, ledger.Earnings("loft"), money.Whole(14))
	h.Holds(t, ledger.Earnings("sara"), money.Whole(21))
	h.Audit(t)
}

func TestBuyRefused(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 30)
	seen := money.Whole(20)
	change := func(change func(*purchases.Order)) purchases.Order {
		o := order(tom, "beach")
		change(&o)
		return o
	}
	for name, c := range map[string]struct {
		order purchases.Order
		code  string
		text  string
	}{
		"another price":       {change(func(o *purchases.Order) { o.Price = &seen }), "price_changed", "The price has changed. Have another look before you buy."},
		"more than he has":    {order(tom, "city"), "insufficient_balance", "You do not have enough tokens."},
		"what does not exist": {order(tom, "nothing"), "", "This item does not exist."},
		"no id at all":        {order(tom, "be\x00ach"), "", "This item does not exist."},
		"another kind":        {change(func(o *purchases.Order) { o.Kind = purchases.Video }), "", "This item does not exist."},
		"no kind":             {change(func(o *purchases.Order) { o.Kind = "tip" }), "", "This item does not exist."},
		"of who blocks him":   {order(tom, "cellar"), "", "This item does not exist."},
		"what one sells":      {order(nina, "beach"), "", "You cannot buy what you sell yourself."},
		"for nothing":         {change(func(o *purchases.Order) { o.Price = new(money.Tokens) }), "price_changed", "The price has changed. Have another look before you buy."},
	} {
		_, err := h.Buy(t.Context(), c.order, "")
		f, ok := errors.AsType[*fault.Fault](err)
		if !ok || f.Error() != c.text || f.Code != c.code {
			t.Errorf("%s: %v, want %s %q", name, err, c.code, c.text)
		}
	}
	_, err := h.Buy(t.Context(), change(func(o *purchases.Order) { o.Price = &seen }), "")
	if f, _ := errors.AsType[*fault.Fault](err); f.Extra["price"] != money.Whole(25) {
		t.Errorf("the new price is told as %v", f.Extra)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(30))
	if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM purchases`); n != 0 {
		t.Errorf("%d purchases were recorded", n)
	}
	h.Audit(t)
}

// A pause that a member has set keeps the tokens, as it does with tips; taking a purchase
// back is no spending.
func TestSpendingRefused(t *testing.T) {
	h, gate := setup(t), &testkit.Gate{}
	h.Ledger.Gate = gate.Ask
	h.Grant(t, "tom", 100)
	kept := h.buy(t, tom, "beach")
	gate.Set("tom", true)
	if _, err := h.Buy(t.Context(), order(tom, "city"), ""); !errors.Is(err, testkit.ErrCooling) {
		t.Errorf("in his pause: %v", err)
	}
	if h.owns(t, "tom", "city") {
		t.Error("he owns what he did not pay for")
	}
	if _, err := h.Undo(t.Context(), "tom", kept.Purchase.ID, ""); err != nil {
		t.Errorf("undone in his pause: %v", err)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(100))
	gate.Set("tom", false)
	h.buy(t, tom, "city")
	h.Audit(t)
}

// What is bought once is charged once: a second click, another key, a changed price.
func TestBoughtAlready(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	h.Grant(t, "ann", 100)
	h.buy(t, tom, "beach")
	for _, key := range []string{"", "another"} {
		if _, err := h.Buy(t.Context(), order(tom, "beach"), key); !errors.Is(err, purchases.ErrBought) {
			t.Errorf("again, with the key %q: %v", key, err)
		}
	}
	h.price("beach", money.Whole(1))
	if _, err := h.Buy(t.Context(), order(tom, "beach"), ""); !errors.Is(err, purchases.ErrBought) {
		t.Errorf("for less: %v", err)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(75))
	h.buy(t, ann, "beach")
	h.Holds(t, ledger.Wallet("ann"), money.Whole(99))
	h.Audit(t)
}

// One click, sent sixteen times at once: one purchase, sixteen times the same receipt.
func TestDoubleClick(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	receipts := make([]purchases.Receipt, 16)
	testkit.Together(16, func(i int) {
		var err error
		if receipts[i], err = h.Buy(t.Context(), order(tom, "beach"), "click-1"); err != nil {
			t.Error(err)
		}
	})
	for _, r := range receipts {
		if r.Purchase.ID != receipts[0].Purchase.ID || r.Balance != money.Whole(75) {
			t.Errorf("receipts differ: %+v and %+v", r, receipts[0])
		}
	}
	if _, err := h.Buy(t.Context(), order(tom, "city"), "click-1"); !errors.Is(err, idempotency.ErrOtherBody) {
		t.Errorf("the key for another item: %v", err)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(75))
	if bought := h.bought.All(t); len(bought) != 1 {
		t.Errorf("heard of %d purchases, want 1", len(bought))
	}
	h.Audit(t)
}

// Sixteen tabs buy the same gallery at once, each with a click of its own, and the purse
// would pay for it twice: it is charged once, and the others are told that he has it.
func TestTwoTabs(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 50)
	var paid, had atomic.Int64
	testkit.Together(16, func(int) {
		switch _, err := h.Buy(t.Context(), order(tom, "beach"), ""); {
		case err == nil:
			paid.Add(1)
		case errors.Is(err, purchases.ErrBought):
			had.Add(1)
		default:
			t.Error(err)
		}
	})
	if paid.Load() != 1 || had.Load() != 15 {
		t.Errorf("%d were charged and %d told that he has it", paid.Load(), had.Load())
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(25))
	h.Audit(t)
}

// Twelve galleries are bought at once, and the purse pays for five.
func TestBuyTogether(t *testing.T) {
	h := setup(t)
	h.change(func(s *shop) {
		for _, id := range strings.Split("abcdefghijkl", "") {
			s.items[id] = purchases.Item{Kind: purchases.Gallery, ID: id, PerformerID: "sara", Title: id, Price: money.Whole(20)}
		}
	})
	h.Grant(t, "tom", 110)
	var paid atomic.Int64
	testkit.Together(12, func(i int) {
		switch _, err := h.Buy(t.Context(), order(tom, string(rune('a'+i))), ""); {
		case err == nil:
			paid.Add(1)
		case !errors.Is(err, ledger.ErrFunds):
			t.Error(err)
		}
	})
	if paid.Load() != 5 {
		t.Errorf("%d were paid, want 5", paid.Load())
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(10))
	h.Audit(t)
}

func TestTenInTenSeconds(t *testing.T) {
	h := setup(t, purchases.Limits())
	for range 10 {
		if _, err := h.Buy(t.Context(), order(tom, "nothing"), ""); !errors.Is(err, purchases.ErrNoItem) {
			t.Fatal(err)
		}
	}
	if _, err := h.Buy(t.Context(), order(tom, "nothing"), ""); !errors.Is(err, limit.ErrTooMany) {
		t.Errorf("the eleventh: %v", err)
	}
}

// The database itself keeps a second purchase out, whatever the program thinks; a product
// may be bought again.
func TestTheDatabaseRefusesASecondPurchase(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	h.buy(t, tom, "beach")
	again := func(id, kind string) error {
		return testkit.TryExec(h.DB, `
			INSERT INTO purchases (id, kind, item_id, item_title, performer_id, performer_name, member_id,
				price, site_fee, studio_net, net, site_rate, member_rate, created_at, words)
			VALUES ($1, $2, 'beach', '', 'nina', '', 'tom', 1, 0, 0, 1, 0, 10000, 1, '')`, id, kind)
	}
	if err := again("second", purchases.Gallery); err == nil {
		t.Error("a gallery was bought twice")
	}
	for _, id := range []string{"one", "two"} {
		if err := again(id, purchases.Product); err != nil {
			t.Errorf("a product, %s: %v", id, err)
		}
	}
}

// A caller's country reaches the catalogue, which decides who may see what.
func TestTheCatalogueIsAskedForTheCaller(t *testing.T) {
	h := setup(t)
	var asked account.Caller
	s := purchases.New(purchases.Deps{
		DB: h.DB, Ledger: h.Ledger, Catalogue: whoAsks{h.shop, &asked}, Rates: h.shop, People: h.shop, Events: h.bus,
		Limiter: limit.New(h.clock.Now, purchases.Limits()), Now: h.clock.Now,
	})
	abroad := tom
	abroad.Country = "NL"
	if _, err := s.Buy(t.Context(), order(abroad, "beach"), ""); !errors.Is(err, ledger.ErrFunds) {
		t.Fatal(err)
	}
	if asked != abroad {
		t.Errorf("it was asked for %+v", asked)
	}
}

type whoAsks struct {
	*shop
	caller *account.Caller
}

func (w whoAsks) ForSale(ctx context.Context, tx *db.Tx, kind, itemID string, buyer account.Caller) (purchases.Item, error) {
	*w.caller = buyer
	return w.shop.ForSale(ctx, tx, kind, itemID, buyer)
}
