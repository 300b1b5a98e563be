package report

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// SlotLength divides the days of every time zone: their offsets are multiples of
// a quarter of an hour.
const SlotLength = 15 * time.Minute

// IncomeSlot sums the incomes of a quarter of an hour.
type IncomeSlot struct {
	At    time.Time // its beginning
	Count int       // not counting what takes income back
	Gross money.Tokens
	Net   money.Tokens
}

// IncomeSlots sums the account's income by quarters of an hour, oldest first,
// without those that had none. A caller makes days of them, in a zone of its
// choice. Paging does not apply.
func IncomeSlots(ctx context.Context, tx *db.Tx, account ledger.Account, q Query) ([]IncomeSlot, error) {
	where, args := q.where(account)
	slots, err := db.All(ctx, tx, scanSlot, `
		SELECT created_at / `+strconv.FormatInt(SlotLength.Milliseconds(), 10)+` AS slot, COUNT(*) FILTER (WHERE gross > 0),
		       CAST(SUM(gross) AS BIGINT), CAST(SUM(net) AS BIGINT)
		FROM (`+incomes+where+` GROUP BY t.id) AS incomes
		GROUP BY slot
		ORDER BY slot`, args...)
	if err != nil {
		return nil, fmt.Errorf("sum the income of %s by time: %w", account, err)
	}
	return slots, nil
}

func scanSlot(r db.Row) (s IncomeSlot, err error) {
	var slot int64
	err = r.Scan(&slot, &s.Count, &s.Gross, &s.Net)
	s.At = time.UnixMilli(slot * SlotLength.Milliseconds()).UTC()
	return s, err
}
