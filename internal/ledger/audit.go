package ledger

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"limelight/internal/kit/db"
)

// Violation is something that must never be found: which rule, of what, and how.
type Violation struct {
	Rule    string // such as "balance" or "tips.transfer"
	Subject string // the id of the account, transfer or fact
	Text    string
}

func (v Violation) String() string { return fmt.Sprintf("%s: %s: %s", v.Rule, v.Subject, v.Text) }

// Rule is a domain's part of the audit: it accounts for every transfer of its
// kinds, and for every fact of its own that moved tokens.
type Rule struct {
	Kinds []string
	Check func(ctx context.Context, tx *db.Tx) ([]Violation, error)
}

// Audit proves the ledger's own invariants, then the rules, and that no transfer
// is of a kind that nobody accounts for. It reads everything: run it in a
// db.Read, by night or by hand.
func Audit(ctx context.Context, tx *db.Tx, rules ...Rule) ([]Violation, error) {
	all, err := Check(ctx, tx)
	if err != nil {
		return nil, err
	}
	kinds := []string{kindGrant}
	for _, rule := range rules {
		found, err := rule.Check(ctx, tx)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
		kinds = append(kinds, rule.Kinds...)
	}
	slices.Sort(kinds)
	in, args := db.In(1, kinds)
	stray, err := Find(ctx, tx, "kind", `
		SELECT id, 'is of the kind ' || kind || ', for which nobody accounts'
		FROM ledger_transfers
		WHERE kind NOT IN `+in+`
		ORDER BY id`, args...)
	return append(all, stray...), err
}

// Invariant is something that always holds: Query selects the subject and the text of what
// breaks it. The struct has no name of its own, so that lists need not name its fields.
type Invariant = struct{ Rule, Query string }

// invariants are the ledger's own.
var invariants = []Invariant{
	{"balance", `
		SELECT a.id, 'holds ' || a.balance || ' units, its postings sum to ' || COALESCE(e.amount, 0)
		FROM ledger_accounts a
		LEFT JOIN (
			SELECT account_id, CAST(SUM(amount) AS BIGINT) AS amount FROM ledger_entries GROUP BY account_id
		) e ON e.account_id = a.id
		WHERE a.guarded AND a.balance <> COALESCE(e.amount, 0)
		ORDER BY a.id`},
	{"below zero", `
		SELECT id, 'holds ' || balance || ' units' FROM ledger_accounts WHERE balance < 0 ORDER BY id`},
	{"unguarded", `
		SELECT id, 'has a guard that does not fit its class'
		FROM ledger_accounts
		WHERE guarded = (class IN ('site', 'world', 'receivable'))
		ORDER BY id`},
	{"receivable", `
		SELECT account_id, 'was repaid ' || -owed || ' units more than it owed'
		FROM ledger_debts
		WHERE owed < 0
		ORDER BY account_id`},
	{"sum", `
		SELECT 'all accounts', 'sum to ' || CAST(SUM(amount) AS BIGINT) || ' units'
		FROM ledger_entries
		HAVING SUM(amount) <> 0`},
	{"transfer", `
		SELECT t.id, 'has no postings'
		FROM ledger_transfers t
		WHERE NOT EXISTS (SELECT 1 FROM ledger_postings p WHERE p.transfer_id = t.id)
		ORDER BY t.id`},
	{"posting", `
		SELECT p.transfer_id, 'leg ' || p.leg || ' has no transfer or no account'
		FROM ledger_postings p
		LEFT JOIN ledger_transfers t ON t.id = p.transfer_id
		LEFT JOIN ledger_accounts s ON s.id = p.source
		LEFT JOIN ledger_accounts g ON g.id = p.target
		WHERE t.id IS NULL OR s.id IS NULL OR g.id IS NULL
		ORDER BY p.transfer_id, p.leg`},
	{"reversal", `
		SELECT r.id, 'is not the mirror of ' || r.reverses
		FROM ledger_transfers r
		WHERE r.reverses IS NOT NULL AND EXISTS (
			SELECT account_id
			FROM ledger_entries
			WHERE transfer_id IN (r.id, r.reverses)
			GROUP BY account_id
			HAVING SUM(amount) <> 0)
		ORDER BY r.id`},
	{"grant", `
		SELECT t.id, 'gives away what no grant says'
		FROM ledger_transfers t
		LEFT JOIN ledger_grants g ON g.transfer_id = t.id AND g.account_id = t.payee
		WHERE t.kind = 'grant' AND t.reverses IS NULL
		  AND EXISTS (SELECT 1 FROM ledger_postings p WHERE p.transfer_id = t.id AND p.target <> 'world:grant')
		  AND (g.transfer_id IS NULL OR NOT EXISTS (
			SELECT 1 FROM ledger_postings p
			WHERE p.transfer_id = t.id AND p.source = 'world:grant' AND p.target = 'wallet:' || g.account_id AND p.amount = g.amount)
			OR (SELECT COUNT(*) FROM ledger_postings p WHERE p.transfer_id = t.id) <> 1)
		ORDER BY t.id`},
	{"grant.fact", `
		SELECT g.transfer_id, 'is a grant without its transfer'
		FROM ledger_grants g
		LEFT JOIN ledger_transfers t ON t.id = g.transfer_id AND t.kind = 'grant' AND t.reverses IS NULL
		WHERE t.id IS NULL
		ORDER BY g.transfer_id`},
}

// Check proves the invariants that need no domain: 1, 2 and the mirrored
// reversals of README.md. No violation and no error means that they hold.
func Check(ctx context.Context, tx *db.Tx) ([]Violation, error) {
	return FindAll(ctx, tx, invariants...)
}

// Prove makes a rule's check of invariants.
func Prove(list ...Invariant) func(ctx context.Context, tx *db.Tx) ([]Violation, error) {
	return func(ctx context.Context, tx *db.Tx) ([]Violation, error) { return FindAll(ctx, tx, list...) }
}

// FindAll finds what breaks any of the invariants.
func FindAll(ctx context.Context, tx *db.Tx, list ...Invariant) (all []Violation, err error) {
	for _, one := range list {
		found, err := Find(ctx, tx, one.Rule, one.Query)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// maxFound bounds the violations told of one rule: a broken rule is clear from
// the first hundred.
const maxFound = 100

// Find runs a query that selects the subject and the text of each violation of a
// rule, and returns at most a hundred of them.
func Find(ctx context.Context, tx *db.Tx, rule, query string, args ...any) ([]Violation, error) {
	scan := func(r db.Row) (Violation, error) {
		v := Violation{Rule: rule}
		return v, r.Scan(&v.Subject, &v.Text)
	}
	found, err := db.All(ctx, tx, scan, strings.TrimSpace(query)+fmt.Sprintf(" LIMIT %d", maxFound), args...)
	if err != nil {
		return nil, fmt.Errorf("audit %s: %w", rule, err)
	}
	return found, nil
}
