package report

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
)

// BookQuery chooses the incomes of performers: those who were paid.
type BookQuery struct {
	Payee    string    // a performer; empty: everybody
	Kinds    []string  // of income
	From, To time.Time // from From on and before To; zero: without end
}

// Entries are incomes of one kind and one gross amount. Rates make the same of
// each of them, so that what other rates would have made is asked once for all.
type Entries struct {
	Kind    string
	Gross   money.Tokens // of each
	Count   int64
	SiteFee money.Tokens // of all of them together
	Net     money.Tokens // the performers', together
}

// Returned is one transfer that took income back, and the incomes of the same
// fact before it in the order of time, with what was taken back in between.
type Returned struct {
	Kind    string
	Gross   money.Tokens // what was given back; positive
	SiteFee money.Tokens // what the site gave of it
	Net     money.Tokens // what the performer gave of it
	Before  []money.Tokens
}

// entries, with a clause, are incomes as their payee's book has them.
const entries = `
	SELECT t.id, t.kind, t.reference, t.created_at,
	       CAST(SUM(CASE WHEN p.target LIKE 'wallet:%' OR p.target LIKE 'hold:%'
	                     THEN -p.amount ELSE p.amount END) AS BIGINT) AS gross,
	       CAST(SUM(CASE WHEN p.target = 'site:revenue' THEN p.amount
	                     WHEN p.source = 'site:revenue' THEN -p.amount ELSE 0 END) AS BIGINT) AS fee,
	       CAST(SUM(CASE WHEN p.target = 'earn:' || t.payee THEN p.amount
	                     WHEN p.source = 'earn:' || t.payee THEN -p.amount ELSE 0 END) AS BIGINT) AS net
	FROM ledger_transfers t
	JOIN ledger_postings p ON p.transfer_id = t.id`

// payments are transfers that split something: what only goes into a hold or out
// of it pays nobody.
const payments = `(p.source LIKE 'earn:%' OR p.target LIKE 'earn:%' OR p.source = 'site:revenue' OR p.target = 'site:revenue')`

// Book sums incomes by kind and gross amount, those too of which the site kept the
// whole.
func Book(ctx context.Context, tx *db.Tx, q BookQuery) ([]Entries, error) {
	where, args := q.where()
	list, err := db.All(ctx, tx, scanEntries, `
		SELECT kind, gross, COUNT(*), CAST(SUM(fee) AS BIGINT), CAST(SUM(net) AS BIGINT)
		FROM (`+entries+where+` GROUP BY t.id) AS incomes
		WHERE gross > 0
		GROUP BY kind, gross
		ORDER BY kind, gross`, args...)
	if err != nil {
		return nil, fmt.Errorf("read the book of %q: %w", q.Payee, err)
	}
	return list, nil
}

func scanEntries(r db.Row) (e Entries, err error) {
	return e, r.Scan(&e.Kind, &e.Gross, &e.Count, &e.SiteFee, &e.Net)
}

// BookReturns are what took income back, oldest first, each with what stood for
// its fact before.
func BookReturns(ctx context.Context, tx *db.Tx, q BookQuery) ([]Returned, error) {
	where, args := q.where()
	taken, err := db.All(ctx, tx, scanEntry, `
		SELECT id, kind, reference, created_at, gross, fee, net
		FROM (`+entries+where+` GROUP BY t.id) AS incomes
		WHERE gross < 0
		ORDER BY id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read what was taken back of %q: %w", q.Payee, err)
	}
	facts, err := selectFacts(ctx, tx, where, args)
	list := make([]Returned, len(taken))
	for i, one := range taken {
		before := facts[incomeFact{one.kind, one.reference}].before(one)
		list[i] = Returned{Kind: one.kind, Gross: -one.gross, SiteFee: -one.fee, Net: -one.net, Before: before}
	}
	return list, err
}

// incomeFact is what incomes were paid for: a tip, or the minutes of a show.
type incomeFact struct{ kind, reference string }

type entry struct {
	id, kind, reference string
	at                  int64
	gross, fee, net     money.Tokens
}

func scanEntry(r db.Row) (e entry, err error) {
	return e, r.Scan(&e.id, &e.kind, &e.reference, &e.at, &e.gross, &e.fee, &e.net)
}

// history is what happened to a fact, by id.
type history []entry

// selectFacts reads the whole history of every fact of which something was taken
// back by the transfers of the clause.
func selectFacts(ctx context.Context, tx *db.Tx, where string, args []any) (map[incomeFact]history, error) {
	list, err := db.All(ctx, tx, scanEntry, factsOf(where), args...)
	if err != nil {
		return nil, fmt.Errorf("read what stood before: %w", err)
	}
	facts := map[incomeFact]history{}
	for _, one := range list {
		of := incomeFact{one.kind, one.reference}
		facts[of] = append(facts[of], one)
	}
	return facts, nil
}

func factsOf(where string) string {
	return `
		SELECT id, kind, reference, created_at, gross, fee, net
		FROM (` + entries + `
			WHERE t.reference IN (
				SELECT reference FROM (` + entries + where + ` GROUP BY t.id) AS taken WHERE gross < 0)
			AND ` + payments + `
			GROUP BY t.id) AS incomes
		ORDER BY id`
}

// before is what stood before an entry: the incomes, negative where some was
// taken back already. An income of the same millisecond was before what took it
// back, whichever id is the smaller.
func (h history) before(taken entry) (list []money.Tokens) {
	var late []money.Tokens
	for _, one := range h {
		switch {
		case one.gross > 0 && one.at <= taken.at, one.gross < 0 && one.at < taken.at:
			list = append(list, one.gross)
		case one.gross < 0 && one.id < taken.id:
			late = append(late, one.gross)
		}
	}
	return append(list, late...)
}

// where narrows transfers t, by the ids, which carry their time.
func (q BookQuery) where() (clause string, args []any) {
	clause, kind := "\nWHERE "+payments, "t.kind"
	if q.Payee != "" {
		args = append(args, q.Payee)
		clause += " AND t.payee = $1"
		kind = "(t.kind || '')" // no index: hers are fewer than those of a kind
	}
	for _, end := range []struct {
		at   time.Time
		sign string
	}{{q.From, ">="}, {q.To, "<"}} {
		if !end.at.IsZero() {
			args = append(args, id.Floor(end.at))
			clause += fmt.Sprintf(" AND t.id %s $%d", end.sign, len(args))
		}
	}
	in, kinds := db.In(len(args)+1, q.Kinds)
	return clause + " AND " + kind + " IN " + in, append(args, kinds...)
}
