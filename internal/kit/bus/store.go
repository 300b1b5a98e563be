package bus

import (
	"context"
	"fmt"
	"slices"
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

func insertDelivery(ctx context.Context, tx *db.Tx, id string, s subscriber, body string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO bus_deliveries (id, subscriber, event, body, due, created_at)
		VALUES ($1, $2, $3, $4, $5, $5)`,
		id, s.name, s.event, body, db.Millis(now))
	return err
}

// takeSettled deletes a batch of due rows and returns them, oldest first.
func takeSettled(ctx context.Context, tx *db.Tx, names []string, now time.Time) ([]delivery, error) {
	in, args := db.In(2, names)
	batch, err := db.All(ctx, tx, scanDelivery, `
		DELETE FROM bus_deliveries
		WHERE id IN (
			SELECT id FROM bus_deliveries
			WHERE due <= $1 AND subscriber IN `+in+`
			ORDER BY due, id
			LIMIT 64`+tx.Fragment(db.SkipLocked)+`)
		RETURNING `+columns,
		append([]any{db.Millis(now)}, args...)...)
	slices.SortFunc(batch, func(a, b delivery) int { return strings.Compare(a.id, b.id) }) // RETURNING has no order
	return batch, err
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

func postpone(ctx context.Context, tx *db.Tx, d delivery, due time.Time, failure error) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE bus_deliveries
		SET due = $2, attempts = attempts + 1, failure = $3
		WHERE id = $1`,
		d.id, db.Millis(due), failure.Error())
	if err != nil {
		return fmt.Errorf("postpone %s: %w", d.id, err)
	}
	return nil
}
