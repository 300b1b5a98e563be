package earnings

import (
	"context"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/ledger"
)

// Rule is what the audit looks at of the sums: the last of each is what the ledger says of all before.
func (s *Service) Rule() ledger.Rule {
	return ledger.Rule{Check: s.check}
}

func (s *Service) check(ctx context.Context, tx *db.Tx) ([]ledger.Violation, error) {
	through, err := selectThrough(ctx, tx)
	if err != nil {
		return nil, err
	}
	in, args := db.In(3, s.kinds)
	return ledger.Find(ctx, tx, "earnings.totals", `
		WITH reached AS (
			SELECT a.owner_id AS account_id, t.payee, t.kind, COUNT(DISTINCT t.id) AS transfers, SUM(e.amount) AS net
			FROM ledger_entries e
			JOIN ledger_accounts a ON a.id = e.account_id AND a.class = $2
			JOIN ledger_transfers t ON t.id = e.transfer_id
			WHERE t.id < $1 AND t.kind IN `+in+`
			GROUP BY a.owner_id, t.payee, t.kind
		), booked AS (
			SELECT account_id, '' AS payee, kind, SUM(transfers) AS transfers, SUM(net) AS net FROM reached GROUP BY account_id, kind
			UNION ALL
			SELECT account_id, payee, '', SUM(transfers), SUM(net) FROM reached WHERE payee <> account_id GROUP BY account_id, payee
		), kept AS (
			SELECT t.account_id, t.payee, t.kind, t.transfers, t.net
			FROM earnings_totals t
			JOIN (SELECT account_id, payee, kind, MAX(until) AS until FROM earnings_totals GROUP BY account_id, payee, kind) AS l
			     ON l.account_id = t.account_id AND l.payee = t.payee AND l.kind = t.kind AND l.until = t.until
		)
		SELECT a.account_id, 'earned something else by ' || a.kind || a.payee || ' than its sums say'
		FROM (SELECT * FROM booked EXCEPT SELECT * FROM kept) AS a
		UNION
		SELECT a.account_id, 'has sums of ' || a.kind || a.payee || ' that the ledger does not know'
		FROM (SELECT * FROM kept EXCEPT SELECT * FROM booked) AS a
		ORDER BY 1, 2`, append([]any{id.Floor(through), string(ledger.ClassEarnings)}, args...)...)
}
