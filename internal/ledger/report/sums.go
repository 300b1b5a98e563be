package report

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/ledger"
)

// IncomeSum sums what reached somebody's earnings in a quarter of an hour, of one kind and from one performer's work.
type IncomeSum struct {
	Account ledger.Account
	Payee   string
	Slot    time.Time // its beginning
	IncomeTotal
}

// IncomeSums are those of everybody's earnings from an instant on and before another, as time goes.
func IncomeSums(ctx context.Context, tx *db.Tx, kinds []string, from, to time.Time) ([]IncomeSum, error) {
	in, args := db.In(3, kinds)
	list, err := db.All(ctx, tx, scanIncomeSum, `
		WITH paid AS (
			SELECT t.id, t.payee, t.kind, t.created_at, `+grossAndFee+`
			FROM ledger_transfers t
			JOIN ledger_postings p ON p.transfer_id = t.id
			WHERE t.id >= $1 AND t.id < $2 AND (t.kind || '') IN `+in+`
			GROUP BY t.id
		), reached AS (
			SELECT transfer_id, account_id, SUM(amount) AS net
			FROM ledger_entries
			WHERE transfer_id >= $1 AND transfer_id < $2 AND account_id LIKE 'earn:%'
			GROUP BY transfer_id, account_id
		)
		SELECT r.account_id, p.payee, p.kind, p.created_at / `+strconv.FormatInt(SlotLength.Milliseconds(), 10)+` AS slot,
		       COUNT(*) FILTER (WHERE gross > 0), COUNT(*), CAST(SUM(gross) AS BIGINT), CAST(SUM(fee) AS BIGINT), CAST(SUM(net) AS BIGINT)
		FROM paid p
		JOIN reached r ON r.transfer_id = p.id
		GROUP BY r.account_id, p.payee, p.kind, slot
		ORDER BY slot, r.account_id, p.payee, p.kind`, append([]any{id.Floor(from), id.Floor(to)}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("sum everybody's income: %w", err)
	}
	return list, nil
}

func scanIncomeSum(r db.Row) (s IncomeSum, err error) {
	var slot int64
	err = r.Scan(&s.Account, &s.Payee, &s.Kind, &slot, &s.Count, &s.Transfers, &s.Gross, &s.SiteFee, &s.Net)
	s.Slot = time.UnixMilli(slot * SlotLength.Milliseconds()).UTC()
	return s, err
}

// NextTransfer is when the first transfer from an instant on was, or the zero time.
func NextTransfer(ctx context.Context, tx *db.Tx, from time.Time) (time.Time, error) {
	at, err := db.One(ctx, tx, db.Int64, `
		SELECT COALESCE((SELECT created_at FROM ledger_transfers WHERE id >= $1 ORDER BY id LIMIT 1), 0)`, id.Floor(from))
	if err != nil {
		return time.Time{}, fmt.Errorf("select the next transfer: %w", err)
	}
	return db.Time(at), nil
}
