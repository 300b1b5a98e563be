package show

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

const columns = `id, performer_id, conversation_id, type, status, title, epoch, publisher,
	started_at, live_at, lost_at, ended_at, end_reason, viewers, most_viewers, snapshot`

func scanShow(r db.Row) (s Show, err error) {
	var started, live, lost, ended int64
	err = r.Scan(&s.ID, &s.PerformerID, &s.ConversationID, &s.Type, &s.Status, &s.Title, &s.Epoch, &s.Publisher,
		&started, &live, &lost, &ended, &s.EndReason, &s.Viewers, &s.MostViewers, &s.Snapshot)
	s.StartedAt, s.LiveAt, s.LostAt, s.EndedAt = db.Time(started), db.Time(live), db.Time(lost), db.Time(ended)
	return s, err
}

func insertShow(ctx context.Context, tx *db.Tx, s Show) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO shows (id, performer_id, conversation_id, type, status, title, epoch, publisher, started_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		s.ID, s.PerformerID, s.ConversationID, s.Type, s.Status, s.Title, s.Epoch, s.Publisher, db.Millis(s.StartedAt))
	if err != nil {
		return fmt.Errorf("insert show: %w", err)
	}
	return nil
}

func selectShow(ctx context.Context, tx *db.Tx, id string) (Show, error) {
	return db.One(ctx, tx, scanShow, `SELECT `+columns+` FROM shows WHERE id = $1`, id)
}

func selectOpen(ctx context.Context, tx *db.Tx, performerID string) (Show, error) {
	return db.One(ctx, tx, scanShow, `
		SELECT `+columns+`
		FROM shows
		WHERE performer_id = $1 AND ended_at = 0`, performerID)
}

func selectAllOpen(ctx context.Context, tx *db.Tx) ([]Show, error) {
	return db.All(ctx, tx, scanShow, `
		SELECT `+columns+`
		FROM shows
		WHERE ended_at = 0
		ORDER BY started_at, id DESC`)
}

func updatePublisher(ctx context.Context, tx *db.Tx, s Show) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE shows SET publisher = $2, title = $3 WHERE id = $1`, s.ID, s.Publisher, s.Title)
	return err
}

func updateStatus(ctx context.Context, tx *db.Tx, s Show) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE shows SET status = $2, live_at = $3, lost_at = $4 WHERE id = $1`,
		s.ID, s.Status, db.Millis(s.LiveAt), db.Millis(s.LostAt))
	return err
}

func updateEnded(ctx context.Context, tx *db.Tx, s Show) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE shows SET status = $2, ended_at = $3, end_reason = $4, viewers = 0 WHERE id = $1`,
		s.ID, s.Status, db.Millis(s.EndedAt), s.EndReason)
	return err
}

func updateViewers(ctx context.Context, tx *db.Tx, id string, viewers int) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE shows
		SET viewers = $2, most_viewers = CASE WHEN most_viewers > $2 THEN most_viewers ELSE $2 END
		WHERE id = $1 AND ended_at = 0`, id, viewers)
	return err
}

// updateSnapshot returns how many watch, for the card that shows both.
func updateSnapshot(ctx context.Context, tx *db.Tx, id, snapshot string) (viewers int, err error) {
	return db.One(ctx, tx, db.Int, `
		UPDATE shows SET snapshot = $2 WHERE id = $1 AND ended_at = 0 RETURNING viewers`, id, snapshot)
}

// leased reports whether the node holds the show at least until.
func leased(ctx context.Context, tx *db.Tx, id, node string, until time.Time) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM shows WHERE id = $1 AND watched_by = $2 AND watched_until >= $3`,
		id, node, db.Millis(until))
	return n == 1, err
}

func takeLease(ctx context.Context, tx *db.Tx, id, node string, now, until time.Time) (bool, error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE shows
		SET watched_by = $2, watched_until = $4
		WHERE id = $1 AND ended_at = 0 AND (watched_by = $2 OR watched_until < $3)`,
		id, node, db.Millis(now), db.Millis(until))
	return rows == 1, err
}

func upsertStreamKey(ctx context.Context, tx *db.Tx, performerID, hash string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO show_stream_keys (performer_id, key_hash, made_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (performer_id) DO UPDATE SET key_hash = excluded.key_hash, made_at = excluded.made_at, used_at = 0`,
		performerID, hash, db.Millis(now))
	return err
}

// useStreamKey returns whose key it is, and notes that it was used.
func useStreamKey(ctx context.Context, tx *db.Tx, hash string, now time.Time) (performerID string, err error) {
	return db.One(ctx, tx, db.String, `
		UPDATE show_stream_keys SET used_at = $2 WHERE key_hash = $1 RETURNING performer_id`, hash, db.Millis(now))
}

type streamKey struct{ made, used time.Time }

func scanStreamKey(r db.Row) (k streamKey, err error) {
	var made, used int64
	err = r.Scan(&made, &used)
	k.made, k.used = db.Time(made), db.Time(used)
	return k, err
}

func selectStreamKey(ctx context.Context, tx *db.Tx, performerID string) (streamKey, error) {
	return db.One(ctx, tx, scanStreamKey, `
		SELECT made_at, used_at FROM show_stream_keys WHERE performer_id = $1`, performerID)
}
