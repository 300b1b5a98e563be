package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"time"

	"limelight/internal/kit/id"
)

// unfinished is where values wait until they are whole. No key begins with a dot.
const unfinished = ".unfinished"

// Folder keeps blobs as files under one directory. os.Root keeps every path
// inside it, whatever a link in there points to.
type Folder struct{ root *os.Root }

// OpenFolder makes the directory when it is absent.
func OpenFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("make the folder of files: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the folder of files: %w", err)
	}
	if err := root.MkdirAll(unfinished, 0o750); err != nil {
		return nil, errors.Join(fmt.Errorf("write to the folder of files: %w", err), root.Close())
	}
	return &Folder{root}, nil
}

// abandoned is how old an unfinished value is that nobody writes any more: other programs may be at work in the
// same directory.
const abandoned = 24 * time.Hour

// Sweep removes what was left unfinished a day and longer ago.
func (f *Folder) Sweep(now time.Time) error {
	entries, err := fs.ReadDir(f.root.FS(), unfinished)
	if err != nil {
		return fmt.Errorf("sweep unfinished files: %w", err)
	}
	var failed []error
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && now.Sub(info.ModTime()) > abandoned {
			err = f.root.Remove(path.Join(unfinished, entry.Name()))
		}
		failed = append(failed, ignoreAbsent(err))
	}
	return errors.Join(failed...)
}

// Close lets go of the directory.
func (f *Folder) Close() error { return f.root.Close() }

// Put writes beside, asks the disk to keep it, then renames.
func (f *Folder) Put(ctx context.Context, key string, r io.Reader, size int64) (err error) {
	if err := announced(key, size); err != nil {
		return err
	}
	beside := path.Join(unfinished, id.Secret())
	defer func() {
		if err != nil {
			err = fmt.Errorf("store %s: %w", key, errors.Join(err, ignoreAbsent(f.root.Remove(beside))))
		}
	}()
	if err := f.write(ctx, beside, &exactly{r, size}); err != nil {
		return err
	}
	folder := path.Dir(key)
	if err := f.root.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	if err := f.root.Rename(beside, key); err != nil {
		return err
	}
	return f.syncFolder(folder)
}

func (f *Folder) write(ctx context.Context, name string, r io.Reader) (err error) {
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if _, err := io.Copy(file, live{ctx, r}); err != nil {
		return err
	}
	return file.Sync()
}

// syncFolder makes the new name itself survive a power cut.
func (f *Folder) syncFolder(name string) error {
	folder, err := f.root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Open opens the file of a key.
func (f *Folder) Open(_ context.Context, key string) (Object, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	file, err := f.root.Open(key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", key, err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", key, err), file.Close())
	}
	if !info.Mode().IsRegular() {
		return nil, errors.Join(ErrNone, file.Close())
	}
	return opened{file, info}, nil
}

type opened struct {
	*os.File
	info fs.FileInfo
}

func (o opened) Size() int64         { return o.info.Size() }
func (o opened) Modified() time.Time { return o.info.ModTime() }

// Delete removes the file of a key.
func (f *Folder) Delete(_ context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	return ignoreAbsent(f.root.Remove(key))
}

// DeleteAll removes a folder of keys.
func (f *Folder) DeleteAll(_ context.Context, folder string) error {
	if err := checkKey(folder); err != nil {
		return err
	}
	return f.root.RemoveAll(folder)
}

// List walks a folder of keys.
func (f *Folder) List(ctx context.Context, folder string, each func(key string) error) error {
	if err := checkKey(folder); err != nil {
		return err
	}
	err := fs.WalkDir(f.root.FS(), folder, func(key string, entry fs.DirEntry, err error) error {
		if err := errors.Join(ctx.Err(), ignoreAbsent(err)); err != nil {
			return err
		}
		if entry == nil || !entry.Type().IsRegular() { // gone meanwhile, or a folder
			return nil
		}
		return each(key)
	})
	if err != nil {
		return fmt.Errorf("list %s: %w", folder, err)
	}
	return nil
}

// Healthy asks whether the directory is still there.
func (f *Folder) Healthy(context.Context) error {
	_, err := f.root.Stat(unfinished)
	return err
}

func ignoreAbsent(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// live ends a copy when its context does.
type live struct {
	ctx context.Context
	r   io.Reader
}

func (l live) Read(p []byte) (int, error) {
	if err := l.ctx.Err(); err != nil {
		return 0, err
	}
	return l.r.Read(p)
}
