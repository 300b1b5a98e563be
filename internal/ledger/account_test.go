package ledger_test

import (
	"context"
	"strings"
	"testing"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

// The database takes addresses apart as Go does, and nobody can say otherwise.
func TestClassesAndOwners(t *testing.T) {
	h := open(t)
	all := []ledger.Account{
		ledger.Wallet("tom"), ledger.Earnings("nina"), ledger.Hold("show:1"), ledger.Dispute("case"), ledger.Payout("p"),
		ledger.Receivable("tom"), ledger.SiteRevenue, ledger.WorldCard, ledger.WorldGrant, ledger.WorldPayout,
	}
	for _, account := range all {
		err := h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return h.Open(ctx, tx, account) })
		if err != nil {
			t.Fatal(err)
		}
		if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM ledger_accounts WHERE id = $1 AND class = $2 AND owner_id = $3`,
			account, account.Class(), account.Owner()); n != 1 {
			t.Errorf("%s is not one of the class %q and the owner %q", account, account.Class(), account.Owner())
		}
	}
	for _, statement := range []string{
		`UPDATE ledger_accounts SET class = 'site'`,
		`UPDATE ledger_accounts SET owner_id = 'ann'`,
		`INSERT INTO ledger_accounts (id, guarded) VALUES ('purse:tom', TRUE)`,
		`INSERT INTO ledger_accounts (id, guarded) VALUES ('wallet:', TRUE)`,
		`INSERT INTO ledger_accounts (id, guarded) VALUES ('wallet', TRUE)`,
	} {
		if err := testkit.TryExec(h.db, statement); err == nil {
			t.Errorf("allowed: %s", statement)
		}
	}
}

// The view of the flows has both sides of each posting.
func TestFlowsHaveBothSides(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", money.Whole(100))
	p, err := h.post(thanks("tip:1"))
	if err != nil {
		t.Fatal(err)
	}
	n := testkit.Int(t, h.db, `
		SELECT CAST(SUM(amount) AS BIGINT)
		FROM ledger_flows
		WHERE transfer_id = $1 AND from_class = 'wallet' AND from_owner = 'tom'
		  AND (to_class = 'earn' AND to_owner = 'nina' AND target = $2 OR to_class = 'site' AND to_owner = 'revenue')`, p.ID, nina)
	if money.Tokens(n) != money.Whole(100) {
		t.Errorf("the flows of Tom's tip are %v, want all of it", money.Tokens(n))
	}
}

// The audit of shares asks for the legs of each payment by their key; balances are found
// by class and owner.
func TestAuditUsesIndices(t *testing.T) {
	d := testkit.DB(t)
	if d.Dialect() != db.SQLite {
		t.Skip("EXPLAIN QUERY PLAN is SQLite's; PostgreSQL's plan of an empty table says nothing")
	}
	for query, index := range map[string]string{
		ledger.SharesQuery(`
			SELECT t.id AS subject, '' AS text, l.id AS transfer_id, t.gross
			FROM tips t
			JOIN ledger_transfers l ON l.key = 'tip:' || t.id`, ` FALSE`): "SEARCH ledger_postings USING PRIMARY KEY (transfer_id=?)",
		`SELECT balance FROM tips t LEFT JOIN ledger_accounts a ON a.class = 'hold' AND a.owner_id = t.id`: "ledger_accounts_owner (class=? AND owner_id=?)",
		`SELECT l.owed FROM tips t JOIN ledger_debts l ON l.owner_id = t.sender_id`:                        "SEARCH p USING COVERING INDEX ledger_postings_source (source=?)",
	} {
		err := d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			steps, err := db.All(ctx, tx, func(r db.Row) (step string, err error) {
				var unread int
				return step, r.Scan(&unread, &unread, &unread, &step)
			}, "EXPLAIN QUERY PLAN "+query)
			if plan := strings.Join(steps, "\n"); !strings.Contains(plan, index) {
				t.Errorf("%s is not used:\n%s", index, plan)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
