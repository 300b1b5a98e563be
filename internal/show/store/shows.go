// Package store reads and writes the rows of shows: the shows themselves, their seats,
// offers of peeks, stream keys, used tokens, and evictions that wait. It decides nothing.
package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/show/lifecycle"
)

// showRows is how a show is stored.
var showRows = db.StructOf[lifecycle.Show]()

// InsertShow writes a new show, whose lease a node holds. When another one was opened in
// the same moment, a second try meets it.
func InsertShow(ctx context.Context, tx *db.Tx, n lifecycle.Show) error {
	_, err := db.Exec(ctx, tx, showRows.Insert("shows"), showRows.Args(n)...)
	if err != nil {
		return fmt.Errorf("insert show: %w", retryTaken(err))
	}
	return nil
}

// retryTaken asks for another try when a unique index refused what looked free: the
// other transaction is visible by then.
func retryTaken(err error) error {
	for _, index := range []string{"stage", "public", "pending", "member", "performer_id", "member_id"} {
		if db.Unique(err, "shows", index) {
			return db.Again(err)
		}
	}
	for _, index := range []string{"taken", "member", "show_id", "member_id"} {
		if db.Unique(err, "show_seats", index) {
			return db.Again(err)
		}
	}
	return err
}

// SelectShow is a show by its id, or db.ErrNone.
func SelectShow(ctx context.Context, tx *db.Tx, id string) (lifecycle.Show, error) {
	return db.One(ctx, tx, showRows.Scan, `SELECT `+showRows.Columns+` FROM shows WHERE id = $1`, id)
}

// LockShow makes changes of the same show take turns.
func LockShow(ctx context.Context, tx *db.Tx, id string) (lifecycle.Show, error) {
	return db.One(ctx, tx, showRows.Scan, `SELECT `+showRows.Columns+` FROM shows WHERE id = $1`+tx.Fragment(db.ForUpdate), id)
}

// SelectStaged is what the performer gives now.
func SelectStaged(ctx context.Context, tx *db.Tx, performerID string) (lifecycle.Show, error) {
	return db.One(ctx, tx, showRows.Scan, `
		SELECT `+showRows.Columns+`
		FROM shows
		WHERE performer_id = $1 AND status IN ('starting', 'live', 'paused')`, performerID)
}

// LockOpen is everything open of a performer: on stage, held, and asked for. A
// change of what is on stage locks it first, so that only one is accepted at once.
func LockOpen(ctx context.Context, tx *db.Tx, performerID string) ([]lifecycle.Show, error) {
	return db.All(ctx, tx, showRows.Scan, `
		SELECT `+showRows.Columns+`
		FROM shows
		WHERE performer_id = $1 AND ended_at = 0
		ORDER BY id`+tx.Fragment(db.ForUpdate), performerID)
}

// Staged is the show among the open ones that is on stage.
func Staged(open []lifecycle.Show) (lifecycle.Show, bool) {
	at := slices.IndexFunc(open, lifecycle.Show.OnStage)
	if at < 0 {
		return lifecycle.Show{}, false
	}
	return open[at], true
}

// SelectOpenOf is everything open of a performer, in the order of its opening.
func SelectOpenOf(ctx context.Context, tx *db.Tx, performerID string) ([]lifecycle.Show, error) {
	return db.All(ctx, tx, showRows.Scan, `
		SELECT `+showRows.Columns+`
		FROM shows
		WHERE performer_id = $1 AND ended_at = 0
		ORDER BY started_at, id`, performerID)
}

// SelectAllOpen are the shows that have not ended, requests among them.
func SelectAllOpen(ctx context.Context, tx *db.Tx) ([]lifecycle.Show, error) {
	return db.All(ctx, tx, showRows.Scan, `
		SELECT `+showRows.Columns+`
		FROM shows
		WHERE ended_at = 0
		ORDER BY started_at, id DESC`)
}

// SelectStagedPage are the shows on stage, the newest first, and how many there are.
func SelectStagedPage(ctx context.Context, tx *db.Tx, offset, limit int) (list []lifecycle.Show, total int, err error) {
	total, err = db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM shows WHERE ended_at = 0 AND status IN ('starting', 'live', 'paused')`)
	if err != nil {
		return nil, 0, err
	}
	list, err = db.All(ctx, tx, showRows.Scan, `
		SELECT `+showRows.Columns+`
		FROM shows
		WHERE ended_at = 0 AND status IN ('starting', 'live', 'paused')
		ORDER BY started_at DESC, id DESC
		LIMIT $1 OFFSET $2`, limit, offset)
	return list, total, err
}

// SelectWaiting are the open shows that a deadline may end without a look at
// their rooms: requests, and held ones.
func SelectWaiting(ctx context.Context, tx *db.Tx) ([]lifecycle.Show, error) {
	return db.All(ctx, tx, showRows.Scan, `
		SELECT `+showRows.Columns+`
		FROM shows
		WHERE ended_at = 0 AND status IN ('pending', 'held')
		ORDER BY started_at, id DESC`)
}

// UpdatePublisher writes who publishes, and the title.
func UpdatePublisher(ctx context.Context, tx *db.Tx, s lifecycle.Show) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE shows SET publisher = $2, title = $3 WHERE id = $1`, s.ID, s.Publisher, s.Title)
	return err
}

// UpdateStage writes where the show is in its life.
func UpdateStage(ctx context.Context, tx *db.Tx, s lifecycle.Show) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE shows
		SET status = $2, epoch = $3, publisher = $4, staged_at = $5, live_at = $6, picture_at = $7, lost_at = $8,
			away_until = $9, viewers = $10, snapshot = $11, lost_cause = $12
		WHERE id = $1`,
		s.ID, s.Status, s.Epoch, s.Publisher, db.Millis(s.StagedAt), db.Millis(s.LiveAt), db.Millis(s.PictureAt),
		db.Millis(s.LostAt), db.Millis(s.AwayUntil), s.Viewers, s.Snapshot, s.LostCause)
	return retryTaken(err)
}

// UpdateEnded writes that a show is over, and why.
func UpdateEnded(ctx context.Context, tx *db.Tx, s lifecycle.Show) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE shows
		SET status = $2, ended_at = $3, end_reason = $4, viewers = 0, picture_at = 0, away_until = 0
		WHERE id = $1`,
		s.ID, s.Status, db.Millis(s.EndedAt), s.EndReason)
	return err
}

// UpdateViewers writes how many watch, and the most that did.
func UpdateViewers(ctx context.Context, tx *db.Tx, id string, viewers int) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE shows
		SET viewers = $2, max_viewers = CASE WHEN max_viewers > $2 THEN max_viewers ELSE $2 END
		WHERE id = $1 AND ended_at = 0`, id, viewers)
	return err
}

// UpdateSnapshot returns how many watch, for the card that shows both; ErrNone
// when the epoch that was pictured is over.
func UpdateSnapshot(ctx context.Context, tx *db.Tx, s lifecycle.Show, snapshot string) (viewers int, err error) {
	return db.One(ctx, tx, db.Int, `
		UPDATE shows
		SET snapshot = $3
		WHERE id = $1 AND epoch = $2 AND status IN ('live', 'paused')
		RETURNING viewers`, s.ID, s.Epoch, snapshot)
}

// RenewLeases keeps the shows that the node holds.
func RenewLeases(ctx context.Context, tx *db.Tx, node string, now, until time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE shows SET watched_until = $3 WHERE ended_at = 0 AND watched_by = $1 AND watched_until >= $2`,
		node, db.Millis(now), db.Millis(until))
	return err
}

// SelectLastPaid is when the performer's last paid show ended, when there was no
// public one since.
func SelectLastPaid(ctx context.Context, tx *db.Tx, performerID string) (time.Time, error) {
	ms, err := db.One(ctx, tx, db.Int64, `
		SELECT CAST(COALESCE(MAX(p.ended_at), 0) AS BIGINT)
		FROM shows p
		WHERE p.performer_id = $1 AND p.type <> 'public' AND p.staged_at > 0 AND NOT EXISTS (
			SELECT 1
			FROM shows q
			WHERE q.performer_id = $1 AND q.type = 'public' AND q.staged_at > p.ended_at)`, performerID)
	return db.Time(ms), err
}

// HoldLease gives the node the lease on a show that it has put on stage, or that
// nobody holds any more.
func HoldLease(ctx context.Context, tx *db.Tx, id, node string, until time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE shows SET watched_by = $2, watched_until = $3 WHERE id = $1`, id, node, db.Millis(until))
	return err
}

// SelectPendingOf are the member's requests that wait.
func SelectPendingOf(ctx context.Context, tx *db.Tx, memberID string) ([]lifecycle.Show, error) {
	return db.All(ctx, tx, showRows.Scan, `
		SELECT `+showRows.Columns+`
		FROM shows
		WHERE member_id = $1 AND status = 'pending'
		ORDER BY id`, memberID)
}

// SelectByConversation is the paid show beside a conversation, or db.ErrNone.
func SelectByConversation(ctx context.Context, tx *db.Tx, conversationID string) (lifecycle.Show, error) {
	return db.One(ctx, tx, showRows.Scan, `
		SELECT `+showRows.Columns+`
		FROM shows
		WHERE conversation_id = $1 AND type <> 'public'`, conversationID)
}
