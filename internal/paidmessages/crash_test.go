package paidmessages_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/paidmessages"
	"limelight/internal/testkit"
)

const (
	writers   = 50  // who pay at once until it is
	crashOver = 300 // acknowledged payments before each kill
)

// crashDatabase is set for the child: the test's own binary, which pays in this database until it is killed.
const crashDatabase = "PAIDMESSAGES_CRASH_DATABASE"

// The program dies in the midst of lines that are paid, of some that wait until they are let go or never are, and of photos
// that are opened, again and again. Every step that was acknowledged is there, once, and nothing is half done.
func TestCrashes(t *testing.T) {
	if where := os.Getenv(crashDatabase); where != "" {
		payUntilKilled(t, where)
		return
	}
	where := testkit.Migrated(t)
	first := testkit.Open(t, where)
	over(first).Grant(t, "tom", 1_000_000_000)
	acknowledged := 0
	crashes := testkit.Rounds(5, 2) // how often the program is killed
	for range crashes {
		var lines, released, dropped, photos []string
		told := []func(string) bool{
			testkit.IDs("line", &lines), testkit.IDs("released", &released), testkit.IDs("dropped", &dropped), testkit.IDs("photo", &photos),
		}
		testkit.KillAfter(t, crashOver, func(text string) bool {
			return slices.ContainsFunc(told, func(is func(string) bool) bool { return is(text) })
		}, crashDatabase+"="+where)
		acknowledged += len(lines) + len(released) + len(dropped) + len(photos)
		h := over(testkit.Open(t, where))
		h.Intact(t)
		h.Audit(t)
		for is, ids := range map[string][]string{
			`message_charges WHERE message_id = $1`: lines, `message_charges WHERE message_id = $1 AND captured_at > 0 AND returned_at = 0`: released,
			`message_charges WHERE message_id = $1 AND captured_at = 0 AND returned_at > 0`: dropped, `message_unlocks WHERE message_id = $1`: photos,
		} {
			for _, id := range ids {
				if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM `+is, id); n != 1 {
					t.Errorf("what was acknowledged of %s is there %d times: %s", id, n, is)
				}
			}
		}
	}
	for rows, transfers := range map[string]string{
		`message_charges`: `kind = 'message' AND key LIKE 'message:%'`, `message_charges WHERE captured_at > 0`: `key LIKE 'message-released:%'`,
		`message_unlocks`: `kind = 'messagePhoto'`,
	} {
		kept := testkit.Int(t, first, `SELECT COUNT(*) FROM `+rows)
		if posted := testkit.Int(t, first, `SELECT COUNT(*) FROM ledger_transfers WHERE `+transfers); posted != kept || kept == 0 {
			t.Errorf("%d rows of %s and %d transfers with %s", kept, rows, posted, transfers)
		}
	}
	t.Logf("killed %d times: %d acknowledged", crashes, acknowledged)
}

func payUntilKilled(t *testing.T, where string) {
	h := over(testkit.Open(t, where))
	testkit.Together(writers, func(int) {
		for n := 0; ; n++ {
			line, waits := id.New(time.Now()), n%3 > 0
			if err := h.charge(paidmessages.Line{MessageID: line, MemberID: "tom", PerformerID: "nina", Price: money.Whole(int64(1 + n%9)), Held: waits}); err != nil {
				fmt.Println("refused", err)
				return
			}
			fmt.Println("line", line) // one write: it is whole or absent
			if waits {
				if err := h.decide(line, n%3 == 1); err != nil {
					fmt.Println("refused", err)
					return
				}
			}
			h.offer(t, line, "nina", "tom", money.Whole(3))
			if _, err := h.open(line, "tom", money.Whole(3)); err != nil {
				fmt.Println("refused", err)
				return
			}
			fmt.Println("photo", line)
		}
	})
}

// decide lets a line go that waits, or sees to it that it never comes.
func (h *fixture) decide(line string, release bool) error {
	err := h.write(func(ctx context.Context, tx *db.Tx) error {
		if release {
			return h.Release(ctx, tx, line, line)
		}
		return h.Drop(ctx, tx, line)
	})
	if err == nil {
		fmt.Println(map[bool]string{true: "released", false: "dropped"}[release], line)
	}
	return err
}
