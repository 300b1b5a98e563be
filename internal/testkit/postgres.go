package testkit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"io/fs"
	"net/url"
	"os/exec"
	"testing"
	"time"

	"limelight/internal/kit/id"
	"limelight/migrations"
)

// database makes one on the server as a copy of another, until the test ends,
// and returns its address. Tests that were killed may still hang on to it.
func database(t testing.TB, server, template string) string {
	t.Helper()
	name := "t_" + id.New(time.Now())
	on(t, server, func(ctx context.Context, c *sql.Conn) error { return copied(ctx, c, name, template) })
	t.Cleanup(func() {
		on(t, server, func(ctx context.Context, c *sql.Conn) error {
			_, err := c.ExecContext(ctx, "DROP DATABASE "+name+" WITH (FORCE)")
			return err
		})
	})
	return named(t, server, name)
}

// copied makes a database. Its files are copied as they are: written through the
// log it takes twice as long.
func copied(ctx context.Context, c *sql.Conn, name, template string) error {
	_, err := c.ExecContext(ctx, "CREATE DATABASE "+name+" TEMPLATE "+template+" STRATEGY FILE_COPY")
	return err
}

// template names a migrated database on the server for copies to be made of: a
// copy takes a tenth of the time that the migrations do. The first test that
// needs it makes it, for all processes.
func template(ctx context.Context, t testing.TB, c *sql.Conn, server string) (string, error) {
	t.Helper()
	name := "limelight_" + version(t)
	const lock = 7316001 // any number that nobody else takes
	if _, err := c.ExecContext(ctx, "SELECT pg_advisory_lock($1)", lock); err != nil {
		return "", err
	}
	defer c.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", lock)
	var finished bool
	err := c.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1 AND datistemplate)", name).Scan(&finished)
	if err != nil || finished {
		return name, err
	}
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + name, "CREATE DATABASE " + name} {
		if _, err := c.ExecContext(ctx, statement); err != nil {
			return "", err
		}
	}
	migrate(t, named(t, server, name))
	on(t, named(t, server, name), func(ctx context.Context, c *sql.Conn) error {
		_, err := c.ExecContext(ctx, pristine)
		return err
	})
	_, err = c.ExecContext(ctx, "ALTER DATABASE "+name+" IS_TEMPLATE true")
	return name, err
}

// version tells two sets of migrations apart.
func version(t testing.TB) string {
	t.Helper()
	all := sha256.New()
	err := fs.WalkDir(migrations.Files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(migrations.Files, path)
		fmt.Fprintf(all, "%s %d %s", path, len(content), content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	all.Write([]byte(pristine))
	return fmt.Sprintf("%x", all.Sum(nil)[:6])
}

// on does something on a connection of its own, which also ends its locks.
func on(t testing.TB, server string, do func(context.Context, *sql.Conn) error) {
	t.Helper()
	ctx := context.Background() // a test's own has ended when it cleans up
	pool, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	c, err := pool.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := do(ctx, c); err != nil {
		t.Fatal(err)
	}
}

// named is the address of another database of the server.
func named(t testing.TB, server, name string) string {
	t.Helper()
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	address.Path = "/" + name
	return address.String()
}

// Restored is the address of a database that has what a dump of pg_dump has, until the test
// ends. It needs psql.
func Restored(t testing.TB, server string, dump []byte) string {
	t.Helper()
	address := database(t, server, "template0")
	restore := exec.Command("psql", "-q", "-v", "ON_ERROR_STOP=1", address)
	restore.Stdin = bytes.NewReader(dump)
	if said, err := restore.CombinedOutput(); err != nil {
		t.Fatalf("psql: %v: %s", err, said)
	}
	return address
}
