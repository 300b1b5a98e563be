package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"limelight/internal/kit/db"
	"limelight/internal/kit/secretbox"
)

// restoring is where a backup is copied to inside the data folder. As long as it is there the restore was not
// finished: `serve` refuses the folder, and restore may begin anew.
const restoring = ".restoring"

// errHalfRestored is why a folder is no site yet.
var errHalfRestored = errors.New("a restore into this data folder was not finished: run `limelight restore` again")

// kept are the names of a data folder, in the order in which a restore puts them there.
var kept = []string{"files", "limelight.db", "secret.key"}

// Restore makes a SQLite site of a backup in a data folder that is absent or empty. Each file's sum must be the
// backup's. keyFile is the site's key when it was kept apart; empty: it is in the backup, or given as --secret-key.
func Restore(ctx context.Context, cfg Config, from, keyFile string) (c Copied, err error) {
	if cfg.Database != "" {
		return c, errors.New("a backup of this kind is of a SQLite site: bring a PostgreSQL database back with `pg_restore`, " +
			"then the files and secret.key")
	}
	if err := cfg.Validate(); err != nil {
		return c, err
	}
	want, err := readSums(from)
	if err != nil {
		return c, err
	}
	if err := ownFolder(cfg.Data); err != nil {
		return c, err
	}
	folder, err := lockSite(cfg)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	if err := clearForRestore(cfg.Data); err != nil {
		return c, err
	}
	staged := filepath.Join(cfg.Data, restoring)
	if err := os.Mkdir(staged, 0o700); err != nil {
		return c, err
	}
	err = stage(ctx, cfg, copier{ctx: ctx, from: from, to: staged, want: want, done: &c}, keyFile)
	if err == nil {
		return c, unstage(cfg.Data, staged)
	}
	return c, errors.Join(err, os.RemoveAll(staged))
}

// stage copies what the sums name, and proves that the key is the database's.
func stage(ctx context.Context, cfg Config, b copier, keyFile string) error {
	for _, name := range slices.Sorted(maps.Keys(b.want)) {
		if err := b.copy(name); err != nil {
			return err
		}
		if !slices.Contains(kept, name) {
			b.done.Files++
		}
	}
	b.done.Key = b.want["secret.key"] != ""
	keys, err := keyOf(cfg, b, keyFile)
	if err != nil {
		return err
	}
	d, err := db.OpenReadOnly(ctx, filepath.Join(b.to, "limelight.db"))
	if err != nil {
		return err
	}
	return errors.Join(keys.Verify(ctx, d), d.Close(), syncTree(b.to))
}

// keyOf is the key that the restored site will run with.
func keyOf(cfg Config, b copier, keyFile string) (*secretbox.Keys, error) {
	switch {
	case cfg.SecretKey != "":
		return secretbox.FromText(cfg.SecretKey)
	case keyFile != "" && b.done.Key:
		return nil, errors.New("--key: the backup has a secret.key of its own")
	case keyFile != "":
		content, err := os.ReadFile(keyFile)
		if err != nil {
			return nil, fmt.Errorf("--key: %w", err)
		}
		if err := writeWhole(filepath.Join(b.to, "secret.key"), content); err != nil {
			return nil, err
		}
	case !b.done.Key:
		return nil, errors.New("the backup has no secret.key: give the site's own with --key FILE")
	}
	return secretbox.ReadFile(filepath.Join(b.to, "secret.key"))
}

// clearForRestore accepts an empty folder, or one that a restore left half done, which it empties.
func clearForRestore(data string) error {
	if !halfRestored(data) {
		return emptyFolder(data, "limelight.lock")
	}
	var failed []error
	for _, name := range append([]string{restoring}, kept...) {
		failed = append(failed, os.RemoveAll(filepath.Join(data, name)))
	}
	return errors.Join(failed...)
}

func halfRestored(data string) bool {
	_, err := os.Stat(filepath.Join(data, restoring))
	return err == nil
}

// unstage puts what was copied in its place, and takes the mark of an unfinished restore away last.
func unstage(data, staged string) error {
	for _, name := range kept {
		err := os.Rename(filepath.Join(staged, name), filepath.Join(data, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return errors.Join(syncTree(data), os.Remove(staged), syncTree(data))
}
