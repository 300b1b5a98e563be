package uploads

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// uploadRows is how an upload is stored, but for what becomes of it.
var uploadRows = db.StructOf[Upload]()

func insertUpload(ctx context.Context, tx *db.Tx, u Upload) error {
	_, err := db.Exec(ctx, tx, uploadRows.Insert("uploads"), uploadRows.Args(u)...)
	if err != nil {
		return fmt.Errorf("insert upload %s: %w", u.ID, err)
	}
	return nil
}

// unclaimed is the condition of what its owner may see and go on with.
const unclaimed = `claimed_at = 0 AND removed_at = 0 AND expires_at > `

func selectOpen(ctx context.Context, tx *db.Tx, uploadID, ownerID string, now time.Time) (Upload, error) {
	u, err := db.One(ctx, tx, uploadRows.Scan, `
		SELECT `+uploadRows.Columns+`
		FROM uploads
		WHERE id = $1 AND owner_id = $2 AND `+unclaimed+`$3`, uploadID, ownerID, db.Millis(now))
	return u, orNone(err, "select upload", uploadID)
}

func orNone(err error, what, uploadID string) error {
	if errors.Is(err, db.ErrNone) {
		return ErrNone
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", what, uploadID, err)
	}
	return nil
}

func selectMine(ctx context.Context, tx *db.Tx, ownerID string, now time.Time) ([]Upload, error) {
	list, err := db.All(ctx, tx, uploadRows.Scan, `
		SELECT `+uploadRows.Columns+`
		FROM uploads
		WHERE owner_id = $1 AND `+unclaimed+`$2
		ORDER BY id DESC
		LIMIT $3`, ownerID, db.Millis(now), maxUnclaimed)
	if err != nil {
		return nil, fmt.Errorf("select the uploads of %s: %w", ownerID, err)
	}
	return list, nil
}

// held is what an account has here that is not claimed.
type held struct {
	unfinished, unclaimed int
	bytes                 int64 // as announced
	coming                int64 // of them that are not here
}

func selectHeld(ctx context.Context, tx *db.Tx, ownerID string, now time.Time) (held, error) {
	h, err := db.One(ctx, tx, func(r db.Row) (h held, err error) {
		return h, r.Scan(&h.unfinished, &h.unclaimed, &h.bytes, &h.coming)
	}, `
		SELECT COUNT(CASE WHEN finished_at = 0 THEN 1 END), COUNT(*), CAST(COALESCE(SUM(length), 0) AS BIGINT), CAST(COALESCE(SUM(length - received), 0) AS BIGINT)
		FROM uploads
		WHERE owner_id = $1 AND `+unclaimed+`$2`, ownerID, db.Millis(now))
	if err != nil {
		return h, fmt.Errorf("count the uploads of %s: %w", ownerID, err)
	}
	return h, nil
}

// coming sums what was announced and is not here yet, of uploads that have not expired at $1: those
// that expire after $2, which says when their last part came, of which one came or that were
// announced after $3, and those that were gone on with after $3; of others than $4.
const coming = `
	SELECT CAST(COALESCE(SUM(length - received), 0) AS BIGINT)
	FROM uploads
	WHERE claimed_at = 0 AND removed_at = 0 AND expires_at > $1
		AND (expires_at > $2 AND (received > 0 OR created_at > $3) OR resumed_at > $3) AND owner_id <> $4`

// selectComing is how many bytes of others' than one owner are on their way (Upload.isComing).
func selectComing(ctx context.Context, tx *db.Tx, ownerID string, now time.Time) (int64, error) {
	bytes, err := db.One(ctx, tx, db.Int64, coming,
		db.Millis(now), db.Millis(now.Add(keptFor-countsAfterPart)), db.Millis(now.Add(-countsUnbegun)), ownerID)
	if err != nil {
		return 0, fmt.Errorf("count what is on its way: %w", err)
	}
	return bytes, nil
}

// updateNumber gives out the number of a part.
func updateNumber(ctx context.Context, tx *db.Tx, uploadID string) (int64, error) {
	next, err := db.One(ctx, tx, db.Int64, `
		UPDATE uploads
		SET next_part = next_part + 1
		WHERE id = $1 AND removed_at = 0 AND finished_at = 0
		RETURNING next_part`, uploadID)
	return next - 1, orNone(err, "number a part of", uploadID)
}

// part is a run of bytes under one key.
type part struct{ number, start, size int64 }

// updateReceived counts a part that is stored, and gives out the next number. It
// touches no row unless the upload is where the part begins.
func updateReceived(ctx context.Context, tx *db.Tx, u Upload, p part) (next int64, err error) {
	next, err = db.One(ctx, tx, db.Int64, `
		UPDATE uploads
		SET received = received + $2, next_part = next_part + 1, hash_state = $3, sha256 = $4, finished_at = $5, expires_at = $6
		WHERE id = $1 AND received = $7 AND removed_at = 0 AND finished_at = 0
		RETURNING next_part`,
		u.ID, p.size, u.hashState, u.SHA256, db.Millis(u.FinishedAt), db.Millis(u.ExpiresAt), p.start)
	if errors.Is(err, db.ErrNone) {
		return 0, errElsewhere
	}
	if err == nil {
		_, err = db.Exec(ctx, tx, `
			INSERT INTO upload_parts (upload_id, number, start, size)
			VALUES ($1, $2, $3, $4)`, u.ID, p.number, p.start, p.size)
	}
	if err != nil {
		return 0, fmt.Errorf("count a part of %s: %w", u.ID, err)
	}
	return next - 1, nil
}

func selectParts(ctx context.Context, tx *db.Tx, uploadID string) ([]part, error) {
	list, err := db.All(ctx, tx, func(r db.Row) (p part, err error) { return p, r.Scan(&p.number, &p.start, &p.size) }, `
		SELECT number, start, size
		FROM upload_parts
		WHERE upload_id = $1
		ORDER BY start`, uploadID)
	if err != nil {
		return nil, fmt.Errorf("select the parts of %s: %w", uploadID, err)
	}
	return list, nil
}

// selectClaimable is an upload as who claims it finds it, its row locked.
func selectClaimable(ctx context.Context, tx *db.Tx, uploadID, ownerID string) (u Upload, claimed bool, err error) {
	u, err = db.One(ctx, tx, func(r db.Row) (Upload, error) { return uploadRows.ScanWith(r, &claimed) }, `
		SELECT `+uploadRows.Columns+`, claimed_at > 0
		FROM uploads
		WHERE id = $1 AND owner_id = $2 AND removed_at = 0`+tx.Fragment(db.ForUpdate), uploadID, ownerID)
	return u, claimed, orNone(err, "select upload", uploadID)
}

func updateClaimed(ctx context.Context, tx *db.Tx, uploadID string, at time.Time) error {
	rows, err := db.Exec(ctx, tx, `
		UPDATE uploads
		SET claimed_at = $2
		WHERE id = $1 AND claimed_at = 0 AND removed_at = 0 AND expires_at > $2`, uploadID, db.Millis(at))
	if err != nil {
		return fmt.Errorf("claim upload %s: %w", uploadID, err)
	}
	if rows == 0 {
		return ErrNone
	}
	return nil
}

func updateResumed(ctx context.Context, tx *db.Tx, uploadID string, at time.Time) error {
	if _, err := db.Exec(ctx, tx, `UPDATE uploads SET resumed_at = $2 WHERE id = $1`, uploadID, db.Millis(at)); err != nil {
		return fmt.Errorf("go on with upload %s: %w", uploadID, err)
	}
	return nil
}

func updateRemoved(ctx context.Context, tx *db.Tx, uploadID string, at time.Time) error {
	if _, err := db.Exec(ctx, tx, `UPDATE uploads SET removed_at = $2 WHERE id = $1 AND removed_at = 0`, uploadID, db.Millis(at)); err != nil {
		return fmt.Errorf("remove upload %s: %w", uploadID, err)
	}
	return nil
}

// updateCancelled removes an upload that nothing uses; ErrNone when something does by
// now.
func updateCancelled(ctx context.Context, tx *db.Tx, uploadID string, at time.Time) error {
	rows, err := db.Exec(ctx, tx, `
		UPDATE uploads
		SET removed_at = $2
		WHERE id = $1 AND removed_at = 0 AND claimed_at = 0`, uploadID, db.Millis(at))
	if err != nil {
		return fmt.Errorf("cancel upload %s: %w", uploadID, err)
	}
	if rows == 0 {
		return ErrNone
	}
	return nil
}

func updateExpired(ctx context.Context, tx *db.Tx, at time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE uploads
		SET removed_at = $1
		WHERE claimed_at = 0 AND removed_at = 0 AND expires_at <= $1`, db.Millis(at))
	if err != nil {
		return fmt.Errorf("expire uploads: %w", err)
	}
	return nil
}

type removed struct {
	id string
	at time.Time
}

func selectRemoved(ctx context.Context, tx *db.Tx, after string) ([]removed, error) {
	list, err := db.All(ctx, tx, func(r db.Row) (u removed, err error) {
		var at int64
		err = r.Scan(&u.id, &at)
		u.at = db.Time(at)
		return u, err
	}, `
		SELECT id, removed_at
		FROM uploads
		WHERE removed_at > 0 AND id > $1
		ORDER BY id
		LIMIT 100`, after)
	if err != nil {
		return nil, fmt.Errorf("select removed uploads: %w", err)
	}
	return list, nil
}

func deleteUpload(ctx context.Context, tx *db.Tx, uploadID string) error {
	for _, statement := range []string{
		`DELETE FROM upload_leases WHERE upload_id = $1`,
		`DELETE FROM upload_parts WHERE upload_id = $1`,
		`DELETE FROM uploads WHERE id = $1`,
	} {
		if _, err := db.Exec(ctx, tx, statement, uploadID); err != nil {
			return fmt.Errorf("delete upload %s: %w", uploadID, err)
		}
	}
	return nil
}
