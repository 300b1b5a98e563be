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
	Memo       ledger.Memo
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
		JOIN ledger_transfers t ON t.id = r.transfer_id`+where+q.page("t.id"),
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
	span, filters, args := q.conditions(account)
	return "\nWHERE t.id IN (SELECT transfer_id FROM ledger_entries WHERE account_id = $1" + span + ")" + filters, args
}

// onPage narrows transfers t to those of where that are on the page. It walks along the account's postings and stops
// when the page is full. CROSS JOIN tells SQLite to begin with the postings, whose index has the order that is wanted.
func (q Query) onPage(account ledger.Account) (clause string, args []any) {
	if q.Limit == 0 {
		return q.where(account)
	}
	span, filters, args := q.conditions(account)
	newest := Query{Ascending: q.Ascending, Limit: q.Offset + q.Limit}
	var sides []string
	for _, side := range []string{"source", "target"} {
		sides = append(sides, `
			SELECT id FROM (
				SELECT DISTINCT transfer_id AS id
				FROM ledger_postings p
				CROSS JOIN ledger_transfers t
				WHERE `+side+` = $1`+span+` AND t.id = transfer_id`+filters+newest.page("id")+`) AS `+side)
	}
	return `
		WHERE t.id IN (SELECT id FROM (` + strings.Join(sides, " UNION ") + `) AS found` + q.page("id") + `)`, args
}

// conditions are the span of time of a column transfer_id, and what else is asked of transfers t. $1 is the account.
func (q Query) conditions(account ledger.Account) (span, filters string, args []any) {
	args = []any{account}
	for _, end := range []struct {
		at   time.Time
		sign string
	}{{q.From, ">="}, {q.To, "<"}} {
		if !end.at.IsZero() {
			args = append(args, id.Floor(end.at))
			span += fmt.Sprintf(" AND transfer_id %s $%d", end.sign, len(args))
		}
	}
	for _, person := range []struct{ column, id string }{{"payer", q.Payer}, {"payee", q.Payee}} {
		if person.id != "" {
			args = append(args, person.id)
			filters += fmt.Sprintf(" AND t.%s = $%d", person.column, len(args))
		}
	}
	if len(q.Kinds) > 0 {
		in, kinds := db.In(len(args)+1, q.Kinds)
		filters += " AND t.kind IN " + in
		args = append(args, kinds...)
	}
	return span, filters, args
}

// page orders by time, which is the order of ids, and cuts a page out.
func (q Query) page(id string) string {
	var b strings.Builder
	b.WriteString("\nORDER BY " + id)
	if !q.Ascending {
		b.WriteString(" DESC")
	}
	if q.Limit > 0 {
		fmt.Fprintf(&b, " LIMIT %d OFFSET %d", q.Limit, q.Offset)
	}
	return b.String()
}
