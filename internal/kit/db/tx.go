package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// ErrNone is the answer of One when no row fits.
var ErrNone = sql.ErrNoRows

// Tx is a transaction that somebody else opened and will commit.
type Tx struct {
	session session
	dialect Dialect
	counts  *counts
	after   []func()
}

func (d *DB) tx(s session) *Tx { return &Tx{session: s, dialect: d.dialect, counts: d.counts} }

// AfterCommit runs fn once the transaction is durable, and never when it is
// rolled back. fn must be quick and must not fail: it wakes a worker or drops a
// cache, it carries no promise.
func (t *Tx) AfterCommit(fn func()) { t.after = append(t.after, fn) }

// Alone reports that nobody else writes before this transaction ends, as on SQLite:
// what a write has read stays true, and need not be asked again.
func (t *Tx) Alone() bool { return t.dialect == SQLite }

func (t *Tx) committed() {
	for _, fn := range t.after {
		fn()
	}
}

// Row is one line of an answer.
type Row interface{ Scan(into ...any) error }

// All returns every row of a query as scan reads it.
func All[T any](ctx context.Context, tx *Tx, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	tx.counts.statements.Inc()
	list := []T{} // an empty list is a list on the wire, not null
	err := tx.session.query(ctx, func(found rows) error {
		for found.Next() {
			one, err := scan(found)
			if err != nil {
				return err
			}
			list = append(list, one)
		}
		return found.Err()
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return list, nil
}

// Set is the rows of a query with one column of text.
func Set(ctx context.Context, tx *Tx, query string, args ...any) (map[string]bool, error) {
	list, err := All(ctx, tx, String, query, args...)
	if err != nil {
		return nil, err
	}
	set := make(map[string]bool, len(list))
	for _, one := range list {
		set[one] = true
	}
	return set, nil
}

// One returns the only row of a query, or ErrNone.
func One[T any](ctx context.Context, tx *Tx, scan func(Row) (T, error), query string, args ...any) (one T, err error) {
	tx.counts.statements.Inc()
	err = tx.session.query(ctx, func(found rows) (err error) {
		if !found.Next() {
			return cmp.Or(found.Err(), ErrNone)
		}
		one, err = scan(found)
		return err
	}, query, args...)
	return one, err
}

// Maybe returns the only row of a query, and false when there is none.
func Maybe[T any](ctx context.Context, tx *Tx, scan func(Row) (T, error), query string, args ...any) (one T, found bool, err error) {
	one, err = One(ctx, tx, scan, query, args...)
	if errors.Is(err, ErrNone) {
		var none T
		return none, false, nil
	}
	return one, err == nil, err
}

// Exec runs a statement and returns how many rows it touched.
func Exec(ctx context.Context, tx *Tx, statement string, args ...any) (int64, error) {
	tx.counts.statements.Inc()
	return tx.session.exec(ctx, statement, args...)
}

// Later runs a statement whose answer its caller does not need: the next
// statement of the transaction sees what it did. PostgreSQL gets it together with
// that one, or with the COMMIT, and so its failure may be the answer to that;
// refusal then says what it means. Write fails with it in any case.
func Later(ctx context.Context, tx *Tx, refusal func(error) error, statement string, args ...any) error {
	tx.counts.statements.Inc()
	return tx.session.deferred(ctx, refusal, statement, args...)
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
	places := []byte("(")
	for i, v := range values {
		if i > 0 {
			places = append(places, ", "...)
		}
		places = strconv.AppendInt(append(places, '$'), int64(first+i), 10)
		args = append(args, v)
	}
	return string(append(places, ')')), args
}

// Lock waits until no other transaction holds the same name, and holds it until
// this one ends. What is read after it is not changed by others who lock the same
// name. Names are of the schema. SQLite has one writer and needs no lock.
func Lock(ctx context.Context, tx *Tx, name string) error {
	if tx.dialect != Postgres {
		return nil
	}
	if _, err := One(ctx, tx, String, `SELECT CAST(pg_advisory_xact_lock(hashtextextended(current_schema() || ' ' || $1, 0)) AS TEXT)`, name); err != nil {
		return fmt.Errorf("lock %s: %w", name, err)
	}
	return nil
}
