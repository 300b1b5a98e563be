package orders_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/ledger"
	"limelight/internal/orders"
	"limelight/internal/testkit"
)

// The clock refunds what nobody began with or sent, delivers what was shipped and forgets addresses,
// each on the second.
func TestDeadlines(t *testing.T) {
	for name, c := range map[string]struct {
		is    orders.Status
		after time.Duration
		then  orders.Status
		other orders.Status // the one that the clock leaves alone
	}{
		"nobody began": {orders.Created, 7 * day, orders.Refunded, orders.Processing},
		"nobody sent":  {orders.Processing, 10 * day, orders.Refunded, orders.Shipped},
		"shipped":      {orders.Shipped, 14 * day, orders.Delivered, orders.Delivered},
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			h.Grant(t, "tom", 100)
			p, id := h.bring(t, "mug", c.is)
			_, kept := h.bring(t, "mug", c.other)
			if due := h.due(t, id); !due.Equal(h.clock.Now().Add(c.after)) {
				t.Errorf("both are told %v", due)
			}
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
			h.Holds(t, ledger.Hold(p.ID), 0)
			if c.then == orders.Refunded {
				if reason := h.find(t, id).Reason; !strings.Contains(reason, "in time") {
					t.Errorf("the reason is %q", reason)
				}
				if h.stock != -1 {
					t.Errorf("%d mugs are missing, want that of the other one", -h.stock)
				}
			}
			h.Audit(t)
		})
	}
	for _, end := range []orders.Status{orders.Delivered, orders.Cancelled, orders.Refunded} {
		t.Run("forget "+string(end), func(t *testing.T) {
			h := setup(t)
			h.Grant(t, "tom", 100)
			_, id := h.bring(t, "mug", end)
			h.tickAfter(t, 25*day)
			_, open := h.bring(t, "mug", orders.Processing)
			h.tickAfter(t, 5*day-time.Second)
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
			h.Audit(t)
		})
	}
}

// By deadline the first that the clock changes is on top, whatever its status and however long ago it
// got it. What has no deadline is last, whichever way: what waits for a check, and what is closed.
func TestByDeadline(t *testing.T) {
	h := setup(t)
	for _, who := range []string{"tom", "ann"} {
		h.Grant(t, who, 1000)
	}
	names := map[string]string{}
	order := func(name string, buyer account.Caller, to ...orders.Status) {
		t.Helper()
		_, id := h.sell(t, buyer, "mug", 1)
		names[id] = name
		for _, step := range to {
			if err := h.update("nina", id, step); err != nil {
				t.Fatal(err)
			}
		}
	}
	reads := func(when string, ascending bool, want ...string) {
		t.Helper()
		list, total, err := h.Search(t.Context(), orders.Filter{PerformerID: "nina", SortBy: orders.ByDue, Ascending: ascending, Limit: 20})
		var got []string
		for _, d := range list {
			got = append(got, names[d.ID])
		}
		if err != nil || total != len(want) || !slices.Equal(got, want) {
			t.Errorf("%s she reads %v of %d (%v), want %v", when, got, total, err, want)
		}
	}
	order("his", tom) // due on day 7, until it is checked
	h.clock.Advance(day)
	order("hers", ann)                                                      // on day 8
	order("begun", ann, orders.Processing)                                  // on day 11
	order("sent", tom, orders.Processing, orders.Shipped)                   // on day 15, checked or not
	order("over", ann, orders.Processing, orders.Shipped, orders.Delivered) // never
	h.clock.Advance(time.Minute)
	order("one more", tom, orders.Processing) // a minute after "begun", until it is checked
	reads("at first", true, "his", "hers", "begun", "one more", "sent", "over")
	h.checks("tom")
	h.tickAfter(t, day)
	order("new", ann) // on day 9
	reads("while his payment is checked", true, "hers", "new", "begun", "sent", "over", "his", "one more")
	reads("the other way", false, "sent", "begun", "new", "hers", "one more", "his", "over")
	h.checks()
	reads("after the check", true, "hers", "his", "new", "begun", "one more", "sent", "over") // his with the new one, which was made later
}

// An order that a program of before deadlines has made or gone on with, while this one runs too, is
// due as any other: not at once, and not never.
func TestDeadlinesOfAnOlderProgram(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	_, made := h.bring(t, "mug", orders.Created)
	testkit.Exec(t, h.DB, `UPDATE orders SET waiting_since = 0 WHERE id = $1`, made)
	_, begun := h.bring(t, "mug", orders.Created)
	h.tickAfter(t, 5*day)
	if got := h.status(t, made); got != orders.Created {
		t.Errorf("what it made is %s at the first look", got)
	}
	testkit.Exec(t, h.DB, `UPDATE orders SET status = 'processing', changed_at = $2 WHERE id = $1`, begun, h.clock.Now().UnixMilli())
	for id, after := range map[string]time.Duration{made: 2 * day, begun: 10 * day} {
		if due := h.due(t, id); !due.Equal(h.clock.Now().Add(after)) {
			t.Errorf("it is said to be due at %v, want in %v", due, after)
		}
	}
	for _, step := range []struct {
		after       time.Duration
		made, begun orders.Status
	}{
		{2*day - time.Second, orders.Created, orders.Processing}, {2 * time.Second, orders.Refunded, orders.Processing},
		{8*day - 2*time.Second, orders.Refunded, orders.Processing}, {2 * time.Second, orders.Refunded, orders.Refunded},
	} {
		h.tickAfter(t, step.after)
		if one, other := h.status(t, made), h.status(t, begun); one != step.made || other != step.begun {
			t.Errorf("at %v what it made is %s and what it went on with %s, want %s and %s", h.clock.Now(), one, other, step.made, step.begun)
		}
	}
	h.Audit(t)
}

// More of those than one look finds, which are not due, do not keep another one from being so.
func TestManyOrdersOfAnOlderProgram(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 10_000)
	_, due := h.sell(t, tom, "mug", 1)
	h.clock.Advance(7*day + time.Second)
	for range 500 {
		h.sell(t, tom, "mug", 1)
	}
	testkit.Exec(t, h.DB, `UPDATE orders SET waiting_since = 0 WHERE id <> $1`, due)
	h.tickAfter(t, 0)
	if got := h.status(t, due); got != orders.Refunded {
		t.Errorf("a second late it is %s", got)
	}
}

func (h *fixture) tickAfter(t *testing.T, d time.Duration) {
	t.Helper()
	h.clock.Advance(d)
	if err := h.Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// due is until when somebody must go on with an order, as its two sides read it.
func (h *fixture) due(t *testing.T, orderID string) (due time.Time) {
	t.Helper()
	router := testkit.Router(h.Routes)
	for i, side := range []struct {
		as account.Caller
		at string
	}{{nina, "GET /orders/details/"}, {tom, "GET /orders/user/details/"}} {
		var answer struct {
			Data struct{ DueAt time.Time }
		}
		if err := json.Unmarshal(testkit.Call(router, side.as, side.at+orderID, "", nil).Body.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
		if i > 0 && !answer.Data.DueAt.Equal(due) {
			t.Errorf("one side reads %v, the other %v", due, answer.Data.DueAt)
		}
		due = answer.Data.DueAt
	}
	return due
}
