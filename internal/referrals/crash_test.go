package referrals_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
	"limelight/migrations"
)

const (
	clickers  = 40  // who pay, take back and release at once until it is
	crashOver = 150 // acknowledged payments before each kill
)

// crashDatabase is set for the child: the test's own binary, which pays in this
// database until it is killed.
const crashDatabase = "REFERRALS_CRASH_DATABASE"

// The program dies in the middle of payments, refunds and releases, again and
// again: every payment has its rewards, no reward lacks its payment.
func TestCrashes(t *testing.T) {
	if where := os.Getenv(crashDatabase); where != "" {
		payUntilKilled(t, where)
		return
	}
	where := testkit.Address(t)
	first := testkit.Open(t, where)
	if _, err := first.Migrate(t.Context(), migrations.Files); err != nil {
		t.Fatal(err)
	}
	h := over(t, first)
	h.terms.Hold = 0
	rita := h.register(t, account.Member, "Rita", "")
	tom := h.register(t, account.Member, "Tom", h.code(t, rita))
	nina := h.register(t, account.Performer, "Nina", h.code(t, rita))
	h.Grant(t, tom, 1_000_000_000)
	acknowledged := 0
	crashes := testkit.Rounds(4, 2) // how often the program is killed
	for range crashes {
		var ids []string
		testkit.KillAfter(t, crashOver, testkit.IDs("paid", &ids), crashDatabase+"="+where, "REFERRALS_CRASH_PEOPLE="+tom+" "+nina)
		acknowledged += len(ids)
		h := over(t, testkit.Open(t, where))
		h.Audit(t)
		for _, id := range ids {
			if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM referral_rewards WHERE base_id = $1 AND reward > 0`, id); n != 2 {
				t.Errorf("the acknowledged payment %s has %d rewards, want 2", id, n)
			}
		}
	}
	t.Logf("killed %d times: %d payments acknowledged, %d rewards, %d taken back, %d releases", crashes, acknowledged,
		testkit.Int(t, first, `SELECT COUNT(*) FROM referral_rewards`),
		testkit.Int(t, first, `SELECT COUNT(*) FROM referral_returns`),
		testkit.Int(t, first, `SELECT COUNT(*) FROM ledger_transfers WHERE key LIKE 'referral-release:%'`))
}

func payUntilKilled(t *testing.T, where string) {
	h := over(t, testkit.Open(t, where))
	h.terms.Hold = 0
	var tom, nina string
	fmt.Sscan(os.Getenv("REFERRALS_CRASH_PEOPLE"), &tom, &nina) // the parent wrote it
	testkit.Together(clickers, func(i int) {
		for n := 0; ; n++ {
			posted, err := h.try(tip(fmt.Sprintf("%d-%d-%d", os.Getpid(), i, n), tom, nina, int64(10+n%40)))
			if err != nil {
				fmt.Println("refused", err)
				return
			}
			fmt.Println("paid", posted.ID) // one write: a line is whole or absent
			if n%3 == i%3 {
				err = h.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
					_, err := h.Ledger.Reverse(ctx, tx, posted.ID, ledger.Written("taken back"))
					return err
				})
			}
			if i == 0 && err == nil {
				h.clock.Advance(time.Millisecond)
				err = h.Release(context.Background())
			}
			if err != nil {
				fmt.Println("refused", err)
				return
			}
		}
	})
}
