package report

import (
	"context"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Query chooses transfers of one account. The zero Query is all of them, newest
// first.
type Query struct {
	Kinds     []string  // none: every kind
	Payer     string    // only what this one paid; empty: anybody
	Payee     string    // only what was paid to this one; empty: anybody
	From, To  time.Time // from From on and before To; zero: without end
	Ascending bool      // oldest first
	Offset    int
	Limit     int // 0: no limit
}

// Line is one transfer as the holder of an account sees it.
type Line struct {
	TransferID string
	Kind       string
	Reference  string
	Payer      string
	Payee      string
	Memo       string
	Reverses   string       // the transfer that this one takes back; empty for most
	Amount     money.Tokens // into the account, negative out of it
	Balance    money.Tokens // of the account afterwards
	At         time.Time
}

// Statement is a page of what happened to an account, and how many lines there
// are in all. Lines of one millisecond have an order of their own, which may not
// be the one in which they happened; their balances follow it.
func Statement(ctx context.Context, tx *db.Tx, account ledger.Account, q Query) ([]Line, int, error) {
	where, args := q.where(account)
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM ledger_transfers t`+where, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count the statement of %s: %w", account, err)
	}
	lines, err := db.All(ctx, tx, scanLine, `
		WITH changes AS (
			SELECT transfer_id, CAST(SUM(amount) AS BIGINT) AS amount
			FROM ledger_entries
			WHERE account_id = $1
			GROUP BY transfer_id
		), running AS (
			SELECT transfer_id, amount,
			       CAST(SUM(amount) OVER (ORDER BY transfer_id) AS BIGINT) AS balance
			FROM changes
		)
		SELECT t.id, t.kind, t.reference, t.payer, t.payee, t.memo, COALESCE(t.reverses, ''),
		       r.amount, r.balance, t.created_at
		FROM running r
		JOIN ledger_transfers t ON t.id = r.transfer_id`+where+q.page(),
		args...)
	if err != nil {
		return nil, 0, fmt.Errorf("select the statement of %s: %w", account, err)
	}
	return lines, total, nil
}

func scanLine(r db.Row) (l Line, err error) {
	var at int64
	err = r.Scan(&l.TransferID, &l.Kind, &l.Reference, &l.Payer, &l.Payee, &l.Memo, &l.Reverses,
		&l.Amount, &l.Balance, &at)
	l.At = db.Time(at)
	return l, err
}

// where narrows transfers t to those that touched the account, which is $1. Ids
// carry their time, so a span of time is a range of the index.
func (q Query) where(account ledger.Account) (clause string, args []any) {
	args = []any{account}
	clause = "\nWHERE t.id IN (SELECT transfer_id FROM ledger_entries WHERE account_id = $1"
	for _, end := range []struct {
		at   time.Time
		sign string
	}{{q.From, ">="}, {q.To, "<"}} {
		if !end.at.IsZero() {
			args = append(args, id.Floor(end.at))
			clause += fmt.Sprintf(" AND transfer_id %s $%d", end.sign, len(args))
		}
	}
	clause += ")"
	for _, person := range []struct{ column, id string }{{"payer", q.Payer}, {"payee", q.Payee}} {
		if person.id != "" {
			args = append(args, person.id)
			clause += fmt.Sprintf(" AND t.%s = $%d", person.column, len(args))
		}
	}
	if len(q.Kinds) > 0 {
		in, kinds := db.In(len(args)+1, q.Kinds)
		clause += " AND t.kind IN " + in
		args = append(args, kinds...)
	}
	return clause, args
}

// page orders by time, which is the order of ids, and cuts a page out.
func (q Query) page() string {
	var b strings.Builder
	b.WriteString("\nORDER BY t.id")
	if !q.Ascending {
		b.WriteString(" DESC")
	}
	if q.Limit > 0 {
		fmt.Fprintf(&b, " LIMIT %d OFFSET %d", q.Limit, q.Offset)
	}
	return b.String()
}
