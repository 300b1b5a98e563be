package db_test

import (
	"context"
	"errors"
	"testing"

	"limelight/internal/kit/db"
)

var errTaken = errors.New("the purse is somebody's")

func taken(err error) error {
	if db.Unique(err, "purses", "id") {
		return errTaken
	}
	return err
}

func putLater(ctx context.Context, tx *db.Tx, id string) error {
	return db.Later(ctx, tx, taken, `INSERT INTO purses (id, owner, coins) VALUES ($1, $2, 1)`, id, "later "+id)
}

// What nobody waited for is there for the next statement, and after the commit.
func TestLater(t *testing.T) {
	d := open(t)
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, id := range []string{"a", "b"} {
			if err := putLater(ctx, tx, id); err != nil {
				return err
			}
		}
		if n, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM purses`); err != nil || n != 2 {
			t.Errorf("%d purses seen, want 2 (%v)", n, err)
		}
		return putLater(ctx, tx, "c")
	})
	if n := purses(t, d); err != nil || n != 3 {
		t.Errorf("%d purses, want 3 (%v)", n, err)
	}
}

// Its refusal is the answer to whatever is asked next, the end of the transaction
// included, in its own words; and nothing is written.
func TestLaterRefused(t *testing.T) {
	d := open(t)
	if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, "a", 1) }); err != nil {
		t.Fatal(err)
	}
	for name, next := range map[string]func(context.Context, *db.Tx) error{
		"the commit": func(context.Context, *db.Tx) error { return nil },
		"a query": func(ctx context.Context, tx *db.Tx) error {
			_, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM purses`)
			return err
		},
		"a statement": func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, "c", 1) },
		"another":     func(ctx context.Context, tx *db.Tx) error { return putLater(ctx, tx, "c") },
	} {
		told := false
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			tx.AfterCommit(func() { told = true })
			if err := put(ctx, tx, "b", 1); err != nil {
				return err
			}
			if err := putLater(ctx, tx, "a"); err != nil {
				return err
			}
			return next(ctx, tx)
		})
		if !errors.Is(err, errTaken) || told {
			t.Errorf("%s: %v, told of a commit: %t", name, err, told)
		}
	}
	if n := purses(t, d); n != 1 {
		t.Errorf("%d purses, want 1", n)
	}
}

// PostgreSQL answers the COMMIT of a failed transaction with a rollback that is no
// error. Whoever hides the failure is told so all the same.
func TestHiddenFailure(t *testing.T) {
	d := open(t)
	if d.Dialect() != db.Postgres {
		t.Skip("SQLite takes back the failed statement alone")
	}
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if err := put(ctx, tx, "a", 1); err != nil {
			return err
		}
		_, _ = db.Exec(ctx, tx, `INSERT INTO nowhere VALUES (1)`) // hidden
		return nil
	})
	if n := purses(t, d); err == nil || n != 0 {
		t.Errorf("%d purses after %v", n, err)
	}
}

// A write that asks nothing costs no transaction, and one that fails, is cancelled
// or panics leaves its connection fit for the next.
func TestConnectionsComeBack(t *testing.T) {
	d := open(t)
	for range 60 { // more than there are connections
		gone, cancel := context.WithCancel(t.Context())
		for _, broken := range []func(ctx context.Context, tx *db.Tx) error{
			func(context.Context, *db.Tx) error { return nil },
			func(context.Context, *db.Tx) error { return errTaken },
			func(ctx context.Context, tx *db.Tx) error {
				_, err := db.Exec(ctx, tx, `INSERT INTO nowhere VALUES (1)`)
				return err
			},
			func(context.Context, *db.Tx) error { panic("now") },
			func(ctx context.Context, tx *db.Tx) error {
				err := putLater(ctx, tx, "x")
				cancel()
				return errors.Join(err, errTaken)
			},
		} {
			_ = d.Write(gone, broken) // what it answers is other tests' matter
		}
		cancel()
	}
	if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, "a", 1) }); err != nil || purses(t, d) != 1 {
		t.Errorf("%v, and %d purses, want 1", err, purses(t, d))
	}
}
