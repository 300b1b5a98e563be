package orders_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/orders"
	"limelight/internal/testkit"
)

// While a payment of Tom's is checked Nina does not ship what he ordered, and is told why;
// everything else goes on, and so does what Ann ordered.
func TestNothingIsShippedWhileAPaymentIsChecked(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	h.Grant(t, "ann", 100)
	p, id := h.sell(t, tom, "mug", 1)
	_, given := h.bring(t, "mug", orders.Processing)
	_, sent := h.bring(t, "mug", orders.Shipped)
	_, other := h.sell(t, ann, "mug", 1)
	h.checks("tom")
	for _, step := range []struct {
		id   string
		to   orders.Status
		want error
	}{
		{id, orders.Processing, nil}, {id, orders.Shipped, orders.ErrChecked}, {given, orders.Refunded, nil}, {sent, orders.Delivered, nil},
		{other, orders.Processing, nil}, {other, orders.Shipped, nil},
	} {
		if err := h.update("nina", step.id, step.to); !errors.Is(err, step.want) {
			t.Errorf("%s: %v, want %v", step.to, err, step.want)
		}
	}
	if got := h.status(t, id); got != orders.Processing {
		t.Errorf("it is %s", got)
	}
	h.Holds(t, ledger.Hold(p.ID), money.Whole(10))
	router := testkit.Router(h.Routes)
	refused := testkit.Call(router, nina, "PUT /orders/"+id+"/update", `{"status":"shipped","carrier":"DHL","trackingNumber":"1"}`, nil)
	const said = `{"error":"payment_checked","message":"The payment of this order is being checked. It cannot be shipped now.","statusCode":409}`
	if refused.Code != http.StatusConflict || strings.TrimSpace(refused.Body.String()) != said {
		t.Errorf("she reads %d %s", refused.Code, refused.Body)
	}
	for orderID, want := range map[string]bool{id: true, sent: false, other: false} {
		seen := testkit.Call(router, nina, "GET /orders/details/"+orderID, "", nil).Body.String()
		if got := strings.Contains(seen, `"paymentChecked":true`); got != want || want && strings.Contains(seen, `"dueAt"`) {
			t.Errorf("she is told %v ahead, want %v: %s", got, want, seen)
		}
	}
	h.checks()
	if err := h.update("nina", id, orders.Shipped); err != nil {
		t.Errorf("after the check: %v", err)
	}
	h.Audit(t)
}

// The time of a check does not count against the seller: afterwards there is all of it again.
// What was shipped before is delivered in its time.
func TestDeadlinesWaitForAChecksEnd(t *testing.T) {
	for _, c := range []struct {
		is    orders.Status
		after time.Duration
	}{{orders.Created, 7 * day}, {orders.Processing, 10 * day}} {
		t.Run(string(c.is), func(t *testing.T) {
			h := setup(t)
			h.Grant(t, "tom", 100)
			_, id := h.bring(t, "mug", c.is)
			_, sent := h.bring(t, "mug", orders.Shipped)
			h.tickAfter(t, c.after-time.Minute)
			h.checks("tom", "ann")
			h.tickAfter(t, 30*day)
			if got := h.status(t, id); got != c.is {
				t.Errorf("while it is checked it is %s", got)
			}
			if got := h.status(t, sent); got != orders.Delivered {
				t.Errorf("what was sent is %s", got)
			}
			h.checks()
			if due := h.due(t, id); !due.Equal(h.clock.Now().Add(c.after)) {
				t.Errorf("it is due at %v", due)
			}
			h.tickAfter(t, c.after-time.Second)
			if got := h.status(t, id); got != c.is {
				t.Errorf("a second early it is %s", got)
			}
			h.tickAfter(t, 2*time.Second)
			if got := h.status(t, id); got != orders.Refunded {
				t.Errorf("a second late it is %s", got)
			}
			h.Audit(t)
		})
	}
}
