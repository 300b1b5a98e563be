package store

import (
	"context"
	"time"

	"limelight/internal/kit/db"
)

// UpsertStreamKey replaces the performer's stream key; it is kept as a digest.
func UpsertStreamKey(ctx context.Context, tx *db.Tx, performerID, hash string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO show_stream_keys (performer_id, key_hash, made_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (performer_id) DO UPDATE SET key_hash = excluded.key_hash, made_at = excluded.made_at, used_at = 0`,
		performerID, hash, db.Millis(now))
	return err
}

// UseStreamKey returns whose key it is, and notes that it was used.
func UseStreamKey(ctx context.Context, tx *db.Tx, hash string, now time.Time) (performerID string, err error) {
	return db.One(ctx, tx, db.String, `
		UPDATE show_stream_keys SET used_at = $2 WHERE key_hash = $1 RETURNING performer_id`, hash, db.Millis(now))
}

type streamKey struct{ Made, Used time.Time }

func scanStreamKey(r db.Row) (k streamKey, err error) {
	var made, used int64
	err = r.Scan(&made, &used)
	k.Made, k.Used = db.Time(made), db.Time(used)
	return k, err
}

// SelectStreamKey is when the performer's key was made and used, or db.ErrNone.
func SelectStreamKey(ctx context.Context, tx *db.Tx, performerID string) (streamKey, error) {
	return db.One(ctx, tx, scanStreamKey, `
		SELECT made_at, used_at FROM show_stream_keys WHERE performer_id = $1`, performerID)
}

// UseToken notes that a token was used; false when it had been.
func UseToken(ctx context.Context, tx *db.Tx, hash string, now, expires time.Time) (bool, error) {
	rows, err := db.Exec(ctx, tx, `
		INSERT INTO show_tokens (token_hash, used_at, expires_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (token_hash) DO NOTHING`, hash, db.Millis(now), db.Millis(expires))
	return rows == 1, err
}

// DeleteTokens forgets used tokens that expired before an instant, and says how many.
func DeleteTokens(ctx context.Context, tx *db.Tx, expired time.Time) (int64, error) {
	return db.Exec(ctx, tx, `DELETE FROM show_tokens WHERE expires_at < $1`, db.Millis(expired))
}
