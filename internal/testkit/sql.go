package testkit

import (
	"context"
	"strings"
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

// Plan is how the engine means to answer a query, in its own words.
func Plan(t testing.TB, d *db.DB, query string, args ...any) string {
	t.Helper()
	explain, scan := `EXPLAIN QUERY PLAN `, func(r db.Row) (line string, err error) {
		var a, b, c int
		return line, r.Scan(&a, &b, &c, &line)
	}
	if d.Dialect() == db.Postgres {
		explain, scan = `EXPLAIN `, db.String
	}
	var lines []string
	err := d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		if d.Dialect() == db.Postgres { // it rightly reads a small table whole when it may
			if _, err := db.Exec(ctx, tx, `SET LOCAL enable_seqscan = off`); err != nil {
				return err
			}
		}
		lines, err = db.All(ctx, tx, scan, explain+query, args...)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return strings.Join(lines, "\n")
}
