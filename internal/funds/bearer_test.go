package funds_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"limelight/internal/funds/gateway"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// setBearer says who bears a chargeback of what is earned from now on.
func (h *fixture) setBearer(who ledger.Bearer) { h.Ledger.Bearer = func() ledger.Bearer { return who } }

// What was earned while the site bore chargebacks stays, and what was earned while
// performer and studio did goes, whatever the setting is when the dispute is lost.
func TestBearerIsFrozenWithTheTip(t *testing.T) {
	for _, c := range []struct {
		then, now  ledger.Bearer
		sara, loft int64
		owed       int64
	}{
		{ledger.House, ledger.House, 42, 28, 100},
		{ledger.House, ledger.Shared, 42, 28, 100},
		{ledger.Shared, ledger.House, 0, 0, 30},
		{ledger.Shared, ledger.Shared, 0, 0, 30},
	} {
		t.Run(fmt.Sprintf("%s then, %s now", c.then, c.now), func(t *testing.T) {
			h := setup(t)
			in := h.paidFor(t, "tom", h.opened(t))
			h.setBearer(c.then)
			h.tips(t, "tom", "sara", 100)
			h.setBearer(c.now)
			h.tell(t, event(in, gateway.ChargebackOpened, "opened"))
			h.holds(t, ledger.Earnings("sara"), c.sara)
			h.holds(t, ledger.Earnings("loft"), c.loft)
			h.tell(t, event(in, gateway.ChargebackLost, "lost"))
			h.holds(t, ledger.Earnings("sara"), c.sara)
			h.holds(t, ledger.Earnings("loft"), c.loft)
			h.holds(t, ledger.Receivable("tom"), -c.owed)
			h.decides(t, "writeOff")
			h.holds(t, ledger.Receivable("tom"), 0)
			h.holds(t, ledger.SiteRevenue, 30-c.owed)
			h.Audit(t)
		})
	}
}

// What was posted before there was a setting is borne as the rules were then.
func TestOldEarningsAreShared(t *testing.T) {
	h := setup(t)
	in := h.paidFor(t, "tom", h.opened(t))
	h.setBearer("")
	h.tips(t, "tom", "nina", 100)
	h.setBearer(ledger.House)
	h.tell(t, event(in, gateway.ChargebackOpened, "opened"))
	h.holds(t, ledger.Earnings("nina"), 0)
	h.Audit(t)
}

// Random timelines of purchases, tips, payouts, refunds, disputes, decisions and
// changes of the setting. Nina is tipped only while the site bears, Sara only while
// she and her studio do: Nina never loses anything, Sara and the loft never more
// than they earned, and the books hold after every step.
func TestNobodyButTheBearerLoses(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			h := setup(t)
			p := h.opened(t)
			random := rand.New(rand.NewPCG(seed, 41))
			var events []gateway.Event
			for range 4 {
				life := lifecycles[4+random.IntN(len(lifecycles)-4)]
				events = append(events, life.made(h.buy(t, "tom", p))...)
			}
			random.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
			var nina, paidOut, sara, loft money.Tokens
			for i, e := range events {
				h.setBearer([]ledger.Bearer{ledger.House, ledger.Shared}[random.IntN(2)])
				h.tell(t, e)
				tokens := money.Whole(10 * (1 + random.Int64N(9)))
				if random.IntN(2) == 0 {
					h.setBearer(ledger.House)
					if h.tip("tom", "nina", tokens) == nil {
						nina += tokens * 7 / 10
					}
				} else {
					h.setBearer(ledger.Shared)
					if h.tip("tom", "sara", tokens) == nil {
						sara, loft = sara+tokens*42/100, loft+tokens*28/100
					}
				}
				if part := money.Tokens(1 + random.Int64N(3000)); random.IntN(4) == 0 && h.payOutSome(part) == nil {
					paidOut += part
				}
				if random.IntN(3) == 0 {
					h.decideSomething(t, random, i)
				}
				h.clock.Advance(1)
				if found := h.Violations(t); len(found) > 0 {
					t.Fatalf("after %s: %v", e.Key, found)
				}
				if has := h.Balance(t, ledger.Earnings("nina")) + paidOut; has != nina {
					t.Fatalf("after %s Nina has had %v of the %v that she earned", e.Key, has, nina)
				}
				if s, l := h.Balance(t, ledger.Earnings("sara")), h.Balance(t, ledger.Earnings("loft")); s > sara || l > loft {
					t.Fatalf("after %s Sara has %v of %v, the loft %v of %v", e.Key, s, sara, l, loft)
				}
			}
		})
	}
}
