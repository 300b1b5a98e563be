// Package idempotency makes a command happen once, however often it is sent: a double
// click, a retry after a lost answer, two tabs.
//
// The key and the answer are stored in the transaction of the command itself, so
// that the answer exists exactly when what it tells of does.
package idempotency

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
)

// Keep is how long a key is remembered.
const Keep = 48 * time.Hour

// maxKey is the largest key, in bytes.
const maxKey = 200

var (
	// ErrOtherBody is the answer to a key that was used for something else.
	ErrOtherBody = fault.New(fault.Conflict, "This Idempotency-Key was already used with another body.")
	// ErrBadKey is the answer to a key that is too long or no readable text, which
	// PostgreSQL would not store.
	ErrBadKey = fault.New(fault.Malformed, "The Idempotency-Key must be at most %d readable characters.", maxKey)
)

// Once runs do in the caller's transaction unless scope has seen key before; then
// it returns the stored answer. The scope is the caller and the call, so that
// nobody meets another's keys. An empty key always runs. The same key with
// another body is refused with ErrOtherBody, an
// impossible key with ErrBadKey.
func Once[In, Out any](ctx context.Context, tx *db.Tx, scope, key string, body In, now time.Time, do func() (Out, error)) (out Out, err error) {
	if key == "" {
		return do()
	}
	if len(key) > maxKey || strings.ContainsFunc(key, unreadable) {
		return out, ErrBadKey
	}
	text, err := json.Marshal(body)
	if err != nil {
		return out, fmt.Errorf("hash the body of %s: %w", scope, err)
	}
	hash := id.Hash(string(text))
	fresh, err := claim(ctx, tx, scope, key, hash, now)
	if err != nil {
		return out, err
	}
	if !fresh {
		return recall[Out](ctx, tx, scope, key, hash)
	}
	if out, err = do(); err != nil {
		return out, err
	}
	answer, err := json.Marshal(out)
	if err != nil {
		return out, fmt.Errorf("keep the answer of %s: %w", scope, err)
	}
	return out, keep(ctx, tx, scope, key, hash, string(answer), now)
}

// Write is Once in a transaction of its own.
func Write[In, Out any](ctx context.Context, d *db.DB, scope, key string, body In, now func() time.Time, do func(context.Context, *db.Tx) (Out, error)) (out Out, err error) {
	err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		out, err = Once(ctx, tx, scope, key, body, now(), func() (Out, error) { return do(ctx, tx) })
		return err
	})
	if err != nil {
		return *new(Out), err
	}
	return out, nil
}

// unreadable reports what is not printable ASCII; a broken byte reads as such.
func unreadable(r rune) bool { return r < ' ' || r > '~' }

// claim inserts the key; it waits for another transaction that is inserting it.
// Where there is no other one it looks only: keep writes key and answer at once.
func claim(ctx context.Context, tx *db.Tx, scope, key, hash string, now time.Time) (fresh bool, err error) {
	if tx.Alone() {
		n, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM idem_answers WHERE scope = $1 AND key = $2`, scope, key)
		return n == 0, err
	}
	rows, err := db.Exec(ctx, tx, `
		INSERT INTO idem_answers (scope, key, body_hash, created_at)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (scope, key) DO NOTHING`,
		scope, key, hash, db.Millis(now))
	return rows == 1, err
}

type stored struct{ hash, answer string }

func scanStored(r db.Row) (s stored, err error) { return s, r.Scan(&s.hash, &s.answer) }

func recall[Out any](ctx context.Context, tx *db.Tx, scope, key, hash string) (out Out, err error) {
	s, err := db.One(ctx, tx, scanStored, `
		SELECT body_hash, answer FROM idem_answers WHERE scope = $1 AND key = $2`, scope, key)
	if err != nil {
		return out, fmt.Errorf("recall the answer of %s: %w", scope, err)
	}
	if s.hash != hash {
		return out, ErrOtherBody
	}
	return out, json.Unmarshal([]byte(s.answer), &out)
}

func keep(ctx context.Context, tx *db.Tx, scope, key, hash, answer string, now time.Time) error {
	failed := func(err error) error { return fmt.Errorf("keep the answer of %s: %w", scope, err) }
	if tx.Alone() {
		return db.Later(ctx, tx, failed, `
			INSERT INTO idem_answers (scope, key, body_hash, answer, created_at)
			VALUES ($1, $2, $3, $4, $5)`, scope, key, hash, answer, db.Millis(now))
	}
	return db.Later(ctx, tx, failed, `
		UPDATE idem_answers SET answer = $3 WHERE scope = $1 AND key = $2`, scope, key, answer)
}

// Forget drops keys older than Keep, and says how many.
func Forget(ctx context.Context, tx *db.Tx, now time.Time) (int64, error) {
	return db.Exec(ctx, tx, `DELETE FROM idem_answers WHERE created_at < $1`, db.Millis(now.Add(-Keep)))
}
