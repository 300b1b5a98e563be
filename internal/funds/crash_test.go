package funds_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"limelight/internal/funds"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/money"
	"limelight/internal/testkit"
	"limelight/migrations"
)

// crashDatabase and crashKey are set for the child: the test's own binary, which
// takes notifications in this database until it is killed.
const (
	crashDatabase = "FUNDS_CRASH_DATABASE"
	crashKey      = "FUNDS_CRASH_KEY"
)

// The program dies at random instants while webhooks arrive, some of them exactly
// between the commit and the answer. The vendor tells everything again that was
// not acknowledged; in the end every payment stands once, as its events want it.
func TestCrashes(t *testing.T) {
	if where := os.Getenv(crashDatabase); where != "" {
		notifyUntilKilled(t, where)
		return
	}
	where := testkit.Address(t)
	first := testkit.Open(t, where)
	if _, err := first.Migrate(t.Context(), migrations.Files); err != nil {
		t.Fatal(err)
	}
	h := over(t, first, time.Now)
	h.opened(t)
	acknowledged := 0
	crashes := testkit.Rounds(6, 3) // how often the program is killed
	for round := range crashes {
		var done []string // the payments of which something was acknowledged
		testkit.KillAfter(t, 15+rand.IntN(40), testkit.IDs("ack", &done), crashDatabase+"="+where, crashKey+"="+keyFile(t))
		acknowledged += len(done)
		for _, id := range done {
			in := h.state(t, funds.Intent{ID: id})
			if in.State == funds.Created {
				t.Errorf("round %d: the acknowledged payment %s was lost", round, id)
			}
		}
		h.Audit(t)
	}
	list, total, err := h.Search(t.Context(), funds.Filter{Limit: 10_000})
	if err != nil || total == 0 {
		t.Fatal(total, err)
	}
	states := map[funds.State]int{}
	for _, in := range list { // the vendor is stubborn
		for _, e := range life(in) {
			h.tell(t, e)
		}
		in = h.state(t, in)
		states[in.State]++
		if n := testkit.Int(t, first, `SELECT COUNT(*) FROM ledger_transfers WHERE key = $1`, "purchase:"+in.ID); n != 1 {
			t.Errorf("%s was credited %d times", in.ID, n)
		}
		if in.State != ended(in) {
			t.Errorf("%s ended as %s, want %s", in.ID, in.State, ended(in))
		}
	}
	h.Audit(t)
	t.Logf("killed %d times: %d acknowledged, %d payments: %v", crashes, acknowledged, total, states)
}

// life is what the vendor tells of a payment: some are refunded, some disputed.
func life(in funds.Intent) []gateway.Event {
	events := []gateway.Event{event(in, gateway.Pending, "pending"), event(in, gateway.Paid, "paid")}
	switch in.ID[len(in.ID)-1] % 4 {
	case 0:
		events = append(events, refund(in, 400, 400), refund(in, 600, 1000))
	case 1:
		events = append(events, event(in, gateway.ChargebackOpened, "opened"))
	case 2:
		events = append(events, event(in, gateway.ChargebackOpened, "opened"), event(in, gateway.ChargebackWon, "won"))
	}
	return events
}

func ended(in funds.Intent) funds.State {
	return []funds.State{funds.Refunded, funds.ChargedBack, funds.Paid, funds.Paid}[in.ID[len(in.ID)-1]%4]
}

// notifyUntilKilled lets many members pay, spend and be refunded at once.
func notifyUntilKilled(t *testing.T, where string) {
	h := over(t, testkit.Open(t, where), nil)
	shop, err := h.Packages(context.Background(), "", false)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Together(12, func(i int) {
		for n := 0; ; n++ {
			member := fmt.Sprintf("m-%d-%d-%d", os.Getpid(), i, n)
			in := h.buy(t, member, shop.Offers[0].Package)
			for at, e := range life(in) {
				reply, err := h.Notify(context.Background(), "vendor", signed(e))
				if err != nil || reply.Status != 200 {
					fmt.Println("refused", reply.Status, err)
					return
				}
				if at == 1 { // spend some of it, as a tip
					_ = h.tip(member, "nina", money.Whole(int64(n%5)*20))
				}
				if at > 0 {
					fmt.Println("ack " + in.ID) // one write: a line is whole or absent
				}
			}
		}
	})
}
