package refunds

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

// requestRows is how a request is stored, but for its split and its transfer.
var requestRows = db.StructOf[Request]()

// insertRequest writes a request, or reports that its payment has that one already.
func insertRequest(ctx context.Context, tx *db.Tx, r Request) (fresh bool, err error) {
	rows, err := db.Exec(ctx, tx, requestRows.Insert("refund_requests")+`
		ON CONFLICT (kind, reference, attempt) DO NOTHING`, requestRows.Args(r)...)
	if err != nil {
		return false, fmt.Errorf("insert refund request: %w", err)
	}
	return rows == 1, nil
}

var requestSQL = `
		SELECT ` + requestRows.Columns + `,
		       amount, given_fee, given_studio, given_net, owed_studio, owed_net, absorbed, COALESCE(transfer_id, '')
		FROM refund_requests`

func scanRequest(row db.Row) (Request, error) {
	var split Split
	var transferID string
	r, err := requestRows.ScanWith(row, &split.Amount, &split.Given.SiteFee, &split.Given.StudioNet, &split.Given.Net,
		&split.Owed.StudioNet, &split.Owed.Net, &split.Absorbed, &transferID)
	r.Split, r.transferID = split, transferID
	return r, err
}

// selectRequest returns a request, or ErrAbsent.
func selectRequest(ctx context.Context, tx *db.Tx, requestID string) (Request, error) {
	return known(db.One(ctx, tx, scanRequest, requestSQL+` WHERE id = $1`, requestID))
}

// lockRequest is selectRequest, and nobody else decides it until the transaction
// ends.
func lockRequest(ctx context.Context, tx *db.Tx, requestID string) (Request, error) {
	return known(db.One(ctx, tx, scanRequest, requestSQL+` WHERE id = $1`+tx.Fragment(db.ForUpdate), requestID))
}

// lockPending is the request about a payment that waits, as lockRequest.
func lockPending(ctx context.Context, tx *db.Tx, kind, reference string) (Request, bool, error) {
	r, found, err := db.Maybe(ctx, tx, scanRequest, requestSQL+`
		WHERE kind = $1 AND reference = $2 AND status = 'pending'`+tx.Fragment(db.ForUpdate), kind, reference)
	if err != nil {
		return r, false, fmt.Errorf("select what waits about %s: %w", reference, err)
	}
	return r, found, nil
}

func known(r Request, err error) (Request, error) {
	if errors.Is(err, db.ErrNone) {
		return Request{}, ErrAbsent
	}
	if err != nil {
		return Request{}, fmt.Errorf("select refund request: %w", err)
	}
	return r, nil
}

// updateDecided saves a decision about a pending request.
func updateDecided(ctx context.Context, tx *db.Tx, r Request) error {
	rows, err := db.Exec(ctx, tx, `
		UPDATE refund_requests
		SET status = $2, resolution = $3, amount = $4, given_fee = $5, given_studio = $6, given_net = $7,
		    owed_studio = $8, owed_net = $9, absorbed = $10, transfer_id = NULLIF($11, ''),
		    note = $12, decided_by = $13, decided_at = $14
		WHERE id = $1 AND status = 'pending'`,
		r.ID, string(r.Status), string(r.Resolution), r.Split.Amount, r.Split.Given.SiteFee, r.Split.Given.StudioNet, r.Split.Given.Net,
		r.Split.Owed.StudioNet, r.Split.Owed.Net, r.Split.Absorbed, r.transferID, r.Note, r.DecidedBy, db.Millis(r.DecidedAt))
	if err == nil && rows != 1 {
		return ErrDecided
	}
	if err != nil {
		return fmt.Errorf("decide refund request %s: %w", r.ID, err)
	}
	return nil
}

// lastRequest is the last one about a payment.
type lastRequest struct {
	reference string
	attempt   int       // the how many-th it is; 0: there is none
	decidedAt time.Time // zero while pending
}

func scanLast(row db.Row) (r lastRequest, err error) {
	var decided int64
	err = row.Scan(&r.reference, &r.attempt, &decided)
	r.decidedAt = db.Time(decided)
	return r, err
}

// selectAsked returns the last request about each of some payments of a kind; of those
// that have none nothing.
func selectAsked(ctx context.Context, tx *db.Tx, kind string, references []string) (map[string]lastRequest, error) {
	in, args := db.In(2, references)
	list, err := db.All(ctx, tx, scanLast, `
		SELECT reference, attempt, decided_at
		FROM refund_requests
		WHERE kind = $1 AND reference IN `+in+`
		ORDER BY reference, attempt`, append([]any{kind}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("select who asked: %w", err)
	}
	asked := make(map[string]lastRequest, len(list))
	for _, one := range list {
		asked[one.reference] = one
	}
	return asked, nil
}

// selectRequests returns one page of requests, and how many there are in all. Ids
// carry their time: their order is that of asking.
func selectRequests(ctx context.Context, tx *db.Tx, f Filter) ([]Request, int, error) {
	where, args := f.where()
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM refund_requests`+where, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count refund requests: %w", err)
	}
	order := ` ORDER BY id DESC`
	if f.Ascending {
		order = ` ORDER BY id`
	}
	page := fmt.Sprintf(order+` LIMIT $%d OFFSET $%d`, len(args)+1, len(args)+2)
	list, err := db.All(ctx, tx, scanRequest, requestSQL+where+page, append(args, f.Limit, f.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("select refund requests: %w", err)
	}
	return list, total, nil
}

func (f Filter) where() (clause string, args []any) {
	clause = ` WHERE TRUE`
	for _, c := range []struct{ column, value string }{
		{"member_id", f.MemberID}, {"performer_id", f.PerformerID}, {"kind", f.Kind}, {"status", string(f.Status)},
	} {
		if c.value != "" {
			args = append(args, c.value)
			clause += fmt.Sprintf(` AND %s = $%d`, c.column, len(args))
		}
	}
	for _, end := range []struct {
		at   time.Time
		sign string
	}{{f.From, ">="}, {f.To, "<"}} {
		if !end.at.IsZero() {
			args = append(args, db.Millis(end.at))
			clause += fmt.Sprintf(` AND created_at %s $%d`, end.sign, len(args))
		}
	}
	return clause, args
}

func insertDebt(ctx context.Context, tx *db.Tx, d Debt) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO refund_debts (request_id, account_id, owed) VALUES ($1, $2, $3)`,
		d.RequestID, d.AccountID, d.Owed)
	if err != nil {
		return fmt.Errorf("insert what %s owes: %w", d.AccountID, err)
	}
	return nil
}

func scanDebt(r db.Row) (d Debt, err error) {
	return d, r.Scan(&d.RequestID, &d.AccountID, &d.Owed, &d.Repaid)
}

// selectDebts returns what is or was owed since a refund.
func selectDebts(ctx context.Context, tx *db.Tx, requestID string) ([]Debt, error) {
	list, err := db.All(ctx, tx, scanDebt, `
		SELECT request_id, account_id, owed, repaid
		FROM refund_debts
		WHERE request_id = $1
		ORDER BY account_id`, requestID)
	if err != nil {
		return nil, fmt.Errorf("select the debts of %s: %w", requestID, err)
	}
	return list, nil
}

// selectOwing returns who owes something, in the order of ids. It finds its rows by
// the partial index refund_debts_open.
func selectOwing(ctx context.Context, tx *db.Tx, after string, limit int) ([]string, error) {
	list, err := db.All(ctx, tx, db.String, `
		SELECT DISTINCT account_id
		FROM refund_debts
		WHERE repaid < owed AND account_id > $1
		ORDER BY account_id
		LIMIT $2`, after, limit)
	if err != nil {
		return nil, fmt.Errorf("select who owes: %w", err)
	}
	return list, nil
}

// lockDebts returns an account's open debts, the oldest first, which nobody else
// repays until the transaction ends.
func lockDebts(ctx context.Context, tx *db.Tx, accountID string) ([]Debt, error) {
	list, err := db.All(ctx, tx, scanDebt, `
		SELECT request_id, account_id, owed, repaid
		FROM refund_debts
		WHERE account_id = $1 AND repaid < owed
		ORDER BY request_id`+tx.Fragment(db.ForUpdate), accountID)
	if err != nil {
		return nil, fmt.Errorf("lock what %s owes: %w", accountID, err)
	}
	return list, nil
}

func addRepaid(ctx context.Context, tx *db.Tx, d Debt, part money.Tokens) error {
	rows, err := db.Exec(ctx, tx, `
		UPDATE refund_debts
		SET repaid = repaid + $4
		WHERE request_id = $1 AND account_id = $2 AND repaid = $3`,
		d.RequestID, d.AccountID, d.Repaid, part)
	if err == nil && rows != 1 {
		err = errors.New("somebody else has repaid it")
	}
	if err != nil {
		return fmt.Errorf("repay what %s owes: %w", d.AccountID, err)
	}
	return nil
}

func insertRepayment(ctx context.Context, tx *db.Tx, repaymentID string, d Debt, part money.Tokens, transferID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO refund_repayments (id, request_id, account_id, amount, transfer_id, created_at)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		repaymentID, d.RequestID, d.AccountID, part, transferID, db.Millis(now))
	if err != nil {
		return fmt.Errorf("insert repayment: %w", err)
	}
	return nil
}

func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
