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

// The database itself refuses what no program may do to the journal.
func TestForbiddenStatements(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", money.Whole(100))
	p, err := h.post(thanks("tip:1"))
	if err != nil {
		t.Fatal(err)
	}
	h.refuses(t, p.ID)
	h.holds(t, nina, money.Whole(70))
	h.audit(t, "tip")
}

// refuses fails when the database does what no program may do to the journal. Tom
// has less than 5 units; a transfer has the key tip:1.
func (h *fixture) refuses(t *testing.T, transferID string) {
	t.Helper()
	posting := `INSERT INTO ledger_postings (transfer_id, leg, source, target, amount) VALUES ('` + transferID + `', 9, `
	for _, statement := range []string{
		`UPDATE ledger_postings SET amount = 1`,
		`DELETE FROM ledger_postings`,
		`UPDATE ledger_transfers SET memo = 'another'`,
		`DELETE FROM ledger_transfers`,
		`DELETE FROM ledger_accounts`,
		`UPDATE ledger_accounts SET guarded = NOT guarded`,
		`UPDATE ledger_accounts SET id = id || 'x'`,
		`UPDATE ledger_accounts SET balance = -1 WHERE id = 'wallet:tom'`,
		`UPDATE ledger_accounts SET balance = 1 WHERE id = 'site:revenue'`,
		posting + `'wallet:tom', 'earn:nina', -5)`,
		posting + `'wallet:tom', 'wallet:tom', 5)`,
		posting + `'wallet:tom', 'earn:nobody', 5)`,
		posting + `'world:grant', 'earn:nina', 'five')`,
		posting + `'wallet:tom', 'earn:nina', 5)`, // more than Tom has
		`INSERT INTO ledger_postings (transfer_id, leg, source, target, amount) VALUES ('none', 1, 'world:grant', 'earn:nina', 5)`,
		`INSERT INTO ledger_transfers (id, key, kind, reference, created_at) VALUES ('x', 'tip:1', 'tip', '', 0)`,
	} {
		if err := testkit.TryExec(h.db, statement); err == nil {
			t.Errorf("allowed: %s", statement)
		}
	}
}

// A damaged ledger does not pass the audit. The guards are lifted first, as
// somebody with a shell might.
func TestAuditFindsDamage(t *testing.T) {
	damages := []struct{ name, rule, statement string }{
		{"a balance raised by hand", "balance", `UPDATE ledger_accounts SET balance = 500 WHERE id = 'earn:nina'`},
		{"a posting changed", "balance", `UPDATE ledger_postings SET amount = amount + 1 WHERE target = 'earn:nina'`},
		{"a transfer without postings", "transfer", `INSERT INTO ledger_transfers (id, key, kind, reference, created_at) VALUES ('x', 'x', 'tip', '', 0)`},
		{"an account removed", "posting", `DELETE FROM ledger_accounts WHERE id = 'site:revenue'`},
		{"a kind nobody knows", "kind", `UPDATE ledger_transfers SET kind = 'bribe'`},
		{"a guard taken off", "unguarded", `UPDATE ledger_accounts SET guarded = FALSE, balance = 0 WHERE id = 'earn:nina'`},
		{"a half-hearted reversal", "reversal", `UPDATE ledger_postings SET amount = amount - 1 WHERE source = 'site:revenue'`},
	}
	for _, damage := range damages {
		t.Run(damage.name, func(t *testing.T) {
			h := open(t)
			h.grant(t, "tom", money.Whole(100))
			p, err := h.post(thanks("tip:1"))
			if err != nil {
				t.Fatal(err)
			}
			if damage.rule == "reversal" {
				if err := h.reverse(p.ID); err != nil {
					t.Fatal(err)
				}
			}
			h.audit(t, "tip")
			liftGuards(t, h.db)
			testkit.Exec(t, h.db, damage.statement)
			for _, v := range h.violations(t, "tip") {
				if v.Rule == damage.rule {
					return
				}
			}
			t.Errorf("not found: %v", h.violations(t, "tip"))
		})
	}
}

func liftGuards(t *testing.T, d *db.DB) {
	if d.Dialect() == db.Postgres {
		for _, table := range []string{"ledger_accounts", "ledger_transfers", "ledger_postings"} {
			testkit.Exec(t, d, `ALTER TABLE `+table+` DISABLE TRIGGER ALL`)
		}
		return
	}
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		names, err := db.All(ctx, tx, db.String, `SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'ledger%'`)
		for _, name := range names {
			if _, err := db.Exec(ctx, tx, `DROP TRIGGER `+name); err != nil {
				return err
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A rule's violations are told beside the ledger's own.
func TestAuditAsksTheRules(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", money.Whole(1))
	rule := ledger.Rule{Check: func(ctx context.Context, tx *db.Tx) ([]ledger.Violation, error) {
		return ledger.Find(ctx, tx, "greed", `SELECT id, 'holds tokens' FROM ledger_accounts WHERE balance > $1`, 0)
	}}
	err := h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		found, err := ledger.Audit(ctx, tx, rule)
		if len(found) != 1 || !strings.Contains(found[0].String(), "greed: wallet:tom: holds tokens") {
			t.Errorf("found %v", found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
