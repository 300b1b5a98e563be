package orders_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/orders"
)

// Nina sells a mug: the tokens are held until it is shipped, and everybody hears of each step.
func TestAnOrder(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	p, id := h.sell(t, tom, "mug", 2)
	o := h.find(t, id)
	if o.Status != orders.Created || o.Price != money.Whole(20) || len(o.Number) != 8 || o.Address == nil || o.Address.Lines != home.Lines {
		t.Errorf("the order is %+v", o)
	}
	h.Holds(t, ledger.Hold(p.ID), money.Whole(20))
	for _, step := range []orders.Status{orders.Processing, orders.Shipped, orders.Delivered} {
		if err := h.update("nina", id, step); err != nil {
			t.Fatal(err)
		}
		h.Audit(t)
	}
	h.Holds(t, ledger.Earnings("nina"), money.Whole(14))
	h.Holds(t, ledger.Hold(p.ID), 0)
	var heard []string
	for _, e := range h.changed.All(t) {
		heard = append(heard, string(e.From)+">"+string(e.Order.Status))
	}
	if want := []string{">created", "created>processing", "processing>shipped", "shipped>delivered"}; !slices.Equal(heard, want) {
		t.Errorf("heard %v, want %v", heard, want)
	}
}

// What is digital is delivered at once and paid at once.
func TestADigitalOrder(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	_, id := h.sell(t, tom, "wallpaper", 1)
	if got := h.status(t, id); got != orders.Delivered {
		t.Errorf("it is %s", got)
	}
	h.Holds(t, ledger.Earnings("nina"), 350)
	h.Audit(t)
	if err := h.update("nina", id, orders.Refunded); err != nil {
		t.Fatal(err)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(100))
	h.Audit(t)
}

// Every change that there is, by everybody, from every status: what is not allowed is told
// the status and changes nothing.
func TestTheStateTable(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 10_000)
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
	for _, to := range orders.Statuses() {
		all = append(all, step{"seller", to})
	}
	all = append(all, step{"buyer", orders.Cancelled}, step{"admin", orders.Refunded})
	for _, from := range orders.Statuses() {
		for _, s := range all {
			_, id := h.bring(t, "mug", from)
			var err error
			switch s.who {
			case "seller":
				err = h.update("nina", id, s.to)
			case "buyer":
				_, err = h.Cancel(t.Context(), "tom", id, "")
			case "admin":
				_, err = h.Refund(t.Context(), id, "They never sent it.", "ada", "")
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
	h.Audit(t)
}

// Numbers are readable and differ.
func TestNumbers(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 1000)
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
