package blocking

import (
	"context"
	"fmt"
	"slices"
	"time"

	"limelight/internal/account"
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
		WHERE performer_id = $1 AND kind = 'country' AND value <> $2
		ORDER BY value`, performerID, account.Hosting)
}

func selectHosting(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*)
		FROM blocks
		WHERE performer_id = $1 AND kind = 'country' AND value = $2`, performerID, account.Hosting)
	return n == 1, err
}

type reason struct{ value, text string }

func scanReason(r db.Row) (one reason, err error) { return one, r.Scan(&one.value, &one.text) }

// selectReasons are a performer's notes about the countries she blocks.
func selectReasons(ctx context.Context, tx *db.Tx, performerID string) (map[string]string, error) {
	list, err := db.All(ctx, tx, scanReason, `
		SELECT value, reason
		FROM blocks
		WHERE performer_id = $1 AND kind = 'country' AND reason <> ''
		ORDER BY value`, performerID)
	reasons := make(map[string]string, len(list))
	for _, one := range list {
		reasons[one.value] = one.text
	}
	return reasons, err
}

func updateReason(ctx context.Context, tx *db.Tx, performerID, kind, value, reason string) (found bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE blocks SET reason = $4 WHERE performer_id = $1 AND kind = $2 AND value = $3`, performerID, kind, value, reason)
	if err != nil {
		return false, fmt.Errorf("note why %s %s is blocked: %w", kind, value, err)
	}
	return rows == 1, nil
}

func scanBlocked(r db.Row) (b Blocked, err error) {
	var at int64
	err = r.Scan(&b.ID, &at, &b.Reason)
	b.BlockedAt = db.Time(at)
	return b, err
}

func selectUsers(ctx context.Context, tx *db.Tx, performerID string) ([]Blocked, error) {
	return db.All(ctx, tx, scanBlocked, `
		SELECT value, created_at, reason
		FROM blocks
		WHERE performer_id = $1 AND kind = 'user'
		ORDER BY created_at DESC, value DESC`, performerID)
}

// selectBlockedOf says which of the accounts a performer blocks by name.
func selectBlockedOf(ctx context.Context, tx *db.Tx, performerID string, ids []string) ([]string, error) {
	in, args := db.In(2, ids)
	return db.All(ctx, tx, db.String, `
		SELECT value FROM blocks WHERE performer_id = $1 AND kind = 'user' AND value IN `+in, append([]any{performerID}, args...)...)
}

// selectHiding says which of the performers block an account by name, or one of some countries.
func selectHiding(ctx context.Context, tx *db.Tx, viewerID string, countries, performerIDs []string) ([]string, error) {
	of, performers := db.In(2, performerIDs)
	in, places := db.In(2+len(performers), countries)
	return db.All(ctx, tx, db.String, `
		SELECT DISTINCT performer_id
		FROM blocks
		WHERE performer_id IN `+of+` AND (kind = 'user' AND value = $1 OR kind = 'country' AND value IN `+in+`)`,
		slices.Concat([]any{viewerID}, performers, places)...)
}

func selectAny(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM (SELECT 1 FROM blocks WHERE performer_id = $1 LIMIT 1) AS first`, performerID)
	return n > 0, err
}
