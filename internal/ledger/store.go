package ledger

import (
	"context"
	"fmt"
	"strings"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

type held struct {
	account Account
	amount  money.Tokens
}

func scanHeld(r db.Row) (h held, err error) { return h, r.Scan(&h.account, &h.amount) }

func byAccount(list []held) map[Account]money.Tokens {
	balances := make(map[Account]money.Tokens, len(list))
	for _, h := range list {
		balances[h.account] = h.amount
	}
	return balances
}

// selectKept returns the accounts that exist with the balance on their rows,
// which is zero for the unguarded. It locks nothing. A list of a few is asked for
// one by one: SQLite would build an index of it first.
func selectKept(ctx context.Context, tx *db.Tx, accounts []Account) (map[Account]money.Tokens, error) {
	in, args := db.In(1, accounts)
	query := `SELECT id, balance FROM ledger_accounts WHERE id IN ` + in
	if n := len(accounts); n > 0 && n <= len(keptOf) {
		query = keptOf[n-1]
	}
	list, err := db.All(ctx, tx, scanHeld, query, args...)
	return byAccount(list), err
}

// keptOf asks for the balances on one row, on two, …
var keptOf = [...]string{kept(1), kept(2), kept(3), kept(4), kept(5)}

func kept(accounts int) string {
	var each []string
	for i := range accounts {
		each = append(each, fmt.Sprintf(`SELECT id, balance FROM ledger_accounts WHERE id = $%d`, i+1))
	}
	return strings.Join(each, " UNION ALL ")
}

// selectBalances returns the balances of the accounts that exist.
func selectBalances(ctx context.Context, tx *db.Tx, accounts []Account) (map[Account]money.Tokens, error) {
	in, args := db.In(1, accounts)
	list, err := db.All(ctx, tx, scanHeld, `
		SELECT a.id, CASE WHEN a.guarded THEN a.balance ELSE (
			SELECT CAST(COALESCE(SUM(e.amount), 0) AS BIGINT)
			FROM ledger_entries e
			WHERE e.account_id = a.id) END
		FROM ledger_accounts a
		WHERE a.id IN `+in, args...)
	if err != nil {
		return nil, fmt.Errorf("select balances: %w", err)
	}
	return byAccount(list), nil
}

// insertAccounts opens accounts, which come in order, so that two transactions
// that open the same ones wait for each other and do not deadlock.
func insertAccounts(ctx context.Context, tx *db.Tx, accounts []Account) error {
	for _, account := range accounts {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO ledger_accounts (id, guarded)
			VALUES ($1, $2)
			ON CONFLICT (id) DO NOTHING`,
			account, account.Guarded())
		if err != nil {
			return fmt.Errorf("open %s: %w", account, err)
		}
	}
	return nil
}

// insertTransfer writes the header, or reports that its key or what it reverses
// is taken; on PostgreSQL it waits for another transaction that is taking it.
func insertTransfer(ctx context.Context, tx *db.Tx, p Posted, t Transfer, reverses string, bearer Bearer, mac string) (written bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		INSERT INTO ledger_transfers (id, key, kind, reference, payer, payee, reverses, memo, created_at, bearer, mac)
		VALUES ($1, $2, $3, $4, $5, $6, NULLIF($7, ''), $8, $9, $10, $11)
		ON CONFLICT DO NOTHING`,
		p.ID, t.Key, t.Kind, t.Reference, t.Payer, t.Payee, reverses, t.Memo.text, db.Millis(p.At), bearer, mac)
	return rows == 1, err
}

// Unpaid is what performers and studios have earned, and neither were paid nor have
// asked for: what is held for disputes counts.
func (l *Ledger) Unpaid(ctx context.Context, tx *db.Tx) (money.Tokens, error) {
	sum, err := db.One(ctx, tx, db.Int64, `
		SELECT CAST(COALESCE(SUM(balance), 0) AS BIGINT)
		FROM ledger_accounts
		WHERE class = $1 OR class = $2 AND owner_id LIKE $3`, ClassEarnings, ClassHold, Disputed+"%")
	if err != nil {
		return 0, fmt.Errorf("sum unpaid earnings: %w", err)
	}
	return money.Tokens(sum), nil
}

// insertPostings writes the legs; the guard moves the balances. prepare saw
// enough, so a refusal here means that another transaction spent it meanwhile:
// the next try will see that and say what is missing. Nobody waits for this one
// statement: from here on, others wait for its rows.
func insertPostings(ctx context.Context, tx *db.Tx, transferID string, legs []Leg) error {
	var values []string
	var args []any
	for i, leg := range legs {
		n := len(args)
		values = append(values, fmt.Sprintf("($%d, $%d, $%d, $%d, $%d)", n+1, n+2, n+3, n+4, n+5))
		args = append(args, transferID, i+1, leg.Source, leg.Target, leg.Amount)
	}
	refused := func(err error) error {
		if db.Check(err, "ledger_funds") {
			return db.Again(ErrFunds)
		}
		return fmt.Errorf("post the legs of %s: %w", transferID, err)
	}
	return db.Later(ctx, tx, refused, `
		INSERT INTO ledger_postings (transfer_id, leg, source, target, amount)
		VALUES `+strings.Join(values, ", "), args...)
}

// insertGrant writes down what the site gave away: the fact of a grant.
func insertGrant(ctx context.Context, tx *db.Tx, transferID, accountID string, amount money.Tokens) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO ledger_grants (transfer_id, account_id, amount)
		VALUES ($1, $2, $3)`, transferID, accountID, amount)
	if err != nil {
		return fmt.Errorf("insert the grant %s: %w", transferID, err)
	}
	return nil
}

func keyExists(ctx context.Context, tx *db.Tx, key string) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM ledger_transfers WHERE key = $1`, key)
	if err != nil {
		return false, fmt.Errorf("look for the transfer %s: %w", key, err)
	}
	return n > 0, nil
}

type stored struct {
	Transfer
	reverses string
}

func scanStored(r db.Row) (s stored, err error) {
	return s, r.Scan(&s.Key, &s.Kind, &s.Reference, &s.Payer, &s.Payee, &s.Memo, &s.reverses)
}

func scanLeg(r db.Row) (l Leg, err error) { return l, r.Scan(&l.Source, &l.Target, &l.Amount) }

// selectTransfer returns a transfer with its legs in order, or db.ErrNone.
func selectTransfer(ctx context.Context, tx *db.Tx, transferID string) (stored, error) {
	s, err := db.One(ctx, tx, scanStored, `
		SELECT key, kind, reference, payer, payee, memo, COALESCE(reverses, '')
		FROM ledger_transfers
		WHERE id = $1`, transferID)
	if err != nil {
		return s, err
	}
	s.Legs, err = db.All(ctx, tx, scanLeg, `
		SELECT source, target, amount
		FROM ledger_postings
		WHERE transfer_id = $1
		ORDER BY leg`, transferID)
	return s, err
}
