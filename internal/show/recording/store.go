package recording

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// recordingRows is how a recording is stored, but for its end and its length.
var (
	candidateRows = db.StructOf[candidate]()
	recordingRows = db.StructOf[Recording]()
)

// selectWatched returns the shows on air that the node watches.
func selectWatched(ctx context.Context, tx *db.Tx, node string, now time.Time) ([]candidate, error) {
	return db.All(ctx, tx, candidateRows.Scan, `
		SELECT `+candidateRows.Columns+`
		FROM shows
		WHERE ended_at = 0 AND status IN ('live', 'paused') AND watched_by = $1 AND watched_until >= $2
		ORDER BY started_at, id DESC`, node, db.Millis(now))
}

var columns = recordingRows.Columns + `, ended_at, millis,
	(SELECT COUNT(*) FROM show_recording_viewers v WHERE v.recording_id = show_recordings.id)`

func scanRecording(r db.Row) (Recording, error) {
	var ended, millis int64
	var viewers int
	rec, err := recordingRows.ScanWith(r, &ended, &millis, &viewers)
	rec.Seconds, rec.EndedAt, rec.Viewers = float64(millis)/1000, db.Time(ended), viewers
	rec.Ready = rec.indexBytes > 0
	return rec, err
}

func insertRecording(ctx context.Context, tx *db.Tx, r Recording) error {
	_, err := db.Exec(ctx, tx, recordingRows.Insert("show_recordings"), recordingRows.Args(r)...)
	if err != nil {
		return fmt.Errorf("insert recording: %w", err)
	}
	return nil
}

func insertPiece(ctx context.Context, tx *db.Tx, id string, number int, bytes int64, length time.Duration, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO show_recording_pieces (recording_id, number, bytes) VALUES ($1, $2, $3)`, id, number, bytes)
	if err != nil {
		return fmt.Errorf("insert piece of a recording: %w", err)
	}
	_, err = db.Exec(ctx, tx, `
		UPDATE show_recordings
		SET pieces = pieces + 1, bytes = bytes + $2, millis = millis + $3, touched_at = $4
		WHERE id = $1`, id, bytes, length.Milliseconds(), db.Millis(now))
	return err
}

func touchRecording(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE show_recordings SET touched_at = $2 WHERE id = $1`, id, db.Millis(now))
	return err
}

func closeRecording(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE show_recordings SET ended_at = $2, touched_at = $2 WHERE id = $1 AND ended_at = 0`, id, db.Millis(now))
	return err
}

func existsUntouched(ctx context.Context, tx *db.Tx, before time.Time) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM show_recordings WHERE ended_at = 0 AND touched_at < $1`, db.Millis(before))
	return n > 0, err
}

// closeUntouched ends the recordings of nodes that were killed when they were
// last heard of.
func closeUntouched(ctx context.Context, tx *db.Tx, before time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE show_recordings SET ended_at = touched_at WHERE ended_at = 0 AND touched_at < $1`, db.Millis(before))
	return err
}

func selectMine(ctx context.Context, tx *db.Tx, performerID string, offset, limit int) (list []Recording, total int, err error) {
	total, err = db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM show_recordings WHERE performer_id = $1`, performerID)
	if err != nil {
		return nil, 0, fmt.Errorf("count recordings: %w", err)
	}
	list, err = db.All(ctx, tx, scanRecording, `
		SELECT `+columns+`
		FROM show_recordings
		WHERE performer_id = $1
		ORDER BY started_at DESC, id DESC
		LIMIT $2 OFFSET $3`, performerID, limit, offset)
	return list, total, err
}

func selectSpace(ctx context.Context, tx *db.Tx, performerID string) (Space, error) {
	return db.One(ctx, tx, scanSpace, `
		SELECT COUNT(*), CAST(COALESCE(SUM(bytes), 0) AS BIGINT), CAST(COALESCE(SUM(millis), 0) AS BIGINT)
		FROM show_recordings
		WHERE performer_id = $1`, performerID)
}

func scanSpace(r db.Row) (used Space, err error) {
	var millis int64
	err = r.Scan(&used.Recordings, &used.Bytes, &millis)
	used.Seconds = float64(millis) / 1000
	return used, err
}

// selectOne is one of a performer's own; errNone otherwise.
func selectOne(ctx context.Context, tx *db.Tx, id, performerID string) (Recording, error) {
	r, err := selectAny(ctx, tx, id)
	if err == nil && r.performerID != performerID {
		return r, errNone
	}
	return r, err
}

func selectAny(ctx context.Context, tx *db.Tx, id string) (Recording, error) {
	r, err := db.One(ctx, tx, scanRecording, `
		SELECT `+columns+` FROM show_recordings WHERE id = $1`, id)
	if errors.Is(err, db.ErrNone) {
		return r, errNone
	}
	return r, err
}

// lockRecording keeps others from changing it until the transaction ends.
func lockRecording(ctx context.Context, tx *db.Tx, id string) error {
	_, err := db.One(ctx, tx, db.String, `SELECT id FROM show_recordings WHERE id = $1`+tx.Fragment(db.ForUpdate), id)
	if errors.Is(err, db.ErrNone) {
		return errNone
	}
	return err
}

// selectPieces are the parts of a recording's file, in order: once it is finished, its beginning first.
func selectPieces(ctx context.Context, tx *db.Tx, r Recording) ([]piece, error) {
	sizes, err := db.All(ctx, tx, db.Int64, `
		SELECT bytes FROM show_recording_pieces WHERE recording_id = $1 ORDER BY number`, r.ID)
	var list []piece
	if r.indexBytes > 0 {
		list = append(list, piece{indexKey(r.ID), r.indexBytes})
	}
	for number, size := range sizes {
		list = append(list, piece{key(r.ID, number), size})
	}
	return list, err
}

func deleteRecording(ctx context.Context, tx *db.Tx, id string) error {
	for _, of := range []string{"show_recording_viewers", "show_recording_pieces"} {
		if _, err := db.Exec(ctx, tx, `DELETE FROM `+of+` WHERE recording_id = $1`, id); err != nil {
			return err
		}
	}
	_, err := db.Exec(ctx, tx, `DELETE FROM show_recordings WHERE id = $1`, id)
	return err
}
