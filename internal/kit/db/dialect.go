package db

import (
	"errors"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Fragment is a piece of SQL that the engines spell differently. A store asks
// for it by name and never looks at the dialect itself.
type Fragment int

// The fragments.
const (
	// SkipLocked makes a worker pass over rows that another one holds. SQLite has
	// one writer and needs no such word.
	SkipLocked Fragment = iota
	// ForUpdate locks the rows read until the transaction ends.
	ForUpdate
	// ILike is LIKE that ignores case (SQLite's LIKE does for ASCII).
	ILike
)

var fragments = map[Fragment][2]string{
	SkipLocked: {"", " FOR UPDATE SKIP LOCKED"},
	ForUpdate:  {"", " FOR UPDATE"},
	ILike:      {"LIKE", "ILIKE"},
}

// Fragment returns the engine's spelling.
func (t *Tx) Fragment(f Fragment) string {
	if t.dialect == Postgres {
		return fragments[f][1]
	}
	return fragments[f][0]
}

// Unique reports whether err says that a value of table.column is taken. The
// constraint is the one that UNIQUE or PRIMARY KEY on that column makes.
func Unique(err error, table, column string) bool {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		unique := e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY
		return unique && strings.Contains(e.Error(), table+"."+column)
	}
	e, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || e.Code != "23505" {
		return false
	}
	switch e.ConstraintName {
	case table + "_" + column + "_key", table + "_" + column:
		return true
	case table + "_pkey":
		return slices.Contains(keyColumns(e.Detail), column)
	}
	return false
}

// keyColumns reads the columns out of PostgreSQL's "Key (a, b)=(1, 2) already
// exists."; the name of a primary key does not have them.
func keyColumns(detail string) []string {
	_, rest, _ := strings.Cut(detail, "(")
	columns, _, _ := strings.Cut(rest, ")=")
	return strings.Split(columns, ", ")
}

// Check reports whether err is the refusal of a named CHECK constraint.
func Check(err error, constraint string) bool {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() == sqlite3.SQLITE_CONSTRAINT_CHECK && strings.Contains(e.Error(), constraint)
	}
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "23514" && e.ConstraintName == constraint
}

// Raised reports whether err is a SQLite trigger's refusal in these words. The transaction goes on; PostgreSQL's would
// have ended, and its triggers refuse as a named constraint (Check).
func Raised(err error, words string) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code() == sqlite3.SQLITE_CONSTRAINT_TRIGGER && strings.Contains(e.Error(), words)
}

// conflicted reports that a transaction may succeed when run again: PostgreSQL
// gave it up for a serialization failure or a deadlock or never heard of it, or the
// closure said so.
func conflicted(err error) bool {
	if _, ok := errors.AsType[*again](err); ok {
		return true
	}
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (e.Code == "40001" || e.Code == "40P01") || neverSent(err)
}

// Again marks an error of a Write closure that another try may not meet, because
// another transaction changed what this one had read. Write runs it again, a few
// times. It happens on PostgreSQL only: SQLite has one writer.
func Again(err error) error { return &again{err} }

type again struct{ error }

func (a *again) Unwrap() error { return a.error }
