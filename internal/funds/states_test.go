package funds_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"limelight/internal/funds"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// lifecycles are sets of events, and where each ends, in whatever order it comes.
var lifecycles = []struct {
	name  string
	made  func(in funds.Intent) []gateway.Event
	state funds.State
	left  money.Tokens // of 120, when nothing was spent
	owes  bool         // the member's spending is frozen
}{
	{"paid", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{event(in, gateway.Pending, "pending"), event(in, gateway.Paid, "paid")}
	}, funds.Paid, money.Whole(120), false},
	{"failed, then paid", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{event(in, gateway.Failed, "failed"), event(in, gateway.Expired, "expired"), event(in, gateway.Paid, "paid")}
	}, funds.Paid, money.Whole(120), false},
	{"never paid", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{event(in, gateway.Pending, "pending"), event(in, gateway.Failed, "failed"), event(in, gateway.Expired, "expired")}
	}, funds.Expired, 0, false},
	{"underpaid", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{event(in, gateway.Pending, "pending"), event(in, gateway.Underpaid, "underpaid"), event(in, gateway.Failed, "failed")}
	}, funds.Underpaid, 0, false},
	{"part refunds, told with totals", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{event(in, gateway.Paid, "paid"), refund(in, 100, 100), refund(in, 200, 300), refund(in, 450, 750)}
	}, funds.Paid, money.Whole(30), false},
	{"refunded, part by part", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{event(in, gateway.Pending, "pending"), event(in, gateway.Paid, "paid"), refund(in, 333, 333), refund(in, 667, 1000)}
	}, funds.Refunded, 0, false},
	{"voided", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{event(in, gateway.Paid, "paid"), event(in, gateway.Voided, "voided")}
	}, funds.Refunded, 0, false},
	{"disputed", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{event(in, gateway.Pending, "pending"), event(in, gateway.Paid, "paid"), event(in, gateway.ChargebackOpened, "opened")}
	}, funds.ChargedBack, 0, true},
	{"disputed and won", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{event(in, gateway.Paid, "paid"), event(in, gateway.ChargebackOpened, "opened"), event(in, gateway.ChargebackWon, "won")}
	}, funds.Paid, money.Whole(120), false},
	{"disputed and lost", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{event(in, gateway.Paid, "paid"), event(in, gateway.ChargebackOpened, "opened"), event(in, gateway.ChargebackLost, "lost")}
	}, funds.ChargedBack, 0, true},
	{"part refund, dispute won", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{
			event(in, gateway.Paid, "paid"), refund(in, 250, 250),
			event(in, gateway.ChargebackOpened, "opened"), event(in, gateway.ChargebackWon, "won"),
		}
	}, funds.Paid, money.Whole(90), false},
	{"won, then disputed again", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{
			event(in, gateway.Paid, "paid"), event(in, gateway.ChargebackOpened, "opened-1"),
			event(in, gateway.ChargebackWon, "won-1"), event(in, gateway.ChargebackOpened, "opened-2"),
		}
	}, funds.ChargedBack, 0, true},
	{"lost, and won on appeal", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{
			event(in, gateway.Paid, "paid"), event(in, gateway.ChargebackOpened, "opened"),
			after(1, event(in, gateway.ChargebackLost, "lost")), after(2, event(in, gateway.ChargebackWon, "won")),
		}
	}, funds.Paid, money.Whole(120), false},
	{"won, and lost on appeal", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{
			event(in, gateway.Paid, "paid"), event(in, gateway.ChargebackOpened, "opened"),
			after(1, event(in, gateway.ChargebackWon, "won")), after(2, event(in, gateway.ChargebackLost, "lost")),
		}
	}, funds.ChargedBack, 0, true},
	{"one of two disputes lost", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{
			event(in, gateway.Paid, "paid"), event(in, gateway.ChargebackOpened, "opened-1"), after(1, event(in, gateway.ChargebackLost, "lost-1")),
			event(in, gateway.ChargebackOpened, "opened-2"), after(2, event(in, gateway.ChargebackWon, "won-2")),
		}
	}, funds.ChargedBack, 0, true},
	{"a refund that failed, then another", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{
			event(in, gateway.Paid, "paid"), after(1, refund(in, 1000, 1000)), after(2, failedRefund(in, 1000, 0)), after(3, refund(in, 250, 250)),
		}
	}, funds.Paid, money.Whole(90), false},
	{"the second of two refunds failed", func(in funds.Intent) []gateway.Event {
		return []gateway.Event{
			event(in, gateway.Paid, "paid"), after(1, refund(in, 500, 500)), after(2, refund(in, 500, 1000)), after(3, failedRefund(in, 500, 500)),
		}
	}, funds.Paid, money.Whole(60), false},
}

// Every ordering of a lifecycle's events, each told once to three times, ends in
// one state, with the same tokens, and a clean ledger.
func TestEveryOrderEndsTheSame(t *testing.T) {
	for _, life := range lifecycles {
		t.Run(life.name, func(t *testing.T) {
			t.Parallel()
			h := setup(t)
			p := h.opened(t)
			random := rand.New(rand.NewPCG(7, 11))
			n := 0
			for order := range permutations(len(life.made(funds.Intent{}))) {
				n++
				member := fmt.Sprint("member-", n)
				in := h.buy(t, member, p)
				events := life.made(in)
				for i := range order {
					for range 1 + random.IntN(3) {
						h.tell(t, events[order[random.IntN(i+1)]]) // again, one that has come
						h.tell(t, events[order[i]])
					}
				}
				h.is(t, in, life.state)
				if got := h.Balance(t, ledger.Wallet(member)); got != life.left {
					t.Errorf("order %v: %v tokens are left, want %v", order, got, life.left)
				}
				if l, err := h.Limits(t.Context(), member); err != nil || l.Frozen != life.owes {
					t.Errorf("order %v: frozen %t (%v), want %t", order, l.Frozen, err, life.owes)
				}
			}
			h.Audit(t)
		})
	}
}

// permutations are all orders of n things.
func permutations(n int) func(func([]int) bool) {
	return func(yield func([]int) bool) {
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		var next func(k int) bool
		next = func(k int) bool {
			if k == n {
				return yield(slices.Clone(order))
			}
			for i := k; i < n; i++ {
				order[k], order[i] = order[i], order[k]
				if !next(k + 1) {
					return false
				}
				order[k], order[i] = order[i], order[k]
			}
			return true
		}
		next(0)
	}
}

// The same, with a member who spends what there is between any two events, a
// performer who is paid out, and admins who decide: whatever happens, no balance
// goes below zero and every token is accounted for.
func TestRandomEventsAndSpending(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			h := setup(t)
			p := h.opened(t)
			random := rand.New(rand.NewPCG(seed, 3))
			var events []gateway.Event
			for range 4 {
				life := lifecycles[4+random.IntN(len(lifecycles)-4)]
				events = append(events, life.made(h.buy(t, "tom", p))...)
			}
			random.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
			for i, e := range events {
				h.tell(t, e)
				if who := []string{"nina", "sara"}[random.IntN(2)]; random.IntN(2) == 0 {
					_ = h.tip("tom", who, money.Whole(1+random.Int64N(90))) // refused when frozen or poor
				}
				if random.IntN(6) == 0 {
					_ = h.payOutSome(money.Tokens(1 + random.Int64N(3000)))
				}
				if random.IntN(3) == 0 {
					h.decideSomething(t, random, i)
				}
				h.clock.Advance(1)
				if found := h.Violations(t); len(found) > 0 {
					t.Fatalf("after %s: %v", e.Key, found)
				}
			}
		})
	}
}
