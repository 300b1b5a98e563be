package testkit

import (
	"context"
	"testing"

	"limelight/internal/kit/db"
)

// Exec runs a statement and fails the test when it is refused. It serves set-up
// and clean-up; what a test proves goes through the front door.
func Exec(t testing.TB, d *db.DB, statement string, args ...any) {
	t.Helper()
	if err := TryExec(d, statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// TryExec runs a statement and returns what the database said.
func TryExec(d *db.DB, statement string, args ...any) error {
	return d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, statement, args...)
		return err
	})
}

// Int reads one number.
func Int(t testing.TB, d *db.DB, query string, args ...any) int64 {
	t.Helper()
	var n int64
	err := d.Read(context.Background(), func(ctx context.Context, tx *db.Tx) (err error) {
		n, err = db.One(ctx, tx, db.Int64, query, args...)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}
