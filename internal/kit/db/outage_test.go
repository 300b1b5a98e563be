package db_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"

	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// A full disk is an outage, what one person did wrong is none.
func TestAFullDisk(t *testing.T) {
	d := open(t)
	if d.Dialect() != db.SQLite {
		t.Skip("PostgreSQL's disk is its own: TestADatabaseOutOfReach")
	}
	full := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if _, err := db.Exec(ctx, tx, `PRAGMA max_page_count = 1`); err != nil { // SQLite keeps what there is
			return err
		}
		_, err := db.Exec(ctx, tx, `INSERT INTO purses (id, owner, coins) VALUES ('big', $1, 1)`, strings.Repeat("x", 1<<20))
		return err
	})
	if !db.Unavailable(full) {
		t.Errorf("of a full disk: %v", full)
	}
	d = open(t)
	twice := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return errors.Join(put(ctx, tx, "one", 1), put(ctx, tx, "one", 1))
	})
	if twice == nil || db.Unavailable(twice) || db.Unavailable(nil) || db.Unavailable(context.Canceled) || db.Unavailable(db.ErrNone) {
		t.Errorf("a taken name is called an outage: %v", twice)
	}
}

// A database that is gone is an outage for reads and writes, and none once it is back.
func TestADatabaseOutOfReach(t *testing.T) {
	where := testkit.Address(t)
	address, err := url.Parse(where)
	if err != nil || !strings.HasPrefix(address.Scheme, "postgres") {
		t.Skip("SQLite is a file: TestAFullDisk")
	}
	line := testkit.NewLine(t, address.Host)
	address.Host = line.Address()
	d := testkit.Open(t, address.String())
	if _, err := d.Migrate(t.Context(), files); err != nil {
		t.Fatal(err)
	}
	line.Cut()
	for what, err := range map[string]error{
		"a read":  d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error { _, err := db.One(ctx, tx, db.Int, `SELECT 1`); return err }),
		"a write": d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, "one", 1) }),
		"another": d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, "one", 1) }),
	} {
		if !db.Unavailable(err) {
			t.Errorf("%s without a database: %v", what, err)
		}
	}
	line.Mend(t)
	testkit.Eventually(t, "the database is back", func() bool {
		return d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, "back", 1) }) == nil
	})
}
