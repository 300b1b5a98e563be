package earnings

import (
	"context"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/ledger/report"
)

// The ledger is the truth about every token. What it says of a time that is over does not change any more: what takes
// income back is a posting of its own time. So that time is summed (Tally), and a read adds what the ledger has since:
// sums that are late cost time and never a token. They are running totals: a span is the difference of two.

// settled is how long after its end a time is summed: until then a transaction may be under way.
const settled = 15 * time.Minute

// step is how much time one transaction sums.
const step = time.Hour

// Tally sums the time that is over.
func (s *Service) Tally(ctx context.Context) error {
	for more := true; more; {
		err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			more, err = s.tally(ctx, tx, s.now().Add(-settled).Truncate(report.SlotLength))
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// tally sums the next time before an instant, and reports whether there is more. What nothing happened in is passed over.
func (s *Service) tally(ctx context.Context, tx *db.Tx, over time.Time) (more bool, err error) {
	if err := db.Lock(ctx, tx, "earnings.totals"); err != nil {
		return false, err
	}
	from, err := selectThrough(ctx, tx)
	if err != nil || !from.Before(over) {
		return false, err
	}
	next, err := report.NextTransfer(ctx, tx, from)
	if err != nil {
		return false, err
	}
	if next.IsZero() || !next.Before(over) {
		return false, nil
	}
	from = next.Truncate(report.SlotLength)
	to := from.Add(step)
	if to.After(over) {
		to = over
	}
	found, err := report.IncomeSums(ctx, tx, s.kinds, from, to)
	if err != nil {
		return false, err
	}
	for _, one := range byKindAndPayee(found) {
		if err := addTotal(ctx, tx, one); err != nil {
			return false, err
		}
	}
	return to.Before(over), updateThrough(ctx, tx, to)
}

// total is what an account earned up to an instant, of a kind or from somebody's work.
type total struct {
	accountID string
	payee     string // empty: anybody's work
	kind      string // empty: every kind
	until     time.Time
	sum
}

// sum adds up incomes.
type sum struct {
	transfers int // those too that take income back
	Totals
}

func sumOf(t report.IncomeTotal) sum {
	return sum{t.Transfers, Totals{Count: t.Count, Gross: t.Gross, SiteFee: t.SiteFee, Net: t.Net}}
}

func (a sum) plus(b sum) sum {
	a.transfers, a.Count, a.Gross, a.SiteFee, a.Net = a.transfers+b.transfers, a.Count+b.Count, a.Gross+b.Gross, a.SiteFee+b.SiteFee, a.Net+b.Net
	return a
}

func (a sum) minus(b sum) sum {
	a.transfers, a.Count, a.Gross, a.SiteFee, a.Net = a.transfers-b.transfers, a.Count-b.Count, a.Gross-b.Gross, a.SiteFee-b.SiteFee, a.Net-b.Net
	return a
}

// byKindAndPayee sums what everybody earned in each quarter of an hour twice, as time goes. Whose work it was is a question
// of studios: a performer's is their own.
func byKindAndPayee(found []report.IncomeSum) (list []total) {
	type key struct {
		accountID, payee, kind string
		until                  int64
	}
	at := map[key]int{}
	add := func(t total) {
		k := key{t.accountID, t.payee, t.kind, t.until.UnixMilli()}
		if i, found := at[k]; found {
			list[i].sum = list[i].plus(t.sum)
			return
		}
		at[k], list = len(list), append(list, t)
	}
	for _, f := range found {
		one := sumOf(f.IncomeTotal)
		accountID, until := f.Account.Owner(), f.Slot.Add(report.SlotLength)
		add(total{accountID, "", f.Kind, until, one})
		if f.Payee != accountID {
			add(total{accountID, f.Payee, "", until, one})
		}
	}
	return list
}

// divide finds what of a query's time is summed, and asks for the rest.
func (s *Service) divide(ctx context.Context, tx *db.Tx, q report.Query) (summed Span, rest []report.Query, err error) {
	if q.Payer != "" || q.Payee != "" {
		return summed, []report.Query{q}, nil
	}
	summed.To, err = selectThrough(ctx, tx)
	if end := q.To.Truncate(report.SlotLength); !q.To.IsZero() && end.Before(summed.To) {
		summed.To = end
	}
	if summed.From = q.From.Truncate(report.SlotLength); summed.From.Before(q.From) {
		summed.From = summed.From.Add(report.SlotLength)
	}
	if err != nil || !summed.From.Before(summed.To) {
		return Span{}, []report.Query{q}, err
	}
	before, after := q, q
	if before.To = summed.From; q.From.Before(before.To) {
		rest = append(rest, before)
	}
	if after.From = summed.To; q.To.IsZero() || after.From.Before(q.To) {
		rest = append(rest, after)
	}
	return summed, rest, nil
}
