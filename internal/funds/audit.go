package funds

import (
	"context"

	"limelight/internal/kit/db"
	"limelight/internal/ledger"
)

// Rule is the funds' part of the ledger's audit: every posting has its one transfer
// and every transfer its posting; a paid payment was credited once, as frozen; what
// is held and owed is what the ledger says.
func (s *Service) Rule() ledger.Rule {
	return ledger.Rule{
		Kinds: []string{KindPurchase, KindBonus, KindDebit, KindDispute, KindRecovery},
		Check: s.audit,
	}
}

// checks select what breaks the rule: a subject and a text.
var checks = []struct{ rule, query string }{
	{"funds.transfer", `
		SELECT m.id, 'has no transfer as it was posted'
		FROM funds_moves m
		LEFT JOIN ledger_transfers t ON t.id = m.transfer_id AND t.key = m.key AND t.reverses IS NULL
		WHERE t.id IS NULL OR m.tokens <> (SELECT COALESCE(SUM(p.amount), 0) FROM ledger_postings p WHERE p.transfer_id = t.id)
		ORDER BY m.id`},
	{"funds.reversal", `
		SELECT m.id, 'was not reversed as it says'
		FROM funds_moves m
		LEFT JOIN ledger_transfers t ON t.reverses = m.transfer_id
		WHERE COALESCE(t.id, '') <> m.reversed_by
		ORDER BY m.id`},
	{"funds.fact", `
		SELECT t.id, 'is a transfer without its move'
		FROM ledger_transfers t
		WHERE t.kind IN ('purchase', 'bonus', 'debit', 'dispute', 'recovery')
		  AND NOT EXISTS (SELECT 1 FROM funds_moves m WHERE t.id IN (m.transfer_id, m.reversed_by))
		ORDER BY t.id`},
	{"funds.credit", `
		SELECT i.id, 'is ' || i.state || ' and was credited otherwise than frozen'
		FROM funds_intents i
		LEFT JOIN funds_moves c ON c.intent_id = i.id AND c.act IN ('credit', 'debit')
		LEFT JOIN funds_moves b ON b.intent_id = i.id AND b.act = 'bonus'
		WHERE CASE WHEN i.state IN ('paid', 'refunded', 'charged_back') THEN i.tokens ELSE 0 END <> COALESCE(c.tokens, 0)
		   OR CASE WHEN i.state IN ('paid', 'refunded', 'charged_back') THEN i.bonus ELSE 0 END <> COALESCE(b.tokens, 0)
		   OR (c.key IS NOT NULL AND c.key <> CASE i.kind WHEN 'debit' THEN 'debit:' ELSE 'purchase:' END || i.id)
		ORDER BY i.id`},
	{"funds.taken", `
		SELECT c.id, 'took other than it says'
		FROM funds_cases c
		WHERE c.taken <> (SELECT COALESCE(SUM(m.tokens), 0) FROM funds_moves m
		                  WHERE m.case_id = c.id AND m.act IN ('take', 'takeBonus') AND m.reversed_by = '')
		ORDER BY c.id`},
	{"funds.held", `
		SELECT c.id, 'holds other than its shares'
		FROM funds_cases c
		LEFT JOIN ledger_accounts a ON a.class = 'hold' AND a.owner_id = '` + ledger.Disputed + `' || c.id
		WHERE COALESCE(a.balance, 0) <> (SELECT COALESCE(SUM(s.held), 0) FROM funds_case_shares s WHERE s.case_id = c.id)
		ORDER BY c.id`},
	{"funds.receivable", `
		SELECT owing.account_id, 'owes other than the ledger says'
		FROM (
			SELECT c.account_id, SUM(c.amount - c.recovered - c.written_off
			       - COALESCE((SELECT SUM(s.borne - s.repaid) FROM funds_case_shares s WHERE s.case_id = c.id), 0)) AS amount
			FROM funds_cases c
			GROUP BY c.account_id
		) AS owing
		WHERE owing.amount <> COALESCE((SELECT l.owed FROM ledger_debts l WHERE l.owner_id = owing.account_id), 0)
		ORDER BY owing.account_id`},
	{"funds.event", `
		SELECT i.id, 'is ' || i.state || ' without an event that says so'
		FROM funds_intents i
		WHERE i.state IN ('paid', 'refunded', 'charged_back')
		  AND NOT EXISTS (SELECT 1 FROM funds_events e WHERE e.intent_id = i.id AND e.kind IN ('paid', 'overpaid'))
		ORDER BY i.id`},
}

func (s *Service) audit(ctx context.Context, tx *db.Tx) (all []ledger.Violation, err error) {
	for _, c := range checks {
		found, err := ledger.Find(ctx, tx, c.rule, c.query)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	for _, check := range []func(context.Context, *db.Tx) ([]ledger.Violation, error){s.checkFrozen, s.checkTold} {
		found, err := check(ctx, tx)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// also scans a row that has one column more at its end.
type also struct {
	db.Row
	more any
}

func (a also) Scan(into ...any) error { return a.Row.Scan(append(into, a.more)...) }
