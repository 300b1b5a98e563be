// Package testkit is what tests stand on: a real, freshly migrated database, a
// clock that stands still, scenarios through the real router, people with names.
package testkit

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"sync"
	"testing"

	"limelight/internal/kit/db"
	"limelight/migrations"
)

// Address is where a fresh, empty database is: a SQLite file, or, when
// TEST_DATABASE_URL names a PostgreSQL server, a database of its own there. The
// whole suite runs once on each.
func Address(t testing.TB) string {
	t.Helper()
	if server := os.Getenv("TEST_DATABASE_URL"); server != "" {
		return database(t, server, "template1")
	}
	return filepath.Join(t.TempDir(), "limelight.db")
}

// Migrated is where a fresh database of the newest version is.
func Migrated(t testing.TB) string {
	t.Helper()
	if server := os.Getenv("TEST_DATABASE_URL"); server != "" {
		return lend(t, server)
	}
	where := Address(t)
	if err := os.WriteFile(where, migratedFile(t), 0o600); err != nil {
		t.Fatal(err)
	}
	return where
}

// DB is a fresh migrated database.
func DB(t testing.TB) *db.DB {
	t.Helper()
	return Open(t, Migrated(t))
}

// migrated is an empty SQLite database of the newest version, made once: with
// the race detector the migrations take longer than most tests.
var migrated struct {
	once sync.Once
	file []byte
}

func migratedFile(t testing.TB) []byte {
	t.Helper()
	migrated.once.Do(func() {
		where := filepath.Join(t.TempDir(), "migrated.db")
		migrate(t, where)
		file, err := os.ReadFile(where)
		if err != nil {
			t.Fatal(err)
		}
		migrated.file = file
	})
	if migrated.file == nil {
		t.Fatal("the migrations failed in another test")
	}
	return migrated.file
}

// migrate leaves all of it in the one file, or in the database, and nobody there.
func migrate(t testing.TB, where string) {
	t.Helper()
	d, err := db.Open(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.Migrate(t.Context(), migrations.Files)
	if err := errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
}

// Open opens a database until the test ends.
func Open(t testing.TB, where string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("close the database: %v", err)
		}
	})
	return d
}

// CopyOf is another database with all that is in one, which nobody uses now.
func CopyOf(t testing.TB, where string) string {
	t.Helper()
	if server := os.Getenv("TEST_DATABASE_URL"); server != "" {
		address, err := url.Parse(where)
		if err != nil {
			t.Fatal(err)
		}
		name := path.Base(address.Path)
		on(t, server, func(ctx context.Context, c *sql.Conn) error { // the lender's own connection, which it opens again
			_, err := c.ExecContext(ctx, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, name)
			return err
		})
		return database(t, server, name)
	}
	content, err := os.ReadFile(where)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "limelight.db")
	if err := os.WriteFile(copied, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return copied
}
