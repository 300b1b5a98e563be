package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing/fstest"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// Migrations are written once, in PostgreSQL's words; these are SQLite's.
// STRICT makes SQLite refuse a wrong type as PostgreSQL does.
var sqliteWords = strings.NewReplacer(
	"BIGINT", "INTEGER", "BOOLEAN", "INTEGER", "BYTEA", "BLOB", "/*strict*/", "STRICT")

// Migrate brings the database to the newest schema of files: *.sql at the top
// for both engines, and the folder named after the engine for what only it
// understands (triggers, search indices). Several nodes may call it at once. A database
// with a version that files do not have is refused with ErrNewer, unchanged.
func (d *DB) Migrate(ctx context.Context, files fs.FS) (applied int, err error) {
	mine, err := d.migrations(files)
	if err != nil {
		return 0, err
	}
	words := goose.DialectSQLite3
	if d.dialect == Postgres {
		words = goose.DialectPostgres
	}
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true)}
	if d.dialect == Postgres {
		locker, err := d.migrationLock(ctx)
		if err != nil {
			return 0, fmt.Errorf("lock the migrations: %w", err)
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	if _, err := d.compare(ctx, files); err != nil && !errors.Is(err, ErrNoSite) {
		return 0, err
	}
	provider, err := goose.NewProvider(words, d.writes, mine, options...)
	if err != nil {
		return 0, fmt.Errorf("read the migrations: %w", err)
	}
	results, err := provider.Up(ctx)
	if err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	return len(results), nil
}

// migrationLock is PostgreSQL's lock between the nodes that use one schema. Those
// of another schema have their own, and do not wait.
func (d *DB) migrationLock(ctx context.Context) (lock.SessionLocker, error) {
	var mine int64
	err := d.writes.QueryRowContext(ctx, `SELECT hashtext('migrate ' || current_schema())`).Scan(&mine)
	if err != nil {
		return nil, err
	}
	return lock.NewPostgresSessionLocker(
		lock.WithLockID(mine),
		lock.WithLockTimeout(lockPause, lockTries),
		lock.WithUnlockTimeout(lockPause, lockTries))
}

// A node asks for the lock each second, for five minutes.
const (
	lockPause = 1
	lockTries = 300
)

func (d *DB) migrations(files fs.FS) (fs.FS, error) {
	mine := fstest.MapFS{}
	for _, folder := range []string{".", string(d.dialect)} {
		names, err := fs.Glob(files, path.Join(folder, "*.sql"))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				return nil, err
			}
			if d.dialect == SQLite {
				text = []byte(sqliteWords.Replace(string(text)))
			}
			mine[path.Base(name)] = &fstest.MapFile{Data: text}
		}
	}
	return mine, nil
}
