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

// separator stands between the names in a row's list of subscribers.
const separator = ","

// delivery is a row: an event and who has still to hear of it.
type delivery struct {
	id          string
	subscribers []string
	event, body string
	due         time.Time
	attempts    int
	failure     string

	read Event // body, once somebody has read it
}

const columns = `id, subscriber, event, body, due, attempts, failure`

func scanDelivery(r db.Row) (d delivery, err error) {
	var names string
	var due int64
	err = r.Scan(&d.id, &names, &d.event, &d.body, &due, &d.attempts, &d.failure)
	d.subscribers, d.due = strings.Split(names, separator), db.Time(due)
	return d, err
}

func (d delivery) names() string { return strings.Join(d.subscribers, separator) }

// insertDelivery writes a row by a statement that nobody waits for: its caller may
// hold rows that others want.
func insertDelivery(ctx context.Context, tx *db.Tx, d delivery, now time.Time) error {
	failed := func(err error) error { return fmt.Errorf("publish %s: %w", d.event, err) }
	return db.Later(ctx, tx, failed, `
		INSERT INTO bus_deliveries (id, subscriber, event, body, due, attempts, failure, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		d.id, d.names(), d.event, d.body, db.Millis(d.due), d.attempts, d.failure, db.Millis(now))
}

// takeSettled deletes a batch of due rows with one of the lists and returns them,
// oldest first.
func takeSettled(ctx context.Context, tx *db.Tx, lists []string, now time.Time) ([]delivery, error) {
	in, args := db.In(2, lists)
	taken, err := db.All(ctx, tx, scanDelivery, `
		DELETE FROM bus_deliveries
		WHERE (due, id) IN (
			SELECT due, id FROM bus_deliveries
			WHERE due <= $1 AND subscriber IN `+in+`
			ORDER BY due, id
			LIMIT `+strconv.Itoa(batch)+tx.Fragment(db.SkipLocked)+`)
		RETURNING `+columns,
		append([]any{db.Millis(now)}, args...)...)
	slices.SortFunc(taken, func(a, b delivery) int { return strings.Compare(a.id, b.id) }) // RETURNING has no order
	return taken, err
}

// nextDue returns the oldest due row with one of the lists, locked until the
// transaction ends. Most often it is the oldest of all, which is found without
// comparing it with so many lists.
func nextDue(ctx context.Context, tx *db.Tx, lists []string, now time.Time) (delivery, error) {
	oldest, err := selectNext(ctx, tx, "", db.Millis(now))
	if err != nil || slices.Contains(lists, oldest.names()) {
		return oldest, err
	}
	in, args := db.In(2, lists)
	return selectNext(ctx, tx, ` AND subscriber IN `+in, append([]any{db.Millis(now)}, args...)...)
}

func selectNext(ctx context.Context, tx *db.Tx, among string, args ...any) (delivery, error) {
	return db.One(ctx, tx, scanDelivery, `
		SELECT `+columns+`
		FROM bus_deliveries
		WHERE due <= $1`+among+`
		ORDER BY due, id
		LIMIT 1`+tx.Fragment(db.SkipLocked), args...)
}

// takeUnlisted deletes rows for several subscribers whose list is none of lists,
// and returns them.
func takeUnlisted(ctx context.Context, tx *db.Tx, lists []string) ([]delivery, error) {
	in, args := db.In(1, lists)
	return db.All(ctx, tx, scanDelivery, `
		DELETE FROM bus_deliveries
		WHERE (due, id) IN (
			SELECT due, id FROM bus_deliveries
			WHERE subscriber LIKE '%`+separator+`%' AND subscriber NOT IN `+in+`
			ORDER BY id
			LIMIT `+strconv.Itoa(batch)+tx.Fragment(db.SkipLocked)+`)
		RETURNING `+columns, args...)
}

// deleteDelivery reports whether the row was there as d has it: another worker may
// have tried it meanwhile, and counted its failure.
func deleteDelivery(ctx context.Context, tx *db.Tx, d delivery) (bool, error) {
	rows, err := db.Exec(ctx, tx, `
		DELETE FROM bus_deliveries
		WHERE due = $1 AND id = $2 AND subscriber = $3 AND attempts = $4`, db.Millis(d.due), d.id, d.names(), d.attempts)
	return rows == 1, err
}
