package purchases_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/purchases"
	"limelight/internal/testkit"
)

var home = purchases.Address{Lines: "Tom\n1 Lane", PostalCode: "12345", Country: "DE"}

// stocked is the shop with so many mugs.
func stocked(t testing.TB, mugs int) *fixture {
	h := setup(t)
	h.receives(t, mugs)
	return h
}

// receives is the shop's first mugs.
func (h *fixture) receives(t testing.TB, mugs int) {
	t.Helper()
	testkit.Exec(t, h.DB, rack)
	t.Cleanup(func() { testkit.Exec(t, h.DB, `DROP TABLE test_rack`) }) // a database is lent to the next test
	testkit.Exec(t, h.DB, `INSERT INTO test_rack (id, stock) VALUES ('mug', $1)`, mugs)
}

func (h *fixture) stock(t testing.TB) int64 {
	t.Helper()
	return testkit.Int(t, h.DB, `SELECT stock FROM test_rack WHERE id = 'mug'`)
}

// product is an order of one; where it goes fits what it is.
func product(buyer account.Caller, itemID string, quantity int) purchases.Order {
	o := purchases.Order{Buyer: buyer, Kind: purchases.Product, ItemID: itemID, Quantity: quantity}
	if itemID != "wallpaper" {
		o.Address = home
	}
	return o
}

func (h *fixture) order(t testing.TB, buyer account.Caller, itemID string, quantity int) purchases.Purchase {
	t.Helper()
	r, err := h.Buy(context.Background(), product(buyer, itemID, quantity), "")
	if err != nil {
		t.Fatal(err)
	}
	return r.Purchase
}

// What is sent is paid into a hold, and shared when it was sent.
func TestPhysicalProductsAreHeld(t *testing.T) {
	h := stocked(t, 5)
	h.Grant(t, "tom", 100)
	p := h.order(t, tom, "mug", 3)
	if p.Price != money.Whole(30) || p.Item.Price != money.Whole(10) || p.Quantity != 3 {
		t.Errorf("three mugs are %+v", p)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(70))
	h.Holds(t, ledger.Hold(p.ID), money.Whole(30))
	h.Holds(t, ledger.Earnings("nina"), 0)
	if left := h.stock(t); left != 2 {
		t.Errorf("%d mugs are left, want 2", left)
	}
	h.Audit(t)

	h.Write(t, func(ctx context.Context, tx *db.Tx) error { return h.Capture(ctx, tx, p.ID) })
	h.Holds(t, ledger.Hold(p.ID), 0)
	h.Holds(t, ledger.Earnings("nina"), money.Whole(21))
	h.Holds(t, ledger.SiteRevenue, money.Whole(9))
	h.Audit(t)
	if _, err := h.Undo(t.Context(), "tom", p.ID, ""); !errors.Is(err, purchases.ErrOnItsWay) {
		t.Errorf("undo what was sent: %v", err)
	}
	err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return h.Capture(ctx, tx, p.ID) })
	if !errors.Is(err, purchases.ErrOver) {
		t.Errorf("captured twice: %v", err)
	}

	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		return h.GiveBack(ctx, tx, p.ID, ledger.Written("Refunded"))
	})
	h.Holds(t, ledger.Wallet("tom"), money.Whole(100))
	h.Holds(t, ledger.Earnings("nina"), 0)
	h.Holds(t, ledger.SiteRevenue, 0)
	if left := h.stock(t); left != 2 {
		t.Errorf("%d mugs are left after what was sent was refunded, want 2", left)
	}
	h.Audit(t)
}

// Until it was sent it goes back into the stock, whoever takes it back, with what a partial
// refund has left.
func TestUnsentProductsAreRestocked(t *testing.T) {
	giveBack := func(h *fixture, p purchases.Purchase) error {
		return h.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
			return h.GiveBack(ctx, tx, p.ID, ledger.Written("Cancelled"))
		})
	}
	for name, back := range map[string]func(*fixture, purchases.Purchase) error{
		"undone": func(h *fixture, p purchases.Purchase) error {
			_, err := h.Undo(context.Background(), p.MemberID, p.ID, "")
			return err
		},
		"cancelled":        giveBack,
		"refunded in full": func(h *fixture, p purchases.Purchase) error { return h.giveBack(p, p.Price) },
		"refunded in part, then cancelled": func(h *fixture, p purchases.Purchase) error {
			if err := h.giveBack(p, 333); err != nil {
				return err
			}
			return giveBack(h, p)
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := stocked(t, 5)
			h.Grant(t, "tom", 100)
			p := h.order(t, tom, "mug", 2)
			if err := back(h, p); err != nil {
				t.Fatal(err)
			}
			h.Holds(t, ledger.Wallet("tom"), money.Whole(100))
			h.Holds(t, ledger.Hold(p.ID), 0)
			if left := h.stock(t); left != 5 {
				t.Errorf("%d mugs are left, want 5", left)
			}
			if err := giveBack(h, p); !errors.Is(err, purchases.ErrOver) {
				t.Errorf("given back twice: %v", err)
			}
			h.Audit(t)
		})
	}
}

// A part that was refunded while it was held is not shared; the rest is, by the rates of the
// sale.
func TestCaptureAfterAPartialRefund(t *testing.T) {
	h := stocked(t, 5)
	h.Grant(t, "tom", 100)
	p := h.order(t, tom, "print", 3)
	if err := h.giveBack(p, 501); err != nil {
		t.Fatal(err)
	}
	h.change(func(s *shop) { s.terms["sara"] = ledger.Alone(money.Percent(90)) })
	h.Write(t, func(ctx context.Context, tx *db.Tx) error { return h.Capture(ctx, tx, p.ID) })
	want := p.Terms.Split(money.Whole(21) - 501)
	h.Holds(t, ledger.Earnings("sara"), want.Net)
	h.Holds(t, ledger.Earnings("loft"), want.StudioNet)
	h.Holds(t, ledger.SiteRevenue, want.SiteFee)
	h.Audit(t)
}

// What the seller has begun with is not undone, and nothing of the attempt stays.
func TestUndoOfWhatWasBegun(t *testing.T) {
	h := stocked(t, 5)
	h.Grant(t, "tom", 100)
	p := h.order(t, tom, "mug", 1)
	h.change(func(s *shop) { s.posts[p.ID] = parcel{Address: home, began: true} })
	if _, err := h.Undo(t.Context(), "tom", p.ID, ""); !errors.Is(err, purchases.ErrOnItsWay) {
		t.Errorf("it was undone: %v", err)
	}
	h.Holds(t, ledger.Hold(p.ID), money.Whole(10))
	h.Audit(t)
}

// Ten mugs and a thousand buyers at once: ten get one, the others are told how many are left.
func TestLastInStock(t *testing.T) {
	const buyers, mugs = 1000, 10
	h := stocked(t, mugs)
	for i := range buyers {
		h.Grant(t, fmt.Sprint("buyer-", i), 10)
	}
	var sold, told atomic.Int64
	testkit.Together(buyers, func(i int) {
		o := product(account.Caller{ID: fmt.Sprint("buyer-", i), Role: account.Member}, "mug", 1)
		_, err := h.Buy(context.Background(), o, "click")
		switch refused, _ := errors.AsType[*fault.Fault](err); {
		case err == nil:
			sold.Add(1)
		case errors.Is(err, purchases.ErrSoldOut) && refused.Extra["left"] == 0:
			told.Add(1)
		default:
			t.Error(err)
		}
	})
	if sold.Load() != mugs || told.Load() != buyers-mugs || h.stock(t) != 0 {
		t.Errorf("%d were sold, %d refused, %d are left", sold.Load(), told.Load(), h.stock(t))
	}
	if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM purchases`); n != mugs {
		t.Errorf("there are %d purchases", n)
	}
	h.Audit(t)
}

func TestRefusedProducts(t *testing.T) {
	h := stocked(t, 2)
	h.Grant(t, "tom", 100)
	h.change(func(s *shop) {
		s.items["yacht"] = purchases.Item{Kind: purchases.Product, ID: "yacht", PerformerID: "nina", Title: "Yacht", Price: math.MaxInt64 / 50, Physical: true}
	})
	old := money.Whole(9)
	for name, c := range map[string]struct {
		change func(*purchases.Order)
		want   error
		field  string
	}{
		"more than there are":     {change: func(o *purchases.Order) { o.Quantity = 3 }, want: purchases.ErrSoldOut},
		"less than one":           {change: func(o *purchases.Order) { o.Quantity = -1 }, field: "quantity"},
		"too many at once":        {change: func(o *purchases.Order) { o.Quantity = 101 }, field: "quantity"},
		"two galleries":           {change: func(o *purchases.Order) { o.Kind, o.ItemID, o.Quantity = purchases.Gallery, "beach", 2 }, field: "quantity"},
		"without an address":      {change: func(o *purchases.Order) { o.Address = purchases.Address{} }, field: "deliveryAddress"},
		"to send what is digital": {change: func(o *purchases.Order) { o.ItemID = "wallpaper" }, field: "deliveryAddress"},
		"another price":           {change: func(o *purchases.Order) { o.Price = &old }, want: purchases.ErrPriceChanged},
		"their own":               {change: func(o *purchases.Order) { o.Buyer.ID = "nina" }, field: ""},
		"more than there is":      {change: func(o *purchases.Order) { o.ItemID, o.Quantity = "yacht", 100 }, field: "quantity"},
	} {
		t.Run(name, func(t *testing.T) {
			o := product(tom, "mug", 1)
			c.change(&o)
			_, err := h.Buy(t.Context(), o, "")
			if c.want != nil {
				if !errors.Is(err, c.want) {
					t.Errorf("%v, want %v", err, c.want)
				}
				return
			}
			refused, ok := errors.AsType[*fault.Fault](err)
			if !ok || refused.Kind != fault.Invalid || c.field != "" && (len(refused.Fields) != 1 || refused.Fields[0].Property != c.field) {
				t.Errorf("%v, want a refused %q", err, c.field)
			}
		})
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(100))
	if left := h.stock(t); left != 2 {
		t.Errorf("%d mugs are left, want 2", left)
	}
	h.Audit(t)
}

// A product may be bought as often as one likes, and each by itself.
func TestProductsAreBoughtOften(t *testing.T) {
	h := stocked(t, 5)
	h.Grant(t, "tom", 100)
	h.order(t, tom, "wallpaper", 1)
	second := h.order(t, tom, "wallpaper", 2)
	h.Holds(t, ledger.Wallet("tom"), money.Whole(85))
	h.Holds(t, ledger.Earnings("nina"), 1050)
	if _, err := h.Undo(t.Context(), "tom", second.ID, ""); err != nil {
		t.Fatal(err)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(95))
	h.Audit(t)
}

// Damage to what is held, or shared, is found.
func TestRuleFindsDamageOfHolds(t *testing.T) {
	for name, c := range map[string]struct{ rule, damage string }{
		"more of it":          {"purchases.frozen", `UPDATE purchases SET quantity = 2`},
		"captured, and held":  {"purchases.captured", `UPDATE purchases SET captured_at = 5`},
		"captured, says held": {"purchases.held", `UPDATE purchases SET captured_at = 5`},
		"nothing was held":    {"purchases.shares", `UPDATE purchases SET held = FALSE`},
		"given back, says":    {"purchases.refunded", `UPDATE purchases SET refunded = price, ended_at = 5`},
	} {
		t.Run(name, func(t *testing.T) {
			h := stocked(t, 5)
			h.Grant(t, "tom", 100)
			h.order(t, tom, "mug", 1)
			h.Audit(t)
			testkit.Exec(t, h.DB, c.damage)
			for _, v := range h.Violations(t) {
				if v.Rule == c.rule {
					return
				}
			}
			t.Errorf("found %v, want one of %s", h.Violations(t), c.rule)
		})
	}
}
