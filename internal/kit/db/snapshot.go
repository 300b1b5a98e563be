package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
)

// Snapshot writes one moment of a SQLite file, which may be in use by a running site, into a new file. What was
// durable when it began is in it; whoever writes meanwhile does not wait. The file appears at once and is whole only
// when Snapshot returns without an error; the caller asks the disk to keep it.
func Snapshot(ctx context.Context, from, to string) (err error) {
	if isPostgres(from) {
		return errors.New("a snapshot is of a SQLite file")
	}
	if err := present(from); err != nil {
		return err
	}
	d, err := sql.Open("sqlite", "file:"+(&url.URL{Path: from}).EscapedPath()+"?mode=rw&_pragma=busy_timeout(5000)")
	if err != nil {
		return fmt.Errorf("open %s: %w", from, err)
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if _, err := d.ExecContext(ctx, "VACUUM INTO $1", to); err != nil {
		return fmt.Errorf("copy %s: %w", from, err)
	}
	return nil
}
