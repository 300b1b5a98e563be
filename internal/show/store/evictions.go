package store

import (
	"context"
	"time"

	"limelight/internal/kit/db"
)

// Eviction is an identity that must leave a media room; without one it is everybody.
type Eviction struct {
	Room, Identity string
	Until          time.Time
}

func scanEviction(r db.Row) (e Eviction, err error) {
	var until int64
	err = r.Scan(&e.Room, &e.Identity, &until)
	e.Until = db.Time(until)
	return e, err
}

// InsertEviction writes an eviction; a second one of the same identity moves its end.
func InsertEviction(ctx context.Context, tx *db.Tx, e Eviction) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO show_evictions (room, identity, until)
		VALUES ($1, $2, $3)
		ON CONFLICT (room, identity) DO UPDATE SET until = excluded.until`, e.Room, e.Identity, db.Millis(e.Until))
	return err
}

// SelectEvictions are those that wait.
func SelectEvictions(ctx context.Context, tx *db.Tx) ([]Eviction, error) {
	return db.All(ctx, tx, scanEviction, `
		SELECT room, identity, until FROM show_evictions ORDER BY room, identity`)
}

// DeleteEviction forgets one that was made.
func DeleteEviction(ctx context.Context, tx *db.Tx, e Eviction) error {
	_, err := db.Exec(ctx, tx, `
		DELETE FROM show_evictions WHERE room = $1 AND identity = $2`, e.Room, e.Identity)
	return err
}

// Cut is a right to watch that has ended. It is written in the transaction that
// ends it, and stays until every connection was looked at.
type Cut struct {
	ID          string
	AccountID   string // whose logins have ended
	SessionID   string // the one that did; empty: all of them
	PerformerID string // whose admissions have changed, instead of an account
}

func scanCut(r db.Row) (c Cut, err error) {
	return c, r.Scan(&c.ID, &c.AccountID, &c.SessionID, &c.PerformerID)
}

// InsertCut writes a right that has ended.
func InsertCut(ctx context.Context, tx *db.Tx, c Cut) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO show_cuts (id, account_id, session_id, performer_id)
		VALUES ($1, $2, $3, $4)`, c.ID, c.AccountID, c.SessionID, c.PerformerID)
	return err
}

// SelectCuts are those that wait, the oldest first.
func SelectCuts(ctx context.Context, tx *db.Tx) ([]Cut, error) {
	return db.All(ctx, tx, scanCut, `
		SELECT id, account_id, session_id, performer_id FROM show_cuts ORDER BY id`)
}

// DeleteCut forgets one whose connections were closed.
func DeleteCut(ctx context.Context, tx *db.Tx, cutID string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM show_cuts WHERE id = $1`, cutID)
	return err
}
