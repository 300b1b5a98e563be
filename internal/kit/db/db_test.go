package db_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// files is a small schema in the words that migrations are written in.
var files = fstest.MapFS{
	"0001_purses.sql": {Data: []byte(`-- +goose Up
CREATE TABLE purses (
    id     TEXT    NOT NULL PRIMARY KEY,
    owner  TEXT    NOT NULL UNIQUE,
    coins  BIGINT  NOT NULL CONSTRAINT purses_full CHECK (coins >= 0),
    open   BOOLEAN NOT NULL DEFAULT TRUE,
    within TEXT    REFERENCES purses (id) DEFERRABLE INITIALLY DEFERRED
) /*strict*/;
-- +goose Down
DROP TABLE purses;`)},
	"sqlite/0002_engine.sql":   {Data: []byte("-- +goose Up\nCREATE TABLE only_sqlite (n INTEGER);")},
	"postgres/0002_engine.sql": {Data: []byte("-- +goose Up\nCREATE TABLE only_postgres (n INTEGER);")},
}

func open(t testing.TB) *db.DB {
	t.Helper()
	d := testkit.Open(t, testkit.Address(t))
	if _, err := d.Migrate(t.Context(), files); err != nil {
		t.Fatal(err)
	}
	return d
}

// put writes a purse in the caller's transaction.
func put(ctx context.Context, tx *db.Tx, id string, coins int) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO purses (id, owner, coins) VALUES ($1, $1, $2)`, id, coins)
	return err
}

func purses(t testing.TB, d *db.DB) int64 {
	t.Helper()
	return testkit.Int(t, d, `SELECT COUNT(*) FROM purses`)
}

// A closure that ends its goroutine, as t.FailNow does, ends its caller's, leaves
// nothing behind and holds nobody up: alone, and among others that commit with it.
func TestAWriteThatEndsItsGoroutine(t *testing.T) {
	d := open(t)
	var told, returned atomic.Int64
	testkit.Together(90, func(i int) {
		err := d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
			err := put(ctx, tx, fmt.Sprint(i), 1)
			if i%3 == 0 {
				tx.AfterCommit(func() { told.Add(1) })
				runtime.Goexit()
			}
			return err
		})
		returned.Add(1)
		if err != nil {
			t.Errorf("a neighbour was told %v", err)
		}
	})
	if n := purses(t, d); n != 60 || returned.Load() != 60 || told.Load() != 0 {
		t.Errorf("%d purses are kept and %d callers went on, want 60; %d who left were told of a commit", n, returned.Load(), told.Load())
	}
	if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, "last", 1) }); err != nil {
		t.Errorf("the next write: %v", err)
	}
}

// One caller's failure, panic or cancellation does not touch its neighbours,
// although SQLite commits them together.
func TestNeighbours(t *testing.T) {
	d := open(t)
	errNo := errors.New("no")
	var told atomic.Int64
	testkit.Together(400, func(i int) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		if i%5 == 4 {
			cancel()
		}
		err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			tx.AfterCommit(func() { told.Add(1) })
			if err := put(ctx, tx, fmt.Sprint(i), 1); err != nil {
				return err
			}
			switch i % 5 {
			case 1:
				return errNo
			case 2:
				panic("oops")
			case 3:
				_, err := db.Exec(ctx, tx, `INSERT INTO purses (id, owner, coins) VALUES ($1, 'another', 1)`, fmt.Sprint(i))
				return err
			}
			return nil
		})
		wants := map[int]func() bool{
			0: func() bool { return err == nil },
			1: func() bool { return errors.Is(err, errNo) },
			2: func() bool { return err != nil && strings.Contains(err.Error(), "oops") },
			3: func() bool { return db.Unique(err, "purses", "id") },
			4: func() bool { return errors.Is(err, context.Canceled) },
		}
		if !wants[i%5]() {
			t.Errorf("caller %d was told %v", i, err)
		}
	})
	if n := purses(t, d); n != 80 {
		t.Errorf("%d purses, want the 80 of those who succeeded", n)
	}
	if told.Load() != 80 {
		t.Errorf("AfterCommit ran %d times, want 80", told.Load())
	}
}

// A caller who goes away in the middle of a write leaves all of it or nothing.
func TestCancelledInTheMiddle(t *testing.T) {
	d := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := put(ctx, tx, "a", 1); err != nil {
			return err
		}
		cancel()
		return put(ctx, tx, "b", 1)
	})
	want := int64(0)
	if err == nil {
		want = 2
	}
	if n := purses(t, d); n != want {
		t.Errorf("%d purses after %v, want %d", n, err, want)
	}
}

// A commit that the database refuses is its own caller's error: those who were
// to be committed with it are written all the same.
func TestRefusedCommit(t *testing.T) {
	d := open(t)
	testkit.Together(60, func(i int) {
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if err := put(ctx, tx, fmt.Sprint(i), 1); err != nil || i%10 != 0 {
				return err
			}
			_, err := db.Exec(ctx, tx, `UPDATE purses SET within = 'nowhere' WHERE id = $1`, fmt.Sprint(i))
			return err
		})
		if refused := i%10 == 0; refused != (err != nil) {
			t.Errorf("caller %d was told %v", i, err)
		}
	})
	if n := purses(t, d); n != 54 {
		t.Errorf("%d purses, want 54", n)
	}
}

func TestReadSeesOneMoment(t *testing.T) {
	d := open(t)
	count := func(ctx context.Context, tx *db.Tx) int {
		n, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM purses`)
		if err != nil {
			t.Error(err)
		}
		return n
	}
	err := d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		before := count(ctx, tx)
		testkit.Exec(t, d, `INSERT INTO purses (id, owner, coins) VALUES ('a', 'a', 1)`)
		if after := count(ctx, tx); after != before {
			t.Errorf("a read saw %d purses and then %d", before, after)
		}
		return nil
	})
	if err != nil || purses(t, d) != 1 {
		t.Errorf("%v, and %d purses in the end", err, purses(t, d))
	}
}

func TestReadersCannotWrite(t *testing.T) {
	d := open(t)
	err := d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, "a", 1) })
	if err == nil || purses(t, d) != 0 {
		t.Errorf("a reader wrote (%v)", err)
	}
}

func TestReadersDoNotWaitForAWriter(t *testing.T) {
	d := open(t)
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if err := put(ctx, tx, "a", 1); err != nil {
			return err
		}
		if n := purses(t, d); n != 0 { // would hang if it waited
			t.Errorf("a reader saw %d uncommitted purses", n)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestClosed(t *testing.T) {
	where := testkit.Address(t)
	d, err := db.Open(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	var underWay sync.WaitGroup
	var done atomic.Bool
	started := make(chan struct{})
	underWay.Go(func() {
		err := d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
			close(started)
			_, err := db.One(ctx, tx, db.Int, `SELECT 1`)
			return err
		})
		done.Store(err == nil)
	})
	<-started
	if err := errors.Join(d.Close(), d.Close()); err != nil {
		t.Errorf("closing, and closing again: %v", err)
	}
	underWay.Wait()
	if d.Dialect() == db.SQLite && !done.Load() {
		t.Error("a write under way was cut off")
	}
	nothing := func(context.Context, *db.Tx) error { return nil }
	if d.Write(t.Context(), nothing) == nil || d.Read(t.Context(), nothing) == nil {
		t.Error("a closed database answers")
	}
}

func TestMigrate(t *testing.T) {
	d := testkit.Open(t, testkit.Address(t))
	for _, want := range []int{2, 0} {
		if applied, err := d.Migrate(t.Context(), files); err != nil || applied != want {
			t.Errorf("applied %d migrations, want %d (%v)", applied, want, err)
		}
	}
	testkit.Exec(t, d, `INSERT INTO only_`+string(d.Dialect())+` (n) VALUES (1)`)
}

// Nodes that start together agree on who migrates.
func TestMigrateTogether(t *testing.T) {
	where := testkit.Address(t)
	if !strings.HasPrefix(where, "postgres") {
		t.Skip("a SQLite file belongs to one process")
	}
	var applied atomic.Int64
	testkit.Together(3, func(int) {
		n, err := testkit.Open(t, where).Migrate(context.Background(), files)
		if err != nil {
			t.Error(err)
		}
		applied.Add(int64(n))
	})
	if applied.Load() != 2 {
		t.Errorf("%d migrations were applied, want 2, each once", applied.Load())
	}
}

func TestBrokenMigrationSaysWhich(t *testing.T) {
	d := testkit.Open(t, testkit.Address(t))
	broken := fstest.MapFS{"0007_oops.sql": {Data: []byte("-- +goose Up\nCREATE TABEL x (n INTEGER);")}}
	if _, err := d.Migrate(t.Context(), broken); err == nil || !strings.Contains(err.Error(), "version:7") {
		t.Errorf("a broken migration: %v", err)
	}
}

// What the schema refuses is recognised on both engines.
func TestRefusals(t *testing.T) {
	d := open(t)
	testkit.Exec(t, d, `INSERT INTO purses (id, owner, coins) VALUES ('a', 'ann', 1)`)
	sameID := testkit.TryExec(d, `INSERT INTO purses (id, owner, coins) VALUES ('a', 'bob', 1)`)
	sameOwner := testkit.TryExec(d, `INSERT INTO purses (id, owner, coins) VALUES ('b', 'ann', 1)`)
	negative := testkit.TryExec(d, `UPDATE purses SET coins = coins - 2`)
	wrongType := testkit.TryExec(d, `UPDATE purses SET coins = 'many'`)
	switch {
	case !db.Unique(sameID, "purses", "id") || db.Unique(sameID, "purses", "owner"):
		t.Errorf("the same id: %v", sameID)
	case !db.Unique(sameOwner, "purses", "owner") || db.Unique(sameOwner, "purses", "id"):
		t.Errorf("the same owner: %v", sameOwner)
	case !db.Check(negative, "purses_full") || db.Check(negative, "purses_empty") || db.Check(sameID, "purses_full"):
		t.Errorf("too few coins: %v", negative)
	case wrongType == nil || db.Check(nil, "purses_full") || db.Unique(nil, "purses", "id"):
		t.Errorf("a word for a number: %v", wrongType)
	}
}

func TestRowsAndNone(t *testing.T) {
	d := open(t)
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if list, err := db.All(ctx, tx, db.String, `SELECT id FROM purses`); list == nil || len(list) != 0 || err != nil {
			t.Errorf("no rows are %v (%v), want an empty list", list, err)
		}
		if _, err := db.One(ctx, tx, db.String, `SELECT id FROM purses`); !errors.Is(err, db.ErrNone) {
			t.Errorf("no row is %v, want ErrNone", err)
		}
		if id, found, err := db.Maybe(ctx, tx, db.String, `SELECT id FROM purses`); id != "" || found || err != nil {
			t.Errorf("no row is %q, %v (%v), want none", id, found, err)
		}
		for i := range 3 {
			if err := put(ctx, tx, fmt.Sprint(i), i); err != nil {
				return err
			}
		}
		if id, found, err := db.Maybe(ctx, tx, db.String, `SELECT id FROM purses WHERE coins = 2`); id != "2" || !found || err != nil {
			t.Errorf("a row is %q, %v (%v), want 2", id, found, err)
		}
		in, args := db.In(2, []string{"0", "2", "9"})
		list, err := db.All(ctx, tx, db.Int64, `SELECT coins FROM purses WHERE coins >= $1 AND id IN `+in+` ORDER BY id`, append([]any{0}, args...)...)
		if err != nil || fmt.Sprint(list) != "[0 2]" {
			t.Errorf("found %v (%v)", list, err)
		}
		none, args := db.In(1, []string{})
		if n, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM purses WHERE id IN `+none, args...); n != 0 || err != nil {
			t.Errorf("an empty list matches %d (%v)", n, err)
		}
		open, err := db.One(ctx, tx, db.Bool, `SELECT open FROM purses WHERE id = $1`, "1")
		if rows, execErr := db.Exec(ctx, tx, `UPDATE purses SET coins = 9`+tx.Fragment(db.Fragment(-1))); rows != 3 || execErr != nil || !open {
			t.Errorf("%d rows changed (%v)", rows, execErr)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestMaybeHidesNoFailure(t *testing.T) {
	err := open(t).Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, found, err := db.Maybe(ctx, tx, db.Int, `SELECT no FROM purses`)
		if found {
			t.Error("a query that cannot be answered has found a row")
		}
		return err
	})
	if err == nil {
		t.Error("a query that cannot be answered has found nothing")
	}
}

func TestInstants(t *testing.T) {
	at := testkit.Noon.Add(123456789 * time.Nanosecond)
	if got := db.Time(db.Millis(at)); !got.Equal(at.Truncate(time.Millisecond)) || got.Location() != time.UTC {
		t.Errorf("%v came back as %v", at, got)
	}
	if db.Millis(time.Time{}) != 0 || !db.Time(0).IsZero() {
		t.Error("no instant is not kept as 0")
	}
}

// A closure that says so is run again on PostgreSQL; SQLite's one writer has
// nothing to wait for.
func TestAgain(t *testing.T) {
	d := open(t)
	errRace := errors.New("overtaken")
	runs := 0
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		runs++
		if err := put(ctx, tx, "a", 1); err != nil || runs > 1 {
			return err
		}
		return db.Again(errRace)
	})
	if d.Dialect() == db.SQLite {
		if !errors.Is(err, errRace) || runs != 1 || purses(t, d) != 0 {
			t.Errorf("%d runs: %v", runs, err)
		}
		return
	}
	if err != nil || runs != 2 || purses(t, d) != 1 {
		t.Errorf("%d runs: %v", runs, err)
	}
}

// Two that wait for each other: one is run again and both are done.
func TestDeadlockIsTriedAgain(t *testing.T) {
	d := open(t)
	if d.Dialect() != db.Postgres {
		t.Skip("SQLite has one writer: nobody can wait for another")
	}
	testkit.Exec(t, d, `INSERT INTO purses (id, owner, coins) VALUES ('0', '0', 0), ('1', '1', 0)`)
	var first [2]sync.Once
	ready := [2]chan struct{}{make(chan struct{}), make(chan struct{})}
	testkit.Together(2, func(i int) {
		err := d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
			for _, id := range []int{i, 1 - i} {
				if _, err := db.Exec(ctx, tx, `UPDATE purses SET coins = coins + 1 WHERE id = $1`, fmt.Sprint(id)); err != nil {
					return err
				}
				first[i].Do(func() { close(ready[i]); <-ready[1-i] })
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	if n := testkit.Int(t, d, `SELECT MIN(coins) FROM purses`); n != 2 {
		t.Errorf("%d updates, want 2", n)
	}
}

func TestOddPath(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my data #1 50%?.db")
	d, err := db.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Migrate(t.Context(), files); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(d.Ping(t.Context()), d.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Errorf("the file is elsewhere: %v", err)
	}
}

func TestUnreachable(t *testing.T) {
	for _, where := range []string{
		filepath.Join(t.TempDir(), "no such folder", "x.db"),
		"postgres://nobody@127.0.0.1:1/none?sslmode=disable&connect_timeout=2",
		"postgres://%zz",
	} {
		if d, err := db.Open(t.Context(), where); err == nil {
			t.Errorf("%s opened", where)
			d.Close()
		}
	}
}
