package ledger

import (
	"context"
	"strings"
	"testing"

	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// What a performer waits for during her show finds its rows by an index.
func TestIncomeUsesIndices(t *testing.T) {
	d := testkit.DB(t)
	if d.Dialect() != db.SQLite {
		t.Skip("EXPLAIN QUERY PLAN is SQLite's; PostgreSQL's plan of an empty table says nothing")
	}
	where, args := Query{From: testkit.Noon}.where(Earnings("nina"))
	err := d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		steps, err := db.All(ctx, tx, func(r db.Row) (step string, err error) {
			var unread int
			return step, r.Scan(&unread, &unread, &unread, &step)
		}, "EXPLAIN QUERY PLAN "+incomes+where+" GROUP BY t.id", args...)
		plan := strings.Join(steps, "\n")
		for _, index := range []string{"ledger_postings_source (source=? AND transfer_id>?", "ledger_postings_target (target=? AND transfer_id>?"} {
			if !strings.Contains(plan, index) {
				t.Errorf("%s is not used", index)
			}
		}
		for _, table := range []string{"SCAN t", "SCAN p", "SCAN ledger_postings"} {
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
