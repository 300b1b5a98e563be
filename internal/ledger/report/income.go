// Package report reads the ledger for people: what somebody earned, statements, searches,
// turnovers and the trial balance. It writes nothing. Each function answers in the caller's
// transaction (README.md of the ledger, "The back office").
package report

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Income is one transfer as somebody who earned by it sees it. What takes income
// back, a reversal or a partial refund to a wallet, is an income of negative
// amounts. What the site or the studio kept whole reached
// nobody's account and is no income of the performer's.
type Income struct {
	TransferID string
	Kind       string
	Reference  string
	Payer      string
	Payee      string // the performer, also in the eyes of her studio
	Reverses   string
	Gross      money.Tokens // what was paid
	SiteFee    money.Tokens // what the site kept
	Net        money.Tokens // what reached this account
	At         time.Time
	Bearer     ledger.Bearer // of a chargeback of it, as it was frozen; empty of what takes back
}

// IncomeTotal sums incomes of one kind.
type IncomeTotal struct {
	Kind      string
	Count     int // not counting what takes income back
	Transfers int // those too
	Gross     money.Tokens
	SiteFee   money.Tokens
	Net       money.Tokens
}

// incomes, with the clause of Query.where, makes of each transfer that touched
// account $1 what was paid, what the site kept and what reached the account. What
// goes to a wallet or a hold is given back, and counts against what was paid.
const incomes = `
	SELECT t.id, t.kind, t.reference, t.payer, t.payee, COALESCE(t.reverses, '') AS reverses, t.created_at, t.bearer,
	       ` + grossAndFee + `,
	       CAST(SUM(CASE WHEN p.target = $1 THEN p.amount
	                     WHEN p.source = $1 THEN -p.amount ELSE 0 END) AS BIGINT) AS net
	FROM ledger_transfers t
	JOIN ledger_postings p ON p.transfer_id = t.id`

// grossAndFee are what was paid by a transfer with the postings p, and what the site kept.
const grossAndFee = `CAST(SUM(CASE WHEN p.target LIKE 'wallet:%' OR p.target LIKE 'hold:%'
	                     THEN -p.amount ELSE p.amount END) AS BIGINT) AS gross,
	       CAST(SUM(CASE WHEN p.target = 'site:revenue' THEN p.amount
	                     WHEN p.source = 'site:revenue' THEN -p.amount ELSE 0 END) AS BIGINT) AS fee`

// Incomes is a page of the account's income of q's kinds.
func Incomes(ctx context.Context, tx *db.Tx, account ledger.Account, q Query) ([]Income, error) {
	where, args := q.onPage(account)
	whole := Query{Ascending: q.Ascending}
	list, err := db.All(ctx, tx, scanIncome, incomes+where+` GROUP BY t.id`+whole.page("t.id"), args...)
	if err != nil {
		return nil, fmt.Errorf("select the income of %s: %w", account, err)
	}
	return list, nil
}

// IncomesAfter is a batch of the account's income of q's kinds and time, oldest
// first: what comes after the transfer with this id. Nothing is counted, so that
// many batches cost what one listing does.
func IncomesAfter(ctx context.Context, tx *db.Tx, account ledger.Account, q Query, afterID string, limit int) ([]Income, error) {
	where, args := q.where(account)
	args = append(args, afterID)
	list, err := db.All(ctx, tx, scanIncome, incomes+where+fmt.Sprintf(` AND t.id > $%d
		GROUP BY t.id
		ORDER BY t.id
		LIMIT %d`, len(args), limit), args...)
	if err != nil {
		return nil, fmt.Errorf("select the income of %s: %w", account, err)
	}
	return list, nil
}

func scanIncome(r db.Row) (i Income, err error) {
	var at int64
	err = r.Scan(&i.TransferID, &i.Kind, &i.Reference, &i.Payer, &i.Payee, &i.Reverses, &at, &i.Bearer, &i.Gross, &i.SiteFee, &i.Net)
	i.At = db.Time(at)
	if i.Bearer = cmp.Or(i.Bearer, ledger.Shared); i.Reverses != "" {
		i.Bearer = ""
	}
	return i, err
}

// IncomeTotals sums the account's income by kind, in the order of their names.
// Paging does not apply.
func IncomeTotals(ctx context.Context, tx *db.Tx, account ledger.Account, q Query) ([]IncomeTotal, error) {
	where, args := q.where(account)
	totals, err := db.All(ctx, tx, scanTotal, `
		SELECT kind, COUNT(*) FILTER (WHERE gross > 0), COUNT(*),
		       CAST(SUM(gross) AS BIGINT), CAST(SUM(fee) AS BIGINT), CAST(SUM(net) AS BIGINT)
		FROM (`+incomes+where+` GROUP BY t.id) AS incomes
		GROUP BY kind
		ORDER BY kind`, args...)
	if err != nil {
		return nil, fmt.Errorf("sum the income of %s: %w", account, err)
	}
	return totals, nil
}

func scanTotal(r db.Row) (t IncomeTotal, err error) {
	return t, r.Scan(&t.Kind, &t.Count, &t.Transfers, &t.Gross, &t.SiteFee, &t.Net)
}

// PayeeTotal sums the incomes that an account had from one performer's work.
type PayeeTotal struct {
	Payee   string
	Count   int // not counting what takes income back
	Gross   money.Tokens
	SiteFee money.Tokens
	Net     money.Tokens
}

// IncomeByPayee sums the account's income by performer. Paging does not apply.
func IncomeByPayee(ctx context.Context, tx *db.Tx, account ledger.Account, q Query) ([]PayeeTotal, error) {
	where, args := q.where(account)
	list, err := db.All(ctx, tx, scanPayeeTotal, `
		SELECT payee, COUNT(*) FILTER (WHERE gross > 0),
		       CAST(SUM(gross) AS BIGINT), CAST(SUM(fee) AS BIGINT), CAST(SUM(net) AS BIGINT)
		FROM (`+incomes+where+` GROUP BY t.id) AS incomes
		GROUP BY payee`, args...)
	if err != nil {
		return nil, fmt.Errorf("sum the income of %s by performer: %w", account, err)
	}
	return list, nil
}

func scanPayeeTotal(r db.Row) (t PayeeTotal, err error) {
	return t, r.Scan(&t.Payee, &t.Count, &t.Gross, &t.SiteFee, &t.Net)
}
