package app

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"limelight/internal/kit/db"
)

// A backup is a folder as the data folder is (limelight.db, files/, secret.key), and sumsFile, which is written last:
// a folder without it is no backup that was finished. Its lines are those of sha256sum.
const sumsFile = "SHA256SUMS"

// Copied is what a backup or a restore has copied.
type Copied struct {
	Files int   // pictures, recordings, documents
	Bytes int64 // of them and the database
	Key   bool  // secret.key is among it
	Note  string
}

// Backup copies a SQLite site, which may be running, into a folder that is absent or empty: the database as it was at
// one moment, then the files, then the key unless it is to be kept apart. A site on PostgreSQL is refused in words.
func Backup(ctx context.Context, cfg Config, into string, withKey bool) (c Copied, err error) {
	if cfg.Database != "" {
		return c, errors.New("the database is PostgreSQL's: take it with `pg_dump -Fc`, then copy the folder of files " +
			"(or rely on the bucket's versions) and secret.key; the guide's \"Backup and restore\" has the order")
	}
	if err := with(ctx, cfg, looking, func(context.Context, *Services) error { return nil }); err != nil {
		return c, err // no site is there, another version's, or the key is not its own
	}
	if err := emptyFolder(into); err != nil {
		return c, err
	}
	b := copier{ctx: ctx, from: cfg.Data, to: into, done: &c}
	if err := db.Snapshot(ctx, cfg.database(), filepath.Join(into, "limelight.db")); err != nil {
		return c, errors.Join(err, b.undo())
	}
	if err := b.backup(cfg, withKey); err != nil {
		return c, errors.Join(err, b.undo())
	}
	return c, nil
}

func (b *copier) backup(cfg Config, withKey bool) error {
	if err := b.sum("limelight.db"); err != nil {
		return err
	}
	if cfg.ObjectURL != "" {
		b.done.Note = "the files are in the bucket of --objects: its own versions keep them"
	} else if err := b.files(); err != nil {
		return err
	}
	if withKey && cfg.SecretKey == "" {
		if err := b.copy("secret.key"); err != nil {
			return err
		}
		b.done.Key = true
	}
	sums := []byte(strings.Join(b.sums, ""))
	if err := writeWhole(filepath.Join(b.to, sumsFile), sums); err != nil {
		return err
	}
	return syncTree(b.to)
}

// emptyFolder makes a folder, or accepts one with nothing in it but the names given.
func emptyFolder(dir string, but ...string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the folder: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("look into the folder: %w", err)
	}
	for _, entry := range entries {
		if !slices.Contains(but, entry.Name()) {
			return fmt.Errorf("%s is not empty (%s is there): choose a folder that is absent or empty", dir, entry.Name())
		}
	}
	return nil
}

// copier copies from one folder into another, and remembers the sums of what it read.
type copier struct {
	ctx      context.Context
	from, to string
	sums     []string          // lines of sumsFile
	want     map[string]string // sums by name; nil: whatever there is
	done     *Copied
}

// files copies the folder of files. What is deleted meanwhile is left out, and so is what is not whole yet.
func (b *copier) files() error {
	root := filepath.Join(b.from, "files")
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case entry.IsDir() && path != root && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		name, err := filepath.Rel(b.from, path)
		if err != nil {
			return err
		}
		if err := b.copy(name); !errors.Is(err, fs.ErrNotExist) {
			b.done.Files++
			return err
		}
		return nil
	})
}

// copy copies one file, asks the disk to keep it, and compares its sum when one is wanted.
func (b *copier) copy(name string) (err error) {
	from, err := os.Open(filepath.Join(b.from, name))
	if err != nil {
		return err
	}
	defer from.Close()
	target := filepath.Join(b.to, name)
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return err
	}
	to, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	hash := sha256.New()
	n, err := io.Copy(io.MultiWriter(to, hash), whileLive{b.ctx, from})
	if err != nil {
		return fmt.Errorf("copy %s: %w", name, err)
	}
	sum := fmt.Sprintf("%x", hash.Sum(nil))
	if b.want != nil && b.want[name] != sum {
		return fmt.Errorf("%s is not what was backed up: its sum differs", name)
	}
	b.done.Bytes += n
	b.sums = append(b.sums, sum+"  "+filepath.ToSlash(name)+"\n")
	return to.Sync()
}

// sum is copy of a file that is in its place already.
func (b *copier) sum(name string) error {
	file, err := os.Open(filepath.Join(b.to, name))
	if err != nil {
		return err
	}
	defer file.Close()
	hash := sha256.New()
	n, err := io.Copy(hash, whileLive{b.ctx, file})
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	b.done.Bytes += n
	b.sums = append(b.sums, fmt.Sprintf("%x  %s\n", hash.Sum(nil), name))
	return file.Sync()
}

// undo takes away what a copy that failed has made. The folder was empty before.
func (b *copier) undo() error {
	entries, err := os.ReadDir(b.to)
	failed := []error{err}
	for _, entry := range entries {
		failed = append(failed, os.RemoveAll(filepath.Join(b.to, entry.Name())))
	}
	return errors.Join(failed...)
}

// whileLive ends a copy when its context does.
type whileLive struct {
	ctx context.Context
	r   io.Reader
}

func (l whileLive) Read(p []byte) (int, error) {
	if err := l.ctx.Err(); err != nil {
		return 0, err
	}
	return l.r.Read(p)
}

// writeWhole writes a file that is there with all of its content or not at all.
func writeWhole(path string, content []byte) (err error) {
	beside := path + ".part"
	file, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return os.Rename(beside, path)
}

// syncTree makes the names in a folder and below survive a power cut.
func syncTree(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		folder, err := os.Open(path)
		if err != nil {
			return err
		}
		return errors.Join(folder.Sync(), folder.Close())
	})
}

// readSums reads sumsFile of a finished backup.
func readSums(dir string) (map[string]string, error) {
	file, err := os.Open(filepath.Join(dir, sumsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is no finished backup: it has no %s, which is written last", dir, sumsFile)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	sums := map[string]string{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		sum, name, found := strings.Cut(lines.Text(), "  ")
		if !found || !filepath.IsLocal(name) {
			return nil, fmt.Errorf("%s: %q is not a line of sums", sumsFile, lines.Text())
		}
		sums[filepath.FromSlash(name)] = sum
	}
	if sums["limelight.db"] == "" {
		return nil, fmt.Errorf("%s names no limelight.db", sumsFile)
	}
	return sums, lines.Err()
}
