package orders_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/orders"
	"limelight/internal/purchases"
	"limelight/internal/testkit"
)

// Nina sells a mug: the tokens are held until it is shipped, and everybody hears of each step.
func TestAnOrder(t *testing.T) {
	h := setup(t)
	h.grant(t, "tom", 100)
	p, id := h.sell(t, tom, "mug", 2)
	o := h.find(t, id)
	if o.Status != orders.Created || o.Price != money.Whole(20) || len(o.Number) != 8 || o.Address == nil || o.Address.Lines != home.Lines {
		t.Errorf("the order is %+v", o)
	}
	h.holds(t, ledger.Hold(p.ID), money.Whole(20))
	for _, step := range []orders.Status{orders.Processing, orders.Shipped, orders.Delivered} {
		if err := h.update("nina", id, step); err != nil {
			t.Fatal(err)
		}
		h.audit(t)
	}
	h.holds(t, ledger.Earnings("nina"), money.Whole(14))
	h.holds(t, ledger.Hold(p.ID), 0)
	if err := h.bus.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	var heard []string
	for _, e := range h.changed {
		heard = append(heard, string(e.From)+">"+string(e.Order.Status))
	}
	if want := []string{">created", "created>processing", "processing>shipped", "shipped>delivered"}; !slices.Equal(heard, want) {
		t.Errorf("heard %v, want %v", heard, want)
	}
}

// What is digital is delivered at once and paid at once.
func TestADigitalOrder(t *testing.T) {
	h := setup(t)
	h.grant(t, "tom", 100)
	_, id := h.sell(t, tom, "wallpaper", 1)
	if got := h.status(t, id); got != orders.Delivered {
		t.Errorf("it is %s", got)
	}
	h.holds(t, ledger.Earnings("nina"), 350)
	h.audit(t)
	if err := h.update("nina", id, orders.Refunded); err != nil {
		t.Fatal(err)
	}
	h.holds(t, ledger.Wallet("tom"), money.Whole(100))
	h.audit(t)
}

// Every change that there is, by everybody, from every status: what is not allowed is told
// the status and changes nothing.
func TestTheStateTable(t *testing.T) {
	h := setup(t)
	h.grant(t, "tom", 10_000)
	type step struct {
		who string
		to  orders.Status
	}
	allowed := map[orders.Status][]step{
		orders.Created:    {{"seller", orders.Processing}, {"seller", orders.Refunded}, {"buyer", orders.Cancelled}, {"admin", orders.Refunded}},
		orders.Processing: {{"seller", orders.Shipped}, {"seller", orders.Refunded}, {"admin", orders.Refunded}},
		orders.Shipped:    {{"seller", orders.Delivered}, {"seller", orders.Refunded}, {"admin", orders.Refunded}},
		orders.Delivered:  {{"seller", orders.Refunded}, {"admin", orders.Refunded}},
	}
	var all []step
	for _, to := range orders.Statuses {
		all = append(all, step{"seller", to})
	}
	all = append(all, step{"buyer", orders.Cancelled}, step{"admin", orders.Refunded})
	for _, from := range orders.Statuses {
		for _, s := range all {
			_, id := h.bring(t, "mug", from)
			var err error
			switch s.who {
			case "seller":
				err = h.update("nina", id, s.to)
			case "buyer":
				_, err = h.Cancel(t.Context(), "tom", id)
			case "admin":
				_, err = h.Refund(t.Context(), id, "They never sent it.")
			}
			want := from
			if slices.Contains(allowed[from], s) {
				want = s.to
				if err != nil {
					t.Errorf("%s makes %s of %s: %v", s.who, s.to, from, err)
				}
			} else if refused, _ := errors.AsType[*fault.Fault](err); !errors.Is(err, orders.ErrStatus) || refused.Extra["status"] != from {
				t.Errorf("%s makes %s of %s: %v", s.who, s.to, from, err)
			}
			if got := h.status(t, id); got != want {
				t.Errorf("%s made %s of %s, and it is %s", s.who, s.to, from, got)
			}
		}
	}
	h.audit(t)
}

// One cancels while the other begins: one wins, the other is told.
func TestCancelRacesProcessing(t *testing.T) {
	h := setup(t)
	h.grant(t, "tom", 10_000)
	for range 20 {
		p, id := h.sell(t, tom, "mug", 1)
		var won, told atomic.Int64
		testkit.Together(2, func(i int) {
			var err error
			if i == 0 {
				_, err = h.Cancel(context.Background(), "tom", id)
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
		h.holds(t, ledger.Hold(p.ID), want)
	}
	h.audit(t)
}

// Undoing races processing as cancelling does.
func TestUndoRacesProcessing(t *testing.T) {
	h := setup(t)
	h.grant(t, "tom", 10_000)
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
	h.audit(t)
}

// The clock refunds what nobody began with, delivers what was shipped and forgets addresses,
// each on the second.
func TestDeadlines(t *testing.T) {
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		is    orders.Status
		after time.Duration
		then  orders.Status
		other orders.Status // the one that the clock leaves alone
	}{
		"nobody began": {orders.Created, 7 * day, orders.Refunded, orders.Processing},
		"shipped":      {orders.Shipped, 14 * day, orders.Delivered, orders.Processing},
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			h.grant(t, "tom", 100)
			p, id := h.bring(t, "mug", c.is)
			_, kept := h.bring(t, "mug", c.other)
			h.tickAfter(t, c.after-time.Second)
			if got := h.status(t, id); got != c.is {
				t.Errorf("a second early it is %s", got)
			}
			h.tickAfter(t, 2*time.Second)
			if got := h.status(t, id); got != c.then {
				t.Errorf("a second late it is %s, want %s", got, c.then)
			}
			if got := h.status(t, kept); got != c.other {
				t.Errorf("the other one is %s", got)
			}
			h.holds(t, ledger.Hold(p.ID), 0)
			h.audit(t)
		})
	}
	for _, end := range []orders.Status{orders.Delivered, orders.Cancelled, orders.Refunded} {
		t.Run("forget "+string(end), func(t *testing.T) {
			h := setup(t)
			h.grant(t, "tom", 100)
			_, id := h.bring(t, "mug", end)
			_, open := h.bring(t, "mug", orders.Processing)
			h.tickAfter(t, 30*day-time.Second)
			if h.find(t, id).Address == nil {
				t.Error("a second early the address is gone")
			}
			h.tickAfter(t, 2*time.Second)
			if h.find(t, id).Address != nil {
				t.Error("a second late the address is there")
			}
			if h.find(t, open).Address == nil {
				t.Error("the address of an open order is gone")
			}
			h.audit(t)
		})
	}
}

func (h *house) tickAfter(t *testing.T, d time.Duration) {
	t.Helper()
	h.clock.Advance(d)
	if err := h.Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
}

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
			h.grant(t, "tom", 100)
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
				if _, err := h.Refund(account.WithCaller(t.Context(), ada), late, "She asked the site."); err != nil {
					t.Errorf("an admin: %v", err)
				}
			}
			if err := h.giveBack(asked, asked.Price); err != nil || h.status(t, desk) != orders.Refunded {
				t.Errorf("the desk: %v", err)
			}
			h.audit(t)
		})
	}
}

// A refund that the desk gives ends the order, of the whole; a part of it does not.
func TestRefundsOnRequest(t *testing.T) {
	h := setup(t)
	h.grant(t, "tom", 1000)
	for _, is := range []orders.Status{orders.Created, orders.Processing, orders.Shipped, orders.Delivered} {
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
		if err := h.update("nina", id, orders.Refunded); err != nil {
			t.Errorf("the rest of %s: %v", is, err)
		}
		h.audit(t)
	}
	h.holds(t, ledger.Wallet("tom"), money.Whole(1000))
	h.holds(t, ledger.Earnings("nina"), 0)
	h.holds(t, ledger.SiteRevenue, 0)
}

// A seller who no longer has the tokens cannot refund; the order stays as it is.
func TestASellerWhoWasPaidOut(t *testing.T) {
	h := setup(t)
	h.grant(t, "tom", 100)
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

// Addresses that nothing can be sent to are refused, by their field; the country may be that
// of the profile.
func TestAddresses(t *testing.T) {
	h := setup(t)
	h.grant(t, "tom", 100)
	h.grant(t, "ann", 100)
	for name, c := range map[string]struct {
		change func(*purchases.Address)
		field  string
	}{
		"none":               {func(a *purchases.Address) { a.Lines = " \n " }, "deliveryAddress"},
		"too short":          {func(a *purchases.Address) { a.Lines = "abc" }, "deliveryAddress"},
		"too long":           {func(a *purchases.Address) { a.Lines = strings.Repeat("long ", 200) }, "deliveryAddress"},
		"too many lines":     {func(a *purchases.Address) { a.Lines = strings.Repeat("x\n", 11) + "x" }, "deliveryAddress"},
		"a code that is not": {func(a *purchases.Address) { a.PostalCode = "<b>" }, "postalCode"},
		"no country":         {func(a *purchases.Address) { a.Country = "" }, "country"},
		"nowhere":            {func(a *purchases.Address) { a.Country = "XX" }, "country"},
	} {
		a := home
		c.change(&a)
		_, err := h.shop.Buy(t.Context(), purchases.Order{Buyer: tom, Kind: purchases.Product, ItemID: "mug", Address: a}, "")
		if refused, ok := errors.AsType[*fault.Fault](err); !ok || len(refused.Fields) != 1 || refused.Fields[0].Property != c.field {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := h.shop.Buy(t.Context(), purchases.Order{Buyer: tom, Kind: purchases.Product, ItemID: "wallpaper", Address: home}, "")
	if refused, ok := errors.AsType[*fault.Fault](err); !ok || refused.Fields[0].Property != "deliveryAddress" {
		t.Errorf("a wallpaper is sent: %v", err)
	}
	h.holds(t, ledger.Wallet("tom"), money.Whole(100))

	r, err := h.shop.Buy(t.Context(), purchases.Order{
		Buyer: ann, Kind: purchases.Product, ItemID: "mug", Address: purchases.Address{Lines: "Ann\r\n2 Lane\u202e"},
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	if a := h.find(t, r.OrderID).Address; a == nil || a.Country != "DE" || a.Lines != "Ann\n2 Lane" {
		t.Errorf("it goes to %+v", a)
	}
}

// The address is not in the database as it was written, nor in the news.
func TestAddressesAreSealed(t *testing.T) {
	h := setup(t)
	h.grant(t, "tom", 100)
	h.sell(t, tom, "mug", 1)
	for _, where := range []string{
		`SELECT COUNT(*) FROM orders WHERE ship_to LIKE '%Secret%' OR words LIKE '%secret%'`,
		`SELECT COUNT(*) FROM bus_deliveries WHERE body LIKE '%Secret%'`,
	} {
		if n := testkit.Int(t, h.db, where); n != 0 {
			t.Errorf("%d rows of %s", n, where)
		}
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM orders WHERE ship_to <> ''`); n != 1 {
		t.Errorf("%d orders have an address", n)
	}
}

// Damage to orders is found.
func TestRuleFindsDamage(t *testing.T) {
	for name, c := range map[string]struct{ rule, damage string }{
		"no order":           {"orders.fact", `DELETE FROM orders`},
		"another price":      {"orders.sale", `UPDATE orders SET price = 1`},
		"another buyer":      {"orders.sale", `UPDATE orders SET member_id = 'ann'`},
		"shipped, and held":  {"orders.money", `UPDATE orders SET status = 'shipped', shipped_at = 5`},
		"cancelled, and not": {"orders.money", `UPDATE orders SET status = 'cancelled', closed_at = 5`},
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			h.grant(t, "tom", 100)
			h.sell(t, tom, "mug", 1)
			h.audit(t)
			testkit.Exec(t, h.db, c.damage)
			for _, v := range h.violations(t) {
				if v.Rule == c.rule {
					return
				}
			}
			t.Errorf("found %v, want one of %s", h.violations(t), c.rule)
		})
	}
}

// Numbers are readable and differ.
func TestNumbers(t *testing.T) {
	h := setup(t)
	h.grant(t, "tom", 1000)
	met := map[string]bool{}
	for range 50 {
		_, id := h.sell(t, tom, "wallpaper", 1)
		n := h.find(t, id).Number
		if met[n] || strings.Trim(n, "0123456789ABCDEFGHJKMNPQRSTVWXYZ") != "" || len(n) != 8 {
			t.Errorf("a number is %q", n)
		}
		met[n] = true
	}
}

func (h *house) giveAway(performerID string, units money.Tokens) error {
	return h.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := h.ledger.Post(ctx, tx, ledger.Transfer{
			Key: fmt.Sprint("away:", performerID), Kind: "payout", Reference: "r", Payer: performerID,
			Legs: []ledger.Leg{{Source: ledger.Earnings(performerID), Target: ledger.Payout("r"), Amount: units}},
		})
		return err
	})
}
