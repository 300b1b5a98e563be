package bus

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"limelight/internal/kit/db"
)

type delivery struct {
	id, subscriber, event, body string
	attempts                    int
}

const columns = `id, subscriber, event, body, attempts`

func scanDelivery(r db.Row) (d delivery, err error) {
	return d, r.Scan(&d.id, &d.subscriber, &d.event, &d.body, &d.attempts)
}

// insertDeliveries writes the rows of one event in one statement that nobody
// waits for: its caller may hold rows that others want.
func insertDeliveries(ctx context.Context, tx *db.Tx, all []delivery, now time.Time) error {
	args := []any{db.Millis(now), all[0].event, all[0].body}
	var values []string
	for _, d := range all {
		n := len(args)
		values = append(values, fmt.Sprintf("($%d, $%d, $2, $3, $1, $1)", n+1, n+2))
		args = append(args, d.id, d.subscriber)
	}
	failed := func(err error) error { return fmt.Errorf("publish %s: %w", all[0].event, err) }
	return db.Later(ctx, tx, failed, `
		INSERT INTO bus_deliveries (id, subscriber, event, body, due, created_at)
		VALUES `+strings.Join(values, ", "), args...)
}

// takeSettled deletes a batch of due rows and returns them, oldest first.
func takeSettled(ctx context.Context, tx *db.Tx, names []string, now time.Time) ([]delivery, error) {
	in, args := db.In(2, names)
	taken, err := db.All(ctx, tx, scanDelivery, `
		DELETE FROM bus_deliveries
		WHERE id IN (
			SELECT id FROM bus_deliveries
			WHERE due <= $1 AND subscriber IN `+in+`
			ORDER BY due, id
			LIMIT `+strconv.Itoa(batch)+tx.Fragment(db.SkipLocked)+`)
		RETURNING `+columns,
		append([]any{db.Millis(now)}, args...)...)
	slices.SortFunc(taken, func(a, b delivery) int { return strings.Compare(a.id, b.id) }) // RETURNING has no order
	return taken, err
}

// nextDue returns the oldest due row, locked until the transaction ends.
func nextDue(ctx context.Context, tx *db.Tx, names []string, now time.Time) (delivery, error) {
	in, args := db.In(2, names)
	return db.One(ctx, tx, scanDelivery, `
		SELECT `+columns+`
		FROM bus_deliveries
		WHERE due <= $1 AND subscriber IN `+in+`
		ORDER BY due, id
		LIMIT 1`+tx.Fragment(db.SkipLocked),
		append([]any{db.Millis(now)}, args...)...)
}

func deleteDelivery(ctx context.Context, tx *db.Tx, id string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM bus_deliveries WHERE id = $1`, id)
	return err
}

// postpone counts a failure, once: another worker may have tried the same row
// between this one's failure and now, and counted it.
func postpone(ctx context.Context, tx *db.Tx, d delivery, due time.Time, failure error) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE bus_deliveries
		SET due = $2, attempts = attempts + 1, failure = $3
		WHERE id = $1 AND attempts = $4`,
		d.id, db.Millis(due), failure.Error(), d.attempts)
	if err != nil {
		return fmt.Errorf("postpone %s: %w", d.id, err)
	}
	return nil
}
