// Package testkit is what tests stand on: a real, freshly migrated database, a
// clock that stands still, scenarios through the real router, people with names.
package testkit

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/migrations"
)

// Address is where a fresh, empty database is. It is a SQLite file, or, when
// TEST_DATABASE_URL names a PostgreSQL server, a schema of its own there; the
// whole suite runs once on each.
func Address(t testing.TB) string {
	t.Helper()
	if server := os.Getenv("TEST_DATABASE_URL"); server != "" {
		return schema(t, server)
	}
	return filepath.Join(t.TempDir(), "limelight.db")
}

// DB is a fresh migrated database.
func DB(t testing.TB) *db.DB {
	t.Helper()
	where := Address(t)
	if os.Getenv("TEST_DATABASE_URL") == "" {
		if err := os.WriteFile(where, migratedFile(t), 0o600); err != nil {
			t.Fatal(err)
		}
		return Open(t, where)
	}
	return migrate(t, where)
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
		if err := migrate(t, where).Close(); err != nil { // which leaves all of it in the one file
			t.Fatal(err)
		}
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

func migrate(t testing.TB, where string) *db.DB {
	t.Helper()
	d := Open(t, where)
	if _, err := d.Migrate(t.Context(), migrations.Files); err != nil {
		t.Fatal(err)
	}
	return d
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

// schema makes an empty schema on the server and returns an address that lives
// in it.
func schema(t testing.TB, server string) string {
	t.Helper()
	name := "t_" + id.New(time.Now())
	admin, err := db.Open(t.Context(), server)
	if err != nil {
		t.Fatal(err)
	}
	Exec(t, admin, "CREATE SCHEMA "+name)
	t.Cleanup(func() {
		Exec(t, admin, "DROP SCHEMA "+name+" CASCADE")
		if err := admin.Close(); err != nil {
			t.Error(err)
		}
	})
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	q := address.Query()
	q.Set("search_path", fmt.Sprintf("%s,public", name))
	address.RawQuery = q.Encode()
	return address.String()
}
