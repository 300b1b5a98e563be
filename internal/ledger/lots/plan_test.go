package lots

import (
	"context"
	"strings"
	"testing"

	"limelight/internal/kit/db"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

// A replay reads the member's postings, not the journal.
func TestReplayUsesIndices(t *testing.T) {
	d := testkit.DB(t)
	if d.Dialect() != db.SQLite {
		t.Skip("EXPLAIN QUERY PLAN is SQLite's; PostgreSQL's plan of an empty table says nothing")
	}
	err := d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		steps, err := db.All(ctx, tx, func(r db.Row) (step string, err error) {
			var unread int
			return step, r.Scan(&unread, &unread, &unread, &step)
		}, "EXPLAIN QUERY PLAN "+journalOf, ledger.Wallet("tom"))
		plan := strings.Join(steps, "\n")
		for _, index := range []string{"p USING INDEX ledger_postings_source (source=?)", "p USING INDEX ledger_postings_target (target=?)"} {
			if !strings.Contains(plan, index) {
				t.Errorf("%s is not used", index)
			}
		}
		for _, table := range []string{"SCAN t", "SCAN p"} {
			if strings.Contains(plan+"\n", table+"\n") {
				t.Errorf("%s: a whole table is read", table)
			}
		}
		if t.Failed() {
			t.Log(plan)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
