package orders_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/orders"
	"limelight/internal/purchases"
	"limelight/internal/testkit"
)

// step is something that changes an order and moves its tokens.
type step struct {
	name     string
	from, to orders.Status
	do       func(ctx context.Context, h *fixture, buyerID, orderID, key string) (orders.Details, error)
}

var steps = []step{
	{"shipping", orders.Processing, orders.Shipped, func(ctx context.Context, h *fixture, _, id, key string) (orders.Details, error) {
		return h.Update(ctx, "nina", id, orders.Update{Status: orders.Shipped, Tracking: orders.Tracking{Carrier: "Royal Mail", TrackingNumber: "RM 123"}}, key)
	}},
	{"refunding before the shipment", orders.Processing, orders.Refunded, func(ctx context.Context, h *fixture, _, id, key string) (orders.Details, error) {
		return h.Update(ctx, "nina", id, orders.Update{Status: orders.Refunded}, key)
	}},
	{"refunding after the shipment", orders.Shipped, orders.Refunded, func(ctx context.Context, h *fixture, _, id, key string) (orders.Details, error) {
		return h.Update(ctx, "nina", id, orders.Update{Status: orders.Refunded}, key)
	}},
	{"cancelling", orders.Created, orders.Cancelled, func(ctx context.Context, h *fixture, buyerID, id, key string) (orders.Details, error) {
		return h.Cancel(ctx, buyerID, id, key)
	}},
	{"refunding as staff", orders.Processing, orders.Refunded, func(ctx context.Context, h *fixture, _, id, key string) (orders.Details, error) {
		return h.Refund(ctx, id, "They never sent it.", "ada", key)
	}},
}

// orderOf is a newcomer's mug, as far as an order of theirs has come.
func (h *fixture) orderOf(t *testing.T, what string, n int, is orders.Status) (buyerID, orderID, hold string) {
	t.Helper()
	buyer := account.Caller{ID: fmt.Sprint(what, "-", n), Role: account.Member}
	h.Grant(t, buyer.ID, 100)
	p, orderID := h.sell(t, buyer, "mug", 1)
	for _, next := range map[orders.Status][]orders.Status{
		orders.Processing: {orders.Processing}, orders.Shipped: {orders.Processing, orders.Shipped},
	}[is] {
		if err := h.update("nina", orderID, next); err != nil {
			t.Fatal(err)
		}
	}
	return buyer.ID, orderID, p.ID
}

// stands proves where an order is, and that its tokens are where it says: with the buyer again, or with
// those who sold it, once.
func (h *fixture) stands(t *testing.T, buyerID, orderID, hold string, want orders.Status, earned money.Tokens) {
	t.Helper()
	if is := h.status(t, orderID); is != want {
		t.Errorf("the order of %s is %s, want %s", buyerID, is, want)
	}
	paid := money.Tokens(0)
	if want == orders.Shipped || want == orders.Delivered {
		paid = money.Whole(10)
	}
	h.Holds(t, ledger.Wallet(buyerID), money.Whole(100)-paid)
	h.Holds(t, ledger.Earnings("nina"), earned)
	h.Holds(t, ledger.Hold(hold), 0)
	h.Audit(t)
}

// The database goes away at every moment of what changes an order and moves its tokens, between two
// statements and after the last: nothing is done by half, and the same click under its key does it once.
func TestBrokenAtEveryStatement(t *testing.T) {
	faulty := testkit.NewFaulty(t)
	h := over(t, faulty.DB)
	for _, s := range steps {
		faulty.AtEveryAnswer(t, s.name, func(n int) (func() error, func()) {
			buyerID, orderID, hold := h.orderOf(t, s.name, n, s.from)
			earned := h.Balance(t, ledger.Earnings("nina"))
			switch {
			case s.to == orders.Shipped:
				earned += money.Whole(7)
			case s.from == orders.Shipped:
				earned -= money.Whole(7)
			}
			return func() error { _, err := s.do(t.Context(), h, buyerID, orderID, orderID); return err },
				func() { h.stands(t, buyerID, orderID, hold, s.to, earned) }
		})
	}
}

// The same of what the clock does, of which nobody has a key: it looks again.
func TestBrokenDeadlines(t *testing.T) {
	faulty := testkit.NewFaulty(t)
	h := over(t, faulty.DB)
	for _, c := range []struct {
		name     string
		from, to orders.Status
		after    time.Duration
	}{
		{"refunding what nobody began with", orders.Created, orders.Refunded, 7 * 24 * time.Hour},
		{"refunding what nobody sent", orders.Processing, orders.Refunded, 10 * 24 * time.Hour},
		{"delivering what was shipped", orders.Shipped, orders.Delivered, 14 * 24 * time.Hour},
	} {
		faulty.AtEveryAnswer(t, c.name, func(n int) (func() error, func()) {
			buyerID, orderID, hold := h.orderOf(t, c.name, n, c.from)
			earned := h.Balance(t, ledger.Earnings("nina"))
			h.clock.Advance(c.after)
			return func() error { return h.Tick(context.Background()) },
				func() { h.stands(t, buyerID, orderID, hold, c.to, earned) }
		})
	}
}

// The same of the refund desk, which takes the tokens out of the hold or from those who earned them:
// decided again, it hears that it has decided.
func TestBrokenRefundDesk(t *testing.T) {
	faulty := testkit.NewFaulty(t)
	h := over(t, faulty.DB)
	for _, from := range []orders.Status{orders.Created, orders.Shipped} {
		what := "giving back what is " + string(from)
		faulty.AtEveryAnswer(t, what, func(n int) (func() error, func()) {
			buyerID, orderID, purchaseID := h.orderOf(t, what, n, from)
			earned := h.Balance(t, ledger.Earnings("nina"))
			if from == orders.Shipped {
				earned -= money.Whole(7)
			}
			return func() error {
					err := h.giveBack(purchases.Purchase{ID: purchaseID}, money.Whole(10))
					if errors.Is(err, purchases.ErrRefunded) {
						err = nil
					}
					return err
				}, func() {
					h.stands(t, buyerID, orderID, purchaseID, orders.Refunded, earned)
				}
		})
	}
}

// The connection ends between the COMMIT of a change and its answer. The same change, sent again under its
// key, moves no tokens and is answered with the order as it is, each time.
func TestALostCommit(t *testing.T) {
	faulty := testkit.NewFaulty(t)
	h := over(t, faulty.DB)
	for _, s := range steps {
		buyerID, orderID, hold := h.orderOf(t, s.name, 0, s.from)
		before := faulty.Broke()
		faulty.BreakAtCommit()
		if d, err := s.do(t.Context(), h, buyerID, orderID, orderID); !db.Unavailable(err) || faulty.Broke() != before+1 {
			t.Fatalf("%s: %d commits were lost, and it is %+v, %v", s.name, faulty.Broke()-before, d.Order, err)
		}
		earned := h.Balance(t, ledger.Earnings("nina"))
		h.stands(t, buyerID, orderID, hold, s.to, earned)
		first, err := s.do(t.Context(), h, buyerID, orderID, orderID)
		if err != nil || first.Status != s.to {
			t.Fatalf("%s again: %+v, %v", s.name, first.Order, err)
		}
		if second, err := s.do(t.Context(), h, buyerID, orderID, orderID); err != nil || !reflect.DeepEqual(first, second) {
			t.Errorf("%s is answered with %+v, then with %+v (%v)", s.name, first, second, err)
		}
		h.stands(t, buyerID, orderID, hold, s.to, earned)
	}
}

// A key stands for one change of one order by one caller.
func TestKeysOfChanges(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 1000)
	_, one := h.bring(t, "mug", orders.Created)
	_, other := h.bring(t, "mug", orders.Created)
	if _, err := h.Cancel(t.Context(), "tom", one, "click"); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		buyerID, orderID, key string
		want                  error
	}{
		"the same":                   {"tom", one, "click", nil},
		"the key of another order":   {"tom", other, "click", idempotency.ErrOtherBody},
		"another key":                {"tom", one, "second click", orders.ErrStatus},
		"none":                       {"tom", one, "", orders.ErrStatus},
		"the key of somebody else's": {"ann", one, "click", orders.ErrNone},
	} {
		if _, err := h.Cancel(t.Context(), c.buyerID, c.orderID, c.key); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", what, err, c.want)
		}
	}
	if got := h.Balance(t, ledger.Wallet("tom")); got != money.Whole(990) {
		t.Errorf("tom holds %v after one of two was cancelled", got)
	}
}
