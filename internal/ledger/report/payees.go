package report

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Worked are the times in which what performers earned counts, as a query of payees, since when and until when in
// milliseconds: of a studio they are too many to be given one by one. Its arguments are the statement's first.
type Worked struct {
	Query string
	Args  []any
}

// PayeeDay sums what a performer earned on a day in UTC.
type PayeeDay struct {
	Payee string
	Day   int64        // since 1970
	Count int          // not counting what takes income back, or what the site kept whole
	Net   money.Tokens // of the performer and the other account together
	Part  money.Tokens // of the other account: the studio's
}

// IncomeByDay sums, by performer and day, what performers earned in times of their own from an instant on and before
// another, and what of it reached an account: nothing, where all of it is the performer's.
func IncomeByDay(ctx context.Context, tx *db.Tx, account ledger.Account, kinds []string, worked Worked, from, to time.Time) (list []PayeeDay, err error) {
	query, args := byDay(account, kinds, worked, from, to)
	incomes, err := db.All(ctx, tx, scanPayeeIncome, query, args...)
	if err != nil {
		return nil, fmt.Errorf("sum the income of performers of %s: %w", account, err)
	}
	for _, one := range incomes { // those of one performer follow each other, as time goes
		if last := len(list) - 1; last >= 0 && list[last].Payee == one.Payee && list[last].Day == one.Day {
			list[last].Count += one.Count
			list[last].Net += one.Net
			list[last].Part += one.Part
			continue
		}
		list = append(list, one)
	}
	return list, nil
}

// byDay reads incomes one by one: that each is summed once more, here, costs an engine more than telling it.
func byDay(account ledger.Account, kinds []string, worked Worked, from, to time.Time) (string, []any) {
	args, n := worked.Args, len(worked.Args)
	args = append(args[:n:n], account, id.Floor(from), id.Floor(to))
	in, more := db.In(n+4, kinds)
	return fmt.Sprintf(`
		WITH worked (payee, since, until) AS (%s)
		SELECT t.payee, t.created_at,
		       CAST(SUM(CASE WHEN p.target = 'earn:' || t.payee OR p.target = $%[2]d THEN p.amount
		                     WHEN p.source = 'earn:' || t.payee OR p.source = $%[2]d THEN -p.amount ELSE 0 END) AS BIGINT),
		       CAST(SUM(CASE WHEN p.target = $%[2]d THEN p.amount
		                     WHEN p.source = $%[2]d THEN -p.amount ELSE 0 END) AS BIGINT)
		FROM worked w
		JOIN ledger_transfers t ON t.payee = w.payee AND t.id >= $%[3]d AND t.id < $%[4]d
		     AND t.created_at >= w.since AND t.created_at < w.until AND (t.kind || '') IN %[5]s
		JOIN ledger_postings p ON p.transfer_id = t.id
		GROUP BY t.payee, t.id, t.created_at
		ORDER BY t.payee, t.id`, worked.Query, n+1, n+2, n+3, in), append(args, more...)
}

func scanPayeeIncome(r db.Row) (d PayeeDay, err error) {
	var at int64
	if err = r.Scan(&d.Payee, &at, &d.Net, &d.Part); err != nil {
		return d, err
	}
	d.Day = at / (24 * time.Hour).Milliseconds()
	if d.Net > 0 {
		d.Count = 1
	}
	return d, nil
}
