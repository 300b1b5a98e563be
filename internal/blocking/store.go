package blocking

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

func insertBlock(ctx context.Context, tx *db.Tx, performerID, kind, value string, now time.Time) (isNew bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		INSERT INTO blocks (performer_id, kind, value, created_at)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (performer_id, kind, value) DO NOTHING`,
		performerID, kind, value, db.Millis(now))
	if err != nil {
		return false, fmt.Errorf("block %s %s: %w", kind, value, err)
	}
	return rows == 1, nil
}

func deleteBlock(ctx context.Context, tx *db.Tx, performerID, kind, value string) (found bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		DELETE FROM blocks WHERE performer_id = $1 AND kind = $2 AND value = $3`, performerID, kind, value)
	return rows == 1, err
}

func selectBlocked(ctx context.Context, tx *db.Tx, performerID, viewerID string, countries []string) (bool, error) {
	in, args := db.In(3, countries)
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*)
		FROM blocks
		WHERE performer_id = $1
			AND (kind = 'user' AND value = $2 OR kind = 'country' AND value IN `+in+`)`,
		append([]any{performerID, viewerID}, args...)...)
	if err != nil {
		return false, fmt.Errorf("look up the blocks of %s: %w", performerID, err)
	}
	return n > 0, nil
}

func selectCountries(ctx context.Context, tx *db.Tx, performerID string) ([]string, error) {
	return db.All(ctx, tx, db.String, `
		SELECT value
		FROM blocks
		WHERE performer_id = $1 AND kind = 'country'
		ORDER BY value`, performerID)
}

func scanBlocked(r db.Row) (b Blocked, err error) {
	var at int64
	err = r.Scan(&b.ID, &at)
	b.BlockedAt = db.Time(at)
	return b, err
}

func selectUsers(ctx context.Context, tx *db.Tx, performerID string) ([]Blocked, error) {
	return db.All(ctx, tx, scanBlocked, `
		SELECT value, created_at
		FROM blocks
		WHERE performer_id = $1 AND kind = 'user'
		ORDER BY created_at DESC, value DESC`, performerID)
}

func selectAny(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM (SELECT 1 FROM blocks WHERE performer_id = $1 LIMIT 1) AS first`, performerID)
	return n > 0, err
}
