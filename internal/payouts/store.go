package payouts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/secretbox"
	"limelight/internal/payouts/rails"
)

// requestRows is how a request is stored, but for its mac.
var requestRows = db.StructOf[Request]()

func scanRequest(r db.Row) (Request, error) { return scanRequestWith(r) }

func scanRequestWith(r db.Row, more ...any) (Request, error) {
	q, err := requestRows.ScanWith(r, more...)
	if err != nil {
		return q, err
	}
	return q, json.Unmarshal([]byte(q.lines), &q.Lines)
}

// frozen are the fields of a request that nothing changes.
func (q Request) frozen() []any {
	return []any{
		q.ID, q.AccountID, string(q.Role), q.StudioID, string(q.Method), q.destination, q.Shown, int64(q.Units), q.Amount,
		q.Currency, q.Rate, q.lines, db.Millis(q.Since), db.Millis(q.Until), q.Note, q.transferID, db.Millis(q.CreatedAt),
	}
}

// insertRequest writes a new request. Who opened another one in the same moment
// is met on a second try.
func insertRequest(ctx context.Context, tx *db.Tx, q Request, mac secretbox.MAC) error {
	lines, err := json.Marshal(q.Lines)
	if err != nil {
		return fmt.Errorf("write the lines of a payout request: %w", err)
	}
	q.lines, q.UpdatedAt = string(lines), q.CreatedAt
	_, err = db.Exec(ctx, tx, requestRows.Insert("payout_requests", "mac"), append(requestRows.Args(q), mac.Of("payout_requests", q.frozen()...))...)
	if db.Unique(err, "payout_requests", "account_id") {
		return db.Again(err)
	}
	if err != nil {
		return fmt.Errorf("insert payout request: %w", err)
	}
	return nil
}

// updateRequest stores a decision, unless the request is no longer what it was
// decided on.
func updateRequest(ctx context.Context, tx *db.Tx, was, q Request) error {
	n, err := db.Exec(ctx, tx, `
		UPDATE payout_requests
		SET status = $2, first_by = $3, approved_by = $4, decided_by = $5, reason = $6, reference = $7, updated_at = $8
		WHERE id = $1 AND status = $9`,
		q.ID, string(q.Status), q.FirstBy, q.ApprovedBy, q.DecidedBy, q.Reason, q.Reference, db.Millis(q.UpdatedAt), string(was.Status))
	if err == nil && n != 1 {
		err = fmt.Errorf("it is no longer %s", was.Status)
	}
	if err != nil {
		return fmt.Errorf("update payout request %s: %w", q.ID, err)
	}
	return nil
}

func selectRequest(ctx context.Context, tx *db.Tx, requestID string) (Request, error) {
	return oneRequest(ctx, tx, requestID, "")
}

// lockRequest makes whoever decides the same request take turns.
func lockRequest(ctx context.Context, tx *db.Tx, requestID string) (Request, error) {
	return oneRequest(ctx, tx, requestID, tx.Fragment(db.ForUpdate))
}

func oneRequest(ctx context.Context, tx *db.Tx, requestID, lock string) (Request, error) {
	q, err := db.One(ctx, tx, scanRequest, `SELECT `+requestRows.Columns+` FROM payout_requests WHERE id = $1`+lock, requestID)
	if errors.Is(err, db.ErrNone) {
		return q, ErrAbsent
	}
	if err != nil {
		return q, fmt.Errorf("select payout request %s: %w", requestID, err)
	}
	return q, nil
}

// where makes the condition of a filter.
func (f Filter) where() (clause string, args []any) {
	parts := []string{"TRUE"}
	add := func(condition string, value any) {
		args = append(args, value)
		parts = append(parts, fmt.Sprintf(condition, len(args)))
	}
	if f.AccountID != "" {
		add("account_id = $%d", f.AccountID)
	}
	if f.StudioID != "" || f.Site {
		add("studio_id = $%d", f.StudioID)
	}
	if f.Studios {
		parts = append(parts, "studio_id <> ''")
	}
	if f.Status != "" {
		add("status = $%d", string(f.Status))
	}
	if f.Method != "" {
		add("method = $%d", string(f.Method))
	}
	if !f.From.IsZero() {
		add("created_at >= $%d", db.Millis(f.From))
	}
	if !f.To.IsZero() {
		add("created_at < $%d", db.Millis(f.To))
	}
	return strings.Join(parts, " AND "), args
}

func selectRequests(ctx context.Context, tx *db.Tx, f Filter) ([]Request, int, error) {
	where, args := f.where()
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM payout_requests WHERE `+where, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count payout requests: %w", err)
	}
	order := "DESC"
	if f.Ascending {
		order = "ASC"
	}
	list, err := db.All(ctx, tx, scanRequest, fmt.Sprintf(`
		SELECT %s
		FROM payout_requests
		WHERE %s
		ORDER BY created_at %s, id %s
		LIMIT $%d OFFSET $%d`, requestRows.Columns, where, order, order, len(args)+1, len(args)+2),
		append(args, f.Limit, f.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("select payout requests: %w", err)
	}
	return list, total, nil
}

// selectOpen is the account's open request; empty when there is none.
func selectOpen(ctx context.Context, tx *db.Tx, accountID string) (string, error) {
	openID, _, err := db.Maybe(ctx, tx, db.String, `
		SELECT id FROM payout_requests WHERE account_id = $1 AND status IN ('pending', 'processing')`, accountID)
	if err != nil {
		return "", fmt.Errorf("select the open payout request of %s: %w", accountID, err)
	}
	return openID, nil
}

// selectCovered is until when earlier requests cover the account's incomes.
func selectCovered(ctx context.Context, tx *db.Tx, accountID string) (time.Time, error) {
	until, err := db.One(ctx, tx, db.Int64, `
		SELECT COALESCE(MAX(until), 0)
		FROM payout_requests
		WHERE account_id = $1 AND status IN ('pending', 'processing', 'done')`, accountID)
	if err != nil {
		return time.Time{}, fmt.Errorf("select what is covered of %s: %w", accountID, err)
	}
	return db.Time(until), nil
}

// selectTaken is what the account's requests have reserved, and have paid.
func selectTaken(ctx context.Context, tx *db.Tx, accountID string) (reserved, paid money.Tokens, err error) {
	totals, err := selectTotals(ctx, tx, accountID)
	for _, t := range totals {
		switch t.Status {
		case Pending, Processing:
			reserved += t.Units
		case Done:
			paid += t.Units
		}
	}
	return reserved, paid, err
}

func scanTotal(r db.Row) (t Total, err error) {
	return t, r.Scan(&t.Status, &t.Currency, &t.Count, &t.Units, &t.Amount)
}

func selectTotals(ctx context.Context, tx *db.Tx, accountID string) ([]Total, error) {
	totals, err := db.All(ctx, tx, scanTotal, `
		SELECT status, currency, COUNT(*), CAST(SUM(units) AS BIGINT), CAST(SUM(amount) AS BIGINT)
		FROM payout_requests
		WHERE account_id = $1
		GROUP BY status, currency
		ORDER BY status, currency`, accountID)
	if err != nil {
		return nil, fmt.Errorf("sum the payout requests of %s: %w", accountID, err)
	}
	return totals, nil
}

type keptRow struct {
	details   string
	changedAt int64
}

func scanKept(r db.Row) (k keptRow, err error) { return k, r.Scan(&k.details, &k.changedAt) }

func selectDetails(ctx context.Context, tx *db.Tx, accountID string, method rails.Method) (sealed string, changedAt time.Time, found bool, err error) {
	row, err := db.One(ctx, tx, scanKept, `
		SELECT details, changed_at FROM payout_details WHERE account_id = $1 AND method = $2`, accountID, string(method))
	if errors.Is(err, db.ErrNone) {
		return "", time.Time{}, false, nil
	}
	if err != nil {
		return "", time.Time{}, false, fmt.Errorf("select the payout details of %s: %w", accountID, err)
	}
	return row.details, db.Time(row.changedAt), true, nil
}

// selectChanged is when the account's details last changed; zero: it has none.
func selectChanged(ctx context.Context, tx *db.Tx, accountID string) (time.Time, error) {
	at, err := db.One(ctx, tx, db.Int64, `
		SELECT COALESCE(MAX(changed_at), 0) FROM payout_details WHERE account_id = $1`, accountID)
	if err != nil {
		return time.Time{}, fmt.Errorf("select the last change of payout details of %s: %w", accountID, err)
	}
	return db.Time(at), nil
}

func upsertDetails(ctx context.Context, tx *db.Tx, accountID string, method rails.Method, sealed string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO payout_details (account_id, method, details, changed_at)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (account_id, method) DO UPDATE SET details = excluded.details, changed_at = excluded.changed_at`,
		accountID, string(method), sealed, db.Millis(now))
	if err != nil {
		return fmt.Errorf("store the payout details of %s: %w", accountID, err)
	}
	return nil
}
