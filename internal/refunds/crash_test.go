package refunds_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"limelight/internal/kit/money"
	"limelight/internal/refunds"
	"limelight/internal/testkit"
)

const (
	deciders  = 12  // who sell, ask, decide and repay at once until it is
	crashOver = 150 // acknowledged decisions before each kill
)

// crashDatabase is set for the child: the test's own binary, which decides in this
// database until it is killed.
const crashDatabase = "REFUNDS_CRASH_DATABASE"

// The program dies in the middle of decisions and repayments, again and again. What
// was acknowledged is there, once, and nothing is half done.
func TestCrashes(t *testing.T) {
	if where := os.Getenv(crashDatabase); where != "" {
		decideUntilKilled(t, where)
		return
	}
	where := testkit.Migrated(t)
	first := testkit.Open(t, where)
	over(first).settle(t)
	acknowledged := 0
	crashes := testkit.Rounds(4, 2) // how often the program is killed
	for range crashes {
		var ids []string
		testkit.KillAfter(t, crashOver, testkit.IDs("refund", &ids), crashDatabase+"="+where)
		acknowledged += len(ids)
		h := over(testkit.Open(t, where))
		h.Audit(t)
		for _, id := range ids {
			if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM ledger_transfers WHERE key = $1`, "refund-request:"+id); n != 1 {
				t.Errorf("the acknowledged refund %s was posted %d times", id, n)
			}
		}
	}
	h := over(first)
	h.sold = os.Getpid() * 1_000_000
	for _, performer := range []string{"nina", "sara"} { // who owes can pay now, however busy the machine was
		h.sale(t, "tom", performer, 40)
	}
	h.repay(t)
	h.Audit(t)
	resolved := testkit.Int(t, first, `SELECT COUNT(*) FROM refund_requests WHERE status = 'resolved'`)
	repaid := testkit.Int(t, first, `SELECT COUNT(*) FROM refund_repayments`)
	if resolved < int64(acknowledged) || repaid == 0 {
		t.Errorf("%d refunds and %d repayments are there, for %d acknowledged refunds", resolved, repaid, acknowledged)
	}
	fmt.Fprintf(t.Output(), "killed %d times: %d refunds acknowledged, %d kept, %d repayments\n", crashes, acknowledged, resolved, repaid)
}

func decideUntilKilled(t *testing.T, where string) {
	h := over(testkit.Open(t, where))
	h.sold = os.Getpid() * 1_000_000
	testkit.Together(deciders, func(i int) {
		for n := 0; ; n++ {
			performer := []string{"nina", "sara"}[n%2]
			reference := h.sale(t, "tom", performer, 37+money.Tokens(n%11))
			if n%3 == 0 {
				h.payOut(t, performer, 0)
			}
			asked, err := h.tryAsk(reference)
			if err == nil {
				var r refunds.Request
				r, err = h.tryDecide(ada, resolved(asked, money.Tokens(n%2)*11))
				fmt.Println("refund", r.ID) // one write: a line is whole or absent
			}
			if i == 0 {
				err = h.Repay(context.Background())
			}
			if err != nil {
				fmt.Println("refused", err)
				return
			}
		}
	})
}
