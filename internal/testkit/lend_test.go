package testkit

import (
	"context"
	"database/sql"
	"os"
	"testing"
)

// Whatever a test does to its database, the next one gets it as new: rows, what
// was there from the start, how it is built, and somebody who still holds a lock.
func TestALentDatabaseIsAsNew(t *testing.T) {
	if os.Getenv("TEST_DATABASE_URL") == "" {
		t.Skip("each SQLite database is a file of its own")
	}
	ctx := context.Background()
	deeds := []struct{ name, statement string }{
		{"a row", `INSERT INTO settings (key, value, updated_by, updated_at) VALUES ('siteName', '"Nova"', 'ada', 1)`},
		{"many rows", `INSERT INTO settings (key, value, updated_by, updated_at) SELECT 'key' || n, repeat('x', 1000), 'ada', n FROM generate_series(1, 300) n`},
		{"what was there from the start", `DELETE FROM goose_db_version`},
		{"a table that is gone", `DROP TABLE settings_history`},
		{"a table of another name", `ALTER TABLE settings_history RENAME TO settings_story`},
		{"a column of another name", `ALTER TABLE settings_history RENAME COLUMN key TO word`},
		{"a trigger that is gone", `DROP TRIGGER ledger_postings_fixed ON ledger_postings`},
		{"a new column", `ALTER TABLE settings ADD COLUMN odd TEXT`},
		{"disabled triggers and a new function", `ALTER TABLE settings DISABLE TRIGGER ALL; CREATE FUNCTION odd() RETURNS int LANGUAGE sql AS 'SELECT 1'`},
		{"a lock that is held", `BEGIN; LOCK TABLE settings`},
		{"nothing", `SELECT 1`},
	}
	var version int
	for i, deed := range deeds {
		t.Run(deed.name, func(t *testing.T) {
			pool, err := sql.Open("pgx", Migrated(t))
			if err != nil {
				t.Fatal(err)
			}
			c, err := pool.Conn(ctx) // never closed, as by a program that was killed
			if err != nil {
				t.Fatal(err)
			}
			var settings, columns, triggers, steps, history, functions int
			err = c.QueryRowContext(ctx, `SELECT
				(SELECT count(*) FROM settings),
				(SELECT count(*) FROM pg_attribute WHERE attrelid = 'settings'::regclass AND attname = 'odd'),
				(SELECT count(*) FROM pg_trigger WHERE tgname = 'ledger_postings_fixed'),
				(SELECT max(version_id) FROM goose_db_version),
				(SELECT count(*) FROM pg_attribute WHERE attrelid = to_regclass('settings_history') AND attname = 'key'),
				(SELECT count(*) FROM pg_proc WHERE proname = 'odd')`).
				Scan(&settings, &columns, &triggers, &steps, &history, &functions)
			if err != nil || settings != 0 || columns != 0 || triggers != 1 || history != 1 || functions != 0 {
				t.Errorf("it has %d settings, %d odd columns, %d triggers, %d histories, %d odd functions (%v)", settings, columns, triggers, history, functions, err)
			}
			if i == 0 {
				version = steps
			}
			if steps != version {
				t.Errorf("it is of version %d, and was of %d", steps, version)
			}
			if _, err := c.ExecContext(ctx, deed.statement); err != nil {
				t.Fatal(err)
			}
		})
	}
}
