package earnings

import (
	"context"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("earnings", lang.Mark("Earnings"),
	personal.Table{Name: "earnings_totals", Why: "sums of the incomes, which are given one by one"},
)

func selectThrough(ctx context.Context, tx *db.Tx) (time.Time, error) {
	through, err := db.One(ctx, tx, db.Int64, `SELECT through FROM earnings_summed`)
	if err != nil {
		return time.Time{}, fmt.Errorf("select what is summed: %w", err)
	}
	return db.Time(through), nil
}

func updateThrough(ctx context.Context, tx *db.Tx, through time.Time) error {
	if _, err := db.Exec(ctx, tx, `UPDATE earnings_summed SET through = $1`, db.Millis(through)); err != nil {
		return fmt.Errorf("note what is summed: %w", err)
	}
	return nil
}

// addTotal adds a sum to all that was before.
func addTotal(ctx context.Context, tx *db.Tx, t total) error {
	failed := func(err error) error { return fmt.Errorf("add to what %s earned: %w", t.accountID, err) }
	return db.Later(ctx, tx, failed, `
		INSERT INTO earnings_totals (account_id, payee, kind, until, transfers, incomes, gross, site_fee, net)
		SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS BIGINT),
		       COALESCE(t.transfers, 0) + $5, COALESCE(t.incomes, 0) + $6, COALESCE(t.gross, 0) + $7,
		       COALESCE(t.site_fee, 0) + $8, COALESCE(t.net, 0) + $9
		FROM (SELECT 1 AS one) AS o
		LEFT JOIN earnings_totals t ON t.account_id = $1 AND t.payee = $2 AND t.kind = $3
		      AND t.until = (SELECT MAX(until) FROM earnings_totals WHERE account_id = $1 AND payee = $2 AND kind = $3)`,
		t.accountID, t.payee, t.kind, db.Millis(t.until),
		t.transfers, t.Count, int64(t.Gross), int64(t.SiteFee), int64(t.Net))
}

func scanTotal(r db.Row) (t total, err error) {
	var until int64
	err = r.Scan(&t.payee, &t.kind, &until, &t.transfers, &t.Count, &t.Gross, &t.SiteFee, &t.Net)
	t.until = db.Time(until)
	return t, err
}

// selectTotals are what an account earned of each of some kinds up to each of some instants; until is the instant.
func selectTotals(ctx context.Context, tx *db.Tx, accountID string, kinds []string, instants ...time.Time) ([]total, error) {
	args := []any{accountID}
	var ofKinds, ats []string
	for _, kind := range kinds {
		args = append(args, kind)
		ofKinds = append(ofKinds, fmt.Sprintf("(CAST($%d AS TEXT))", len(args)))
	}
	for _, at := range instants {
		args = append(args, db.Millis(at))
		ats = append(ats, fmt.Sprintf("(CAST($%d AS BIGINT))", len(args)))
	}
	list, err := db.All(ctx, tx, scanTotal, `
		WITH kinds (kind) AS (VALUES `+strings.Join(ofKinds, ", ")+`), instants (at) AS (VALUES `+strings.Join(ats, ", ")+`)
		SELECT t.payee, t.kind, i.at, t.transfers, t.incomes, t.gross, t.site_fee, t.net
		FROM kinds k
		CROSS JOIN instants i
		JOIN earnings_totals t ON t.account_id = $1 AND t.payee = '' AND t.kind = k.kind
		     AND t.until = (SELECT MAX(until) FROM earnings_totals WHERE account_id = $1 AND payee = '' AND kind = k.kind AND until <= i.at)`, args...)
	if err != nil {
		return nil, fmt.Errorf("select what %s earned by kind: %w", accountID, err)
	}
	return list, nil
}

// selectByPayee are what a studio earned by the work of each performer in a span.
func selectByPayee(ctx context.Context, tx *db.Tx, accountID string, in Span) ([]total, error) {
	list, err := db.All(ctx, tx, scanTotal, `
		WITH RECURSIVE payees (payee) AS (
			SELECT MIN(payee) FROM earnings_totals WHERE account_id = $1 AND payee > ''
			UNION ALL
			SELECT (SELECT MIN(payee) FROM earnings_totals WHERE account_id = $1 AND payee > p.payee)
			FROM payees p
			WHERE p.payee IS NOT NULL
		), ends AS (
			SELECT payee,
			       (SELECT MAX(until) FROM earnings_totals WHERE account_id = $1 AND payee = p.payee AND kind = '' AND until <= $2) AS earlier,
			       (SELECT MAX(until) FROM earnings_totals WHERE account_id = $1 AND payee = p.payee AND kind = '' AND until <= $3) AS last
			FROM payees p
			WHERE payee IS NOT NULL
		)
		SELECT l.payee, l.kind, l.until, l.transfers - COALESCE(b.transfers, 0), l.incomes - COALESCE(b.incomes, 0),
		       l.gross - COALESCE(b.gross, 0), l.site_fee - COALESCE(b.site_fee, 0), l.net - COALESCE(b.net, 0)
		FROM ends e
		JOIN earnings_totals l ON l.account_id = $1 AND l.payee = e.payee AND l.kind = '' AND l.until = e.last
		LEFT JOIN earnings_totals b ON b.account_id = $1 AND b.payee = e.payee AND b.kind = '' AND b.until = e.earlier
		WHERE e.last > $2`, accountID, db.Millis(in.From), db.Millis(in.To))
	if err != nil {
		return nil, fmt.Errorf("select what %s earned by performer: %w", accountID, err)
	}
	return list, nil
}
