package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Turnover is what an account had, got and gave in a time.
type Turnover struct {
	Opening money.Tokens
	In      money.Tokens
	Out     money.Tokens
}

// Closing is what the account had at the end.
func (t Turnover) Closing() money.Tokens { return t.Opening + t.In - t.Out }

// TurnoverOf sums the account's postings before an instant, and from there to
// another. It reads the account's part of an index.
func TurnoverOf(ctx context.Context, tx *db.Tx, account ledger.Account, from, to time.Time) (Turnover, error) {
	t, err := db.One(ctx, tx, scanTurnover, turnover, account, id.Floor(from), id.Floor(to))
	if err != nil {
		return t, fmt.Errorf("sum the turnover of %s: %w", account, err)
	}
	return t, nil
}

const turnover = `
	SELECT CAST(COALESCE(SUM(amount) FILTER (WHERE transfer_id < $2), 0) AS BIGINT),
	       CAST(COALESCE(SUM(amount) FILTER (WHERE transfer_id >= $2 AND amount > 0), 0) AS BIGINT),
	       CAST(COALESCE(SUM(-amount) FILTER (WHERE transfer_id >= $2 AND amount < 0), 0) AS BIGINT)
	FROM (
		SELECT transfer_id, -amount AS amount FROM ledger_postings WHERE source = $1 AND transfer_id < $3
		UNION ALL
		SELECT transfer_id, amount FROM ledger_postings WHERE target = $1 AND transfer_id < $3
	) AS own`

func scanTurnover(r db.Row) (t Turnover, err error) { return t, r.Scan(&t.Opening, &t.In, &t.Out) }

// BalanceAfter is what the account had when a transfer was done.
func BalanceAfter(ctx context.Context, tx *db.Tx, account ledger.Account, transferID string) (money.Tokens, error) {
	balance, err := db.One(ctx, tx, db.Int64, `
		SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT)
		FROM (
			SELECT -amount AS amount FROM ledger_postings WHERE source = $1 AND transfer_id <= $2
			UNION ALL
			SELECT amount FROM ledger_postings WHERE target = $1 AND transfer_id <= $2
		) AS own`, account, transferID)
	if err != nil {
		return 0, fmt.Errorf("sum %s up to %s: %w", account, transferID, err)
	}
	return money.Tokens(balance), nil
}

// Batch is some of the lines of an account, oldest first.
type Batch struct {
	From, To time.Time    // from From on and before To
	After    string       // what comes after the transfer with this id; empty: the first of the time
	Balance  money.Tokens // of the account before them: an opening, or that of the line After
	Limit    int
}

// Lines are a batch of an account's statement. It costs what the batch has,
// however long the statement is.
func Lines(ctx context.Context, tx *db.Tx, account ledger.Account, b Batch) ([]Line, error) {
	sign, begin := ">=", id.Floor(b.From)
	if b.After >= begin && b.After != "" {
		sign, begin = ">", b.After
	}
	list, err := db.All(ctx, tx, scanLine, linesAfter(sign), account, begin, id.Floor(b.To), b.Limit)
	if err != nil {
		return nil, fmt.Errorf("select the lines of %s: %w", account, err)
	}
	for i := range list {
		b.Balance += list[i].Amount
		list[i].Balance = b.Balance
	}
	return list, nil
}

// linesAfter takes a batch of ids from each side and then the first of both.
func linesAfter(sign string) string {
	return strings.ReplaceAll(`
		SELECT t.id, t.kind, t.reference, t.payer, t.payee, t.memo, COALESCE(t.reverses, ''),
		       (SELECT CAST(SUM(CASE WHEN p.target = $1 THEN p.amount WHEN p.source = $1 THEN -p.amount ELSE 0 END) AS BIGINT)
		        FROM ledger_postings p
		        WHERE p.transfer_id = t.id),
		       0, t.created_at
		FROM (
			SELECT id FROM (
				SELECT DISTINCT transfer_id AS id FROM ledger_postings
				WHERE source = $1 AND transfer_id % $2 AND transfer_id < $3
				ORDER BY transfer_id LIMIT $4) AS gave
			UNION
			SELECT id FROM (
				SELECT DISTINCT transfer_id AS id FROM ledger_postings
				WHERE target = $1 AND transfer_id % $2 AND transfer_id < $3
				ORDER BY transfer_id LIMIT $4) AS got
		) AS own
		JOIN ledger_transfers t ON t.id = own.id
		ORDER BY t.id
		LIMIT $4`, "%", sign)
}

// Debt is what somebody owes the site, and since when: the oldest part that no
// repayment has reached yet.
type Debt struct {
	AccountID string
	Owed      money.Tokens
	Since     time.Time
}

// Debts are the receivables that were open before an instant, the largest first.
// What repays a receivable repays its oldest part.
func Debts(ctx context.Context, tx *db.Tx, at time.Time) ([]Debt, error) {
	changes, err := db.All(ctx, tx, scanChange, debtChanges, id.Floor(at))
	if err != nil {
		return nil, fmt.Errorf("select what is owed: %w", err)
	}
	var list []Debt
	for len(changes) > 0 {
		n := slices.IndexFunc(changes, func(c change) bool { return c.accountID != changes[0].accountID })
		if n < 0 {
			n = len(changes)
		}
		if d := owed(changes[:n]); d.Owed > 0 {
			list = append(list, d)
		}
		changes = changes[n:]
	}
	slices.SortFunc(list, func(a, b Debt) int {
		return cmp.Or(cmp.Compare(b.Owed, a.Owed), strings.Compare(a.AccountID, b.AccountID))
	})
	return list, nil
}

// CROSS JOIN tells SQLite to begin with the accounts.
const debtChanges = `
	SELECT a.owner_id, t.created_at, CAST(SUM(CASE WHEN p.source = a.id THEN p.amount ELSE -p.amount END) AS BIGINT)
	FROM ledger_accounts a
	CROSS JOIN ledger_postings p
	CROSS JOIN ledger_transfers t
	WHERE a.class = 'receivable' AND (p.source = a.id OR p.target = a.id) AND p.transfer_id < $1
	  AND t.id = p.transfer_id
	GROUP BY a.id, a.owner_id, t.id, t.created_at
	ORDER BY a.id, t.id`

// change is what one transfer added to what is owed; repaid when negative.
type change struct {
	accountID string
	at        int64
	amount    money.Tokens
}

func scanChange(r db.Row) (c change, err error) { return c, r.Scan(&c.accountID, &c.at, &c.amount) }

// owed lets repayments eat the oldest debts.
func owed(changes []change) Debt {
	d := Debt{AccountID: changes[0].accountID}
	var repaid money.Tokens
	for _, c := range changes {
		d.Owed += c.amount
		repaid += max(0, -c.amount)
	}
	for _, c := range changes {
		if c.amount > 0 && repaid < c.amount {
			d.Since = db.Time(c.at)
			break
		}
		repaid -= max(0, c.amount)
	}
	return d
}
