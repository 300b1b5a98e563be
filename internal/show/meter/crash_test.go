package meter_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/show/meter"
	"limelight/internal/testkit"
)

const (
	metered   = 50  // shows at once until it is
	crashOver = 300 // acknowledged minutes before each kill
)

// crashDatabase is set for the child: the test's own binary, which runs meters in
// this database until it is killed. crashRound keeps its meters apart from those
// of the rounds before.
const (
	crashDatabase = "METER_CRASH_DATABASE"
	crashRound    = "METER_CRASH_ROUND"
)

// The program dies in the middle of 50 metered shows, again and again. No
// acknowledged minute is lost, none is charged twice, and who takes over charges
// exactly what was metered until the last certain instant.
func TestKilled(t *testing.T) {
	if where := os.Getenv(crashDatabase); where != "" {
		meterUntilKilled(t, where, os.Getenv(crashRound))
		return
	}
	where := testkit.Migrated(t)
	first := testkit.Open(t, where)
	testkit.Person(t, first, account.Performer, "nina")
	bank := over(first)
	for i := range metered {
		testkit.Person(t, first, account.Member, member(i))
		bank.GrantUnits(t, member(i), money.Whole(1_000_000))
	}
	crashes := testkit.Rounds(5, 2) // how often the program is killed
	for round := range crashes {
		seen, certain := killedOver(t, where, round)
		h := over(testkit.Open(t, where))
		h.Audit(t)
		for _, minute := range seen {
			if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM ledger_transfers WHERE key = $1`, minute); n != 1 {
				t.Errorf("the acknowledged %s was posted %d times", minute, n)
			}
		}
		for i := range metered {
			h.takeOver(t, fmt.Sprintf("meter%d-%d", round, i), certain)
		}
		h.Audit(t)
	}
}

func member(i int) string { return fmt.Sprint("member", i) }

// takeOver ends a meter of the dead node at its last certain instant.
func (h *fixture) takeOver(t *testing.T, id string, certain time.Time) {
	t.Helper()
	c := h.get(t, id)
	var r meter.Receipt
	h.Write(t, func(ctx context.Context, tx *db.Tx) (err error) {
		r, err = h.Close(ctx, tx, id, meter.End{At: certain, Reason: "maintenance", Fault: true})
		return err
	})
	want := money.Tokens(0)
	if c.State == meter.Running {
		want = c.Price * money.Tokens(max(0, certain.Sub(c.StartedAt)).Milliseconds()) / money.Tokens(c.Period.Milliseconds())
	}
	if r.Gross-r.Refund != want || r.Shares.Gross() != want {
		t.Errorf("%s was charged %v from %v to %v, want %v", id, r.Gross-r.Refund, c.StartedAt, certain, want)
	}
}

// killedOver kills the child once it has acknowledged enough, and returns the keys
// of what it acknowledged and when its clock last was seen.
func killedOver(t *testing.T, where string, round int) (minutes []string, certain time.Time) {
	t.Helper()
	testkit.KillAfter(t, crashOver, func(line string) bool {
		var minute string
		var ms int64
		if n, _ := fmt.Sscanf(line, "captured %s at %d.", &minute, &ms); n != 2 {
			return false
		}
		certain = latest(certain, time.UnixMilli(ms).UTC())
		minutes = append(minutes, minute)
		return true
	}, crashDatabase+"="+where, crashRound+"="+fmt.Sprint(round))
	return minutes, certain
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// meterUntilKilled runs the shows on a clock that each look moves by a second.
func meterUntilKilled(t *testing.T, where, round string) {
	h := over(testkit.Open(t, where))
	id := func(i int) string { return fmt.Sprintf("meter%s-%d", round, i) }
	testkit.Together(metered, func(i int) {
		h.begin(t, private(atOnce, func(p *meter.Plan) {
			p.ID, p.ShowID, p.MemberID = id(i), "show-"+id(i), member(i)
		}))
	})
	testkit.Together(metered, func(i int) {
		for {
			h.clock.Advance(time.Second)
			looked := h.clock.Now()
			got := h.tick(t, id(i))
			for n := range got.Captured { // one write: a line is whole or absent
				fmt.Printf("captured minute:%s:%d at %d.\n", id(i), got.Meter.Periods-n, looked.UnixMilli())
			}
		}
	})
}
