package tips_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/testkit"
)

const (
	clickers  = 200 // who tip at once until it is
	crashOver = 400 // acknowledged tips before each kill
)

// crashDatabase is set for the child: the test's own binary, which tips in this
// database until it is killed.
const crashDatabase = "TIPS_CRASH_DATABASE"

// The program dies in the middle of 200 concurrent tips, again and again. Every
// tip that was acknowledged is there, once, and nothing is half done.
func TestCrashes(t *testing.T) {
	if where := os.Getenv(crashDatabase); where != "" {
		tipUntilKilled(t, where)
		return
	}
	where := testkit.Migrated(t)
	first := testkit.Open(t, where)
	over(first).Grant(t, "tom", 1_000_000_000)
	acknowledged := 0
	crashes := testkit.Rounds(5, 2) // how often the program is killed
	for range crashes {
		var ids []string
		testkit.KillAfter(t, crashOver, testkit.IDs("tip", &ids), crashDatabase+"="+where)
		acknowledged += len(ids)
		h := over(testkit.Open(t, where))
		h.Intact(t)
		h.Audit(t)
		for _, id := range ids {
			if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM ledger_transfers WHERE key = $1`, "tip:"+id); n != 1 {
				t.Errorf("the acknowledged tip %s was posted %d times", id, n)
			}
		}
	}
	kept := testkit.Int(t, first, `SELECT COUNT(*) FROM tips`)
	if posted := testkit.Int(t, first, `SELECT COUNT(*) FROM ledger_transfers WHERE kind = 'tip'`); posted != kept || kept < int64(acknowledged) {
		t.Errorf("%d tips and %d transfers for %d acknowledged", kept, posted, acknowledged)
	}
	if news := testkit.Int(t, first, `SELECT COUNT(*) FROM bus_deliveries`); news != kept {
		t.Errorf("%d pieces of news for %d tips", news, kept)
	}
	t.Logf("killed %d times: %d tips acknowledged, %d kept", crashes, acknowledged, kept)
}

func tipUntilKilled(t *testing.T, where string) {
	h := over(testkit.Open(t, where), limit.Rules{"tips.send": {Max: 1 << 30, Per: 1}})
	testkit.Together(clickers, func(i int) {
		for n := 0; ; n++ {
			order := fromTom(int64(15 + 5*(n%8)))
			order.Token = min(order.Token, money.Whole(50))
			r, err := h.Send(context.Background(), order, fmt.Sprintf("%d-%d-%d", os.Getpid(), i, n))
			if err != nil {
				fmt.Println("refused", err)
				return
			}
			fmt.Println("tip", r.Tip.ID) // one write: a line is whole or absent
		}
	})
}
