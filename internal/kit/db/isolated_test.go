package db_test

import (
	"context"
	"errors"
	"testing"

	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// What fails inside is undone, a refused statement included, and the rest of the
// transaction stands.
func TestIsolatedFailure(t *testing.T) {
	d := testkit.DB(t)
	testkit.Exec(t, d, `CREATE TABLE isolated_notes (who TEXT NOT NULL PRIMARY KEY)`)
	note := func(ctx context.Context, tx *db.Tx, who string) error {
		_, err := db.Exec(ctx, tx, `INSERT INTO isolated_notes (who) VALUES ($1)`, who)
		return err
	}
	errNo := errors.New("no")
	ran := 0
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if err := note(ctx, tx, "ann"); err != nil {
			return err
		}
		for name, inside := range map[string]func(context.Context, *db.Tx) error{
			"an error": func(ctx context.Context, tx *db.Tx) error {
				tx.AfterCommit(func() { ran++ })
				return errors.Join(note(ctx, tx, "bob"), errNo)
			},
			"a refused statement": func(ctx context.Context, tx *db.Tx) error {
				return errors.Join(note(ctx, tx, "ben"), note(ctx, tx, "ann"))
			},
			"a refused statement that nobody waited for": func(ctx context.Context, tx *db.Tx) error {
				return db.Later(ctx, tx, func(err error) error { return err }, `INSERT INTO isolated_notes (who) VALUES ($1)`, "ann")
			},
			"one that was never sent": func(ctx context.Context, tx *db.Tx) error {
				err := db.Later(ctx, tx, func(err error) error { return err }, `INSERT INTO isolated_notes (who) VALUES ($1)`, "cleo")
				return errors.Join(err, errNo)
			},
			"a panic": func(ctx context.Context, tx *db.Tx) error {
				if err := note(ctx, tx, "dan"); err != nil {
					return err
				}
				panic("no")
			},
		} {
			if err := db.Isolated(ctx, tx, inside); err == nil {
				t.Errorf("%s: no failure", name)
			}
		}
		if err := db.Isolated(ctx, tx, func(ctx context.Context, tx *db.Tx) error {
			tx.AfterCommit(func() { ran += 10 })
			return note(ctx, tx, "eve")
		}); err != nil {
			return err
		}
		return note(ctx, tx, "fay")
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := testkit.Int(t, d, `SELECT COUNT(*) FROM isolated_notes WHERE who IN ('ann', 'eve', 'fay')`); n != 3 {
		t.Errorf("%d of 3 notes are there", n)
	}
	if n := testkit.Int(t, d, `SELECT COUNT(*) FROM isolated_notes`); n != 3 {
		t.Errorf("%d notes, want 3", n)
	}
	if ran != 10 {
		t.Errorf("after the commit ran %d, want 10: what was undone leaves nothing", ran)
	}
}
