package db

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
)

// The writer keeps the statements it has met, no more than fit on its shelf, and
// a statement that it parsed does the same as before, also after the schema has
// changed.
func TestLibrary(t *testing.T) {
	d, err := Open(t.Context(), filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	write := func(statement string, args ...any) {
		t.Helper()
		err := d.Write(t.Context(), func(ctx context.Context, tx *Tx) error {
			_, err := Exec(ctx, tx, statement, args...)
			return err
		})
		if err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	write(`CREATE TABLE notes (n INTEGER PRIMARY KEY, text TEXT)`)
	const insert = `INSERT INTO notes (text) VALUES ($1)`
	for range 3 {
		write(insert, "hello")
	}
	if d.group.stmts.parsed[insert] == nil {
		t.Error("a statement that was met three times is not kept")
	}
	write(`ALTER TABLE notes ADD COLUMN more TEXT DEFAULT 'yes'`)
	write(insert, "again")
	for i := range 2 * maxStmts {
		write(fmt.Sprintf(`UPDATE notes SET text = $1 WHERE n = %d`, i), "bye")
		if kept := len(d.group.stmts.parsed); kept > maxStmts {
			t.Fatalf("%d statements are kept, more than %d", kept, maxStmts)
		}
	}
	if err := d.Write(t.Context(), func(ctx context.Context, tx *Tx) error {
		_, err := Exec(ctx, tx, `no statement at all`)
		return err
	}); err == nil {
		t.Error("nonsense was run")
	}
	write(insert, "last")
	err = d.Read(t.Context(), func(ctx context.Context, tx *Tx) error {
		n, err := One(ctx, tx, Int, `SELECT COUNT(*) FROM notes WHERE more = 'yes'`)
		if n != 5 {
			t.Errorf("%d notes, want 5", n)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
