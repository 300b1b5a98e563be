package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// ErrNoSite is why a command that may not make a site has nothing to work on.
var ErrNoSite = errors.New("there is no Limelight site")

// ErrNewer is why a program refuses a database that a newer one has migrated: it does not know its rules.
var ErrNewer = errors.New("the database belongs to a newer version of Limelight")

// ErrOlder is why a command that may not migrate refuses a database.
var ErrOlder = errors.New("the database belongs to an older version of Limelight")

// OpenExisting opens a database that is there, as Open does, and makes none.
func OpenExisting(ctx context.Context, where string) (*DB, error) {
	if err := present(where); err != nil {
		return nil, err
	}
	return Open(ctx, where)
}

// OpenReadOnly opens a database that is there so that nothing can be changed through it: a Write fails, and no
// file beside SQLite's is made or touched.
func OpenReadOnly(ctx context.Context, where string) (*DB, error) {
	if err := present(where); err != nil {
		return nil, err
	}
	if !isPostgres(where) {
		return openSQLiteReadOnly(ctx, where)
	}
	u, err := url.Parse(where)
	if err != nil {
		return nil, errors.New("read the address of postgres: it is not a URL")
	}
	q := u.Query()
	q.Set("default_transaction_read_only", "on")
	u.RawQuery = q.Encode()
	return openPostgres(ctx, u.String())
}

func isPostgres(where string) bool {
	return strings.HasPrefix(where, "postgres://") || strings.HasPrefix(where, "postgresql://")
}

// present refuses a SQLite file that is not there. Whether a PostgreSQL database has a site is in its schema.
func present(where string) error {
	if isPostgres(where) {
		return nil
	}
	info, err := os.Stat(where)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return fmt.Errorf("%w at %s: no database", ErrNoSite, where)
	}
	return err
}

// CheckSchema refuses a database that is not of exactly the schema of files: ErrNoSite, ErrNewer or ErrOlder.
func (d *DB) CheckSchema(ctx context.Context, files fs.FS) error {
	missing, err := d.compare(ctx, files)
	if err == nil && len(missing) > 0 {
		return fmt.Errorf("%w (%d migrations are missing, the first is %d): back up, then run `limelight migrate`",
			ErrOlder, len(missing), missing[0])
	}
	return err
}

// compare returns the versions of files that the database lacks, in order. It fails with ErrNewer when the
// database has a version that files do not know, and with ErrNoSite when it never was migrated.
func (d *DB) compare(ctx context.Context, files fs.FS) (missing []int64, err error) {
	applied, err := d.applied(ctx)
	if err != nil {
		return nil, err
	}
	mine, err := d.migrations(files)
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(mine, "*.sql")
	if err != nil {
		return nil, err
	}
	newest := int64(0)
	for _, name := range names {
		number, _, _ := strings.Cut(name, "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("read the migrations: %w", err)
		}
		newest = max(newest, version)
		if !applied[version] {
			missing = append(missing, version)
		}
		delete(applied, version)
	}
	for version := range applied {
		if version != 0 { // goose's own first row
			return nil, fmt.Errorf("%w: it has migration %d, and this program knows those up to %d; run the newer program",
				ErrNewer, version, newest)
		}
	}
	return missing, nil
}

// applied are the versions that the database has.
func (d *DB) applied(ctx context.Context) (map[int64]bool, error) {
	look := `SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'goose_db_version')`
	if d.dialect == Postgres {
		look = `SELECT to_regclass('goose_db_version') IS NOT NULL`
	}
	var migrated bool
	if err := d.reads.QueryRowContext(ctx, look).Scan(&migrated); err != nil {
		return nil, fmt.Errorf("read the schema's version: %w", err)
	}
	if !migrated {
		return nil, fmt.Errorf("%w in this database: it has no tables of ours", ErrNoSite)
	}
	rows, err := d.reads.QueryContext(ctx, `SELECT version_id FROM goose_db_version WHERE is_applied`)
	if err != nil {
		return nil, fmt.Errorf("read the schema's version: %w", err)
	}
	defer rows.Close()
	applied := map[int64]bool{}
	for rows.Next() {
		var version int64
		if err := rows.Scan(&version); err != nil {
			return nil, fmt.Errorf("read the schema's version: %w", err)
		}
		applied[version] = true
	}
	return applied, rows.Err()
}
