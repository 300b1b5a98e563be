package report

import (
	"context"
	"strings"
	"testing"

	"limelight/internal/kit/db"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

// What people wait for finds its rows by an index, whoever asks and however much
// is there.
func TestIncomeUsesIndices(t *testing.T) {
	d := testkit.DB(t)
	if d.Dialect() != db.SQLite {
		t.Skip("EXPLAIN QUERY PLAN is SQLite's; PostgreSQL's plan of an empty table says nothing")
	}
	const source, target = "ledger_postings_source (source=? AND transfer_id>?", "ledger_postings_target (target=? AND transfer_id>?"
	const payee = "ledger_transfers_payee (payee=? AND id>? AND id<?)"
	income, mine := Query{From: testkit.Noon, Payee: "nina"}.where(ledger.Earnings("loft"))
	of := BookQuery{Payee: "nina", Kinds: []string{"tip"}, From: testkit.Noon, To: testkit.Noon}
	book, hers := of.where()
	of.Payee = ""
	site, all := of.where()
	for name, q := range map[string]struct {
		query   string
		args    []any
		indices []string
	}{
		"a listing":              {incomes + income + " GROUP BY t.id", mine, []string{source, target}},
		"a batch of an export":   {incomes + income + " AND t.id > $1 GROUP BY t.id ORDER BY t.id LIMIT 1000", mine, []string{source, target}},
		"a performer's book":     {entries + book + " GROUP BY t.id", hers, []string{payee}},
		"the site's book":        {entries + site + " GROUP BY t.id", all, []string{"ledger_transfers_kind (kind=? AND id>? AND id<?)"}},
		"what stood for a fact":  {factsOf(book), hers, []string{payee, "ledger_transfers_reference (reference=?)"}},
		"what stood on the site": {factsOf(site), all, []string{"ledger_transfers_kind (kind=? AND id>? AND id<?)", "ledger_transfers_reference (reference=?)"}},
	} {
		t.Run(name, func(t *testing.T) { planned(t, d, q.query, q.args, q.indices) })
	}
}

// planned fails when a query reads a whole table of the ledger or leaves an index
// aside.
func planned(t *testing.T, d *db.DB, query string, args []any, indices []string) {
	t.Helper()
	err := d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		steps, err := db.All(ctx, tx, func(r db.Row) (step string, err error) {
			var unread int
			return step, r.Scan(&unread, &unread, &unread, &step)
		}, "EXPLAIN QUERY PLAN "+query, args...)
		plan := strings.Join(steps, "\n")
		for _, index := range indices {
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

// The back office reads the part of an index that it asks for, in the order of ids,
// and sorts no more than a page of each branch.
func TestBackOfficeUsesIndices(t *testing.T) {
	d := testkit.DB(t)
	if d.Dialect() != db.SQLite {
		t.Skip("EXPLAIN QUERY PLAN is SQLite's; PostgreSQL's plan of an empty table says nothing")
	}
	const source, target = "INDEX ledger_postings_source (source=?", "INDEX ledger_postings_target (target=?"
	at := []any{ledger.Wallet("tom"), "a", "b"}
	for name, q := range map[string]struct {
		query   string
		args    []any
		indices []string
	}{
		"a turnover":  {turnover, at, []string{"COVERING " + source, "COVERING " + target}},
		"a batch":     {linesAfter(">"), append(at, 100), []string{"COVERING " + source, "COVERING " + target}},
		"the debts":   {debtChanges, at[:1], []string{source, target}},
		"the kinds":   {allKinds, nil, []string{"COVERING INDEX ledger_transfers_kind (kind>?)"}},
		"what gave":   {groupSums("source"), at[1:], []string{"ledger_postings USING COVERING INDEX ledger_postings_source"}},
		"what got":    {groupSums("target"), at[1:], []string{"ledger_postings USING COVERING INDEX ledger_postings_target"}},
		"a flow":      {kindFlow, at, []string{"ledger_transfers_kind (kind=? AND id>? AND id<?)", "SEARCH p USING PRIMARY KEY (transfer_id=?)"}},
		"by nothing":  searched(Criteria{Before: "b"}, "SEARCH t USING PRIMARY KEY (id<?)"),
		"by kind":     searched(Criteria{Kind: "tip", Before: "b"}, "ledger_transfers_kind (kind=? AND id<?)"),
		"by person":   searched(Criteria{PersonID: "tom", Kind: "tip"}, source, target, "ledger_transfers_payer (payer=?)", "ledger_transfers_payee (payee=?)"),
		"by account":  searched(Criteria{Account: ledger.SiteRevenue, Min: 1}, source, target),
		"by text":     searched(Criteria{Text: "tip:0"}, "ledger_transfers_reference (reference>? AND reference<?)", "(key>? AND key<?)", "(id>? AND id<?)"),
		"by the fact": searched(Criteria{Kind: "tip", Reference: "1"}, "ledger_transfers_reference (reference=?)"),
	} {
		t.Run(name, func(t *testing.T) { planned(t, d, q.query, q.args, q.indices) })
	}
}

func searched(c Criteria, indices ...string) (q struct {
	query   string
	args    []any
	indices []string
}) {
	c.Limit = 26
	q.query, q.args = c.query()
	q.indices = indices
	return q
}
