package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// ErrNone is the answer of One when no row fits.
var ErrNone = sql.ErrNoRows

// Tx is a transaction that somebody else opened and will commit.
type Tx struct {
	raw     *sql.Tx
	dialect Dialect
	after   []func()
}

func (d *DB) tx(raw *sql.Tx) *Tx { return &Tx{raw: raw, dialect: d.dialect} }

// AfterCommit runs fn once the transaction is durable, and never when it is
// rolled back. fn must be quick and must not fail: it wakes a worker or drops a
// cache, it carries no promise.
func (t *Tx) AfterCommit(fn func()) { t.after = append(t.after, fn) }

func (t *Tx) committed() {
	for _, fn := range t.after {
		fn()
	}
}

// Row is one line of an answer.
type Row interface{ Scan(into ...any) error }

// All returns every row of a query as scan reads it.
func All[T any](ctx context.Context, tx *Tx, scan func(Row) (T, error), query string, args ...any) (list []T, err error) {
	rows, err := tx.raw.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	list = []T{} // an empty list is a list on the wire, not null
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, rows.Err()
}

// One returns the only row of a query, or ErrNone.
func One[T any](ctx context.Context, tx *Tx, scan func(Row) (T, error), query string, args ...any) (T, error) {
	return scan(tx.raw.QueryRowContext(ctx, query, args...))
}

// Exec runs a statement and returns how many rows it touched.
func Exec(ctx context.Context, tx *Tx, statement string, args ...any) (int64, error) {
	done, err := tx.raw.ExecContext(ctx, statement, args...)
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

// Int, Int64, String and Bool read a row of one column.
func Int(r Row) (n int, err error)       { return n, r.Scan(&n) }
func Int64(r Row) (n int64, err error)   { return n, r.Scan(&n) }
func String(r Row) (s string, err error) { return s, r.Scan(&s) }
func Bool(r Row) (b bool, err error)     { return b, r.Scan(&b) }

// Millis is how an instant is stored: Unix milliseconds, 0 for no instant.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Time is an instant read back, in UTC.
func Time(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// In makes the list of an IN clause: the placeholders from $first on, and their
// values. An empty list matches nothing.
func In[T any](first int, values []T) (clause string, args []any) {
	if len(values) == 0 {
		return "(NULL)", nil
	}
	for i, v := range values {
		if i > 0 {
			clause += ", "
		}
		clause += fmt.Sprintf("$%d", first+i)
		args = append(args, v)
	}
	return "(" + clause + ")", args
}
