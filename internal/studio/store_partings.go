package studio

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

var partingRows = db.StructOf[Parting]()

func insertParting(ctx context.Context, tx *db.Tx, p Parting) error {
	_, err := db.Exec(ctx, tx, partingRows.Insert("studio_partings"), partingRows.Args(p)...)
	if db.Unique(err, "studio_partings", "performer_id") {
		return ErrAsked
	}
	if err != nil {
		return fmt.Errorf("insert a parting of %s: %w", p.performerID, err)
	}
	return nil
}

func updateParting(ctx context.Context, tx *db.Tx, p Parting) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE studio_partings SET state = $2, answer = $3, decided_at = $4 WHERE id = $1`,
		p.ID, string(p.State), p.Answer, db.Millis(p.DecidedAt))
	return err
}

// closePartings takes back what waits about a performer who has left.
func closePartings(ctx context.Context, tx *db.Tx, performerID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE studio_partings SET state = 'withdrawn', decided_at = $2
		WHERE performer_id = $1 AND state IN ('open', 'agreed')`, performerID, db.Millis(now))
	return err
}

// selectOpenParting is the one that waits about a performer; db.ErrNone when there is none.
func selectOpenParting(ctx context.Context, tx *db.Tx, performerID string) (Parting, error) {
	return db.One(ctx, tx, partingRows.Scan, `
		SELECT `+partingRows.Columns+`
		FROM studio_partings
		WHERE performer_id = $1 AND state IN ('open', 'agreed')`+tx.Fragment(db.ForUpdate), performerID)
}

func selectLastParting(ctx context.Context, tx *db.Tx, studioID, performerID string, since time.Time) (Parting, error) {
	return db.One(ctx, tx, partingRows.Scan, `
		SELECT `+partingRows.Columns+`
		FROM studio_partings
		WHERE performer_id = $2 AND studio_id = $1 AND created_at >= $3
		ORDER BY created_at DESC, id DESC
		LIMIT 1`, studioID, performerID, db.Millis(since))
}

func selectOpenPartings(ctx context.Context, tx *db.Tx, studioID string, offset, limit int) (list []Parting, total int, err error) {
	const where = ` FROM studio_partings WHERE studio_id = $1 AND state IN ('open', 'agreed')`
	if total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*)`+where, studioID); err != nil {
		return nil, 0, fmt.Errorf("count the partings of %s: %w", studioID, err)
	}
	list, err = db.All(ctx, tx, partingRows.Scan, `
		SELECT `+partingRows.Columns+where+`
		ORDER BY created_at DESC, id DESC
		LIMIT $2 OFFSET $3`, studioID, limit, offset)
	return list, total, err
}

// maxDue bounds what one run of the sweep does.
const maxDue = 500

func selectDuePartings(ctx context.Context, tx *db.Tx, now time.Time) ([]Parting, error) {
	return db.All(ctx, tx, partingRows.Scan, `
		SELECT `+partingRows.Columns+`
		FROM studio_partings
		WHERE state IN ('open', 'agreed') AND (state = 'agreed' OR due_at <= $1)
		ORDER BY due_at, id
		LIMIT $2`, db.Millis(now), maxDue)
}
