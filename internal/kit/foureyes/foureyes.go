// Package foureyes sums what one person decided without a second one: many small
// decisions are one large one, so a limit of one person holds against the sum.
package foureyes

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// Per is the time over which decisions are summed.
const Per = 24 * time.Hour

// Decision is what somebody wants to decide without a second person.
type Decision struct {
	By      string // who decides
	Kind    string // what is summed together; amounts of one kind have one unit
	Subject string // what is decided
	Amount  int64  // more than 0
	Max     int64  // of all that By decided of this kind within Per
}

// Allow reports whether the decision needs nobody else: it and all that the same
// person decided alone of this kind within Per are not above Max. What is allowed
// is counted at once; the caller's transaction does it. Two calls for one person
// wait for each other.
func Allow(ctx context.Context, tx *db.Tx, d Decision, now time.Time) (bool, error) {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO alone_people (person_id, at) VALUES ($1, $2)
		ON CONFLICT (person_id) DO UPDATE SET at = excluded.at`, d.By, db.Millis(now))
	if err != nil {
		return false, fmt.Errorf("lock what one person decided alone: %w", err)
	}
	before, err := db.One(ctx, tx, db.Int64, `
		SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM alone_decisions WHERE person_id = $1 AND kind = $2 AND at > $3`,
		d.By, d.Kind, db.Millis(now.Add(-Per)))
	if err != nil {
		return false, fmt.Errorf("sum what one person decided alone: %w", err)
	}
	if d.Amount > d.Max-before {
		return false, nil
	}
	_, err = db.Exec(ctx, tx, `INSERT INTO alone_decisions (id, person_id, kind, subject, amount, at) VALUES ($1, $2, $3, $4, $5, $6)`,
		id.New(now), d.By, d.Kind, d.Subject, d.Amount, db.Millis(now))
	if err != nil {
		return false, fmt.Errorf("count what one person decided alone: %w", err)
	}
	return true, nil
}

// Forget counts a decision no more: nothing came of it.
func Forget(ctx context.Context, tx *db.Tx, kind, subject string) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM alone_decisions WHERE kind = $1 AND subject = $2`, kind, subject); err != nil {
		return fmt.Errorf("forget what was decided alone: %w", err)
	}
	return nil
}
