package transcoding

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"limelight/internal/kit/db"
)

// spare is what a job leaves free of the disk.
const spare = 1 << 30 // bytes

// errRoom is for the operator; a later try may find room.
var errRoom = errors.New("transcoding: there is not enough room on the disk of the data folder")

// openFolder makes an empty folder for the files of this try.
func (j *job) openFolder() error {
	j.folder = filepath.Join(j.Folder, j.holder)
	if err := os.MkdirAll(j.folder, 0o700); err != nil {
		return fmt.Errorf("make a folder for a video: %w", err)
	}
	return nil
}

// roomFor refuses work whose files would leave less than spare.
func (j *job) roomFor(bytes int64) error {
	free, err := j.Free()
	if err != nil {
		return err
	}
	if need := uint64(max(0, bytes)) + spare; free < need {
		return fmt.Errorf("%w: %d MB are free, %d are needed", errRoom, free>>20, need>>20)
	}
	return nil
}

// fetchSource copies the upload into the folder.
func (j *job) fetchSource(ctx context.Context) (file string, err error) {
	file = filepath.Join(j.folder, "upload")
	return file, j.fetch(ctx, file, func(ctx context.Context) (io.ReadCloser, int64, error) {
		o, err := j.Uploads.Open(ctx, j.media.UploadID)
		if err != nil {
			return nil, 0, fmt.Errorf("open upload %s: %v", j.media.UploadID, err) // its refusal is no refusal of the file
		}
		return o, o.Size(), nil
	})
}

// fetch copies bytes of the store into a file, if there is room.
func (j *job) fetch(ctx context.Context, file string, open func(context.Context) (io.ReadCloser, int64, error)) (err error) {
	from, size, err := open(ctx)
	if err != nil {
		return fmt.Errorf("fetch %s: %w", filepath.Base(file), err)
	}
	defer from.Close()
	if err := j.roomFor(size); err != nil {
		return err
	}
	to, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("fetch %s: %w", filepath.Base(file), err)
	}
	got, err := io.Copy(to, &until{ctx, from})
	if err == nil && got != size {
		err = fmt.Errorf("%d bytes instead of %d", got, size)
	}
	if err = errors.Join(err, to.Close()); err != nil {
		return fmt.Errorf("fetch %s: %w", filepath.Base(file), err)
	}
	return nil
}

// until reads as long as a context lasts.
type until struct {
	ctx  context.Context
	from io.Reader
}

func (u *until) Read(p []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, context.Cause(u.ctx)
	}
	return u.from.Read(p)
}

// put stores a file.
func (j *job) put(ctx context.Context, key, file string) (size int64, err error) {
	f, err := os.Open(file)
	if err != nil {
		return 0, fmt.Errorf("store a rendition: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil {
		size = info.Size()
		err = j.Store.Put(ctx, key, f, size)
	}
	if err != nil {
		return 0, fmt.Errorf("store a rendition: %w", err)
	}
	return size, nil
}

// cleanFolder removes what killed jobs left. Nodes that share the folder work in it.
func (s *Service) cleanFolder(ctx context.Context) error {
	entries, err := os.ReadDir(s.Folder) // before the holders: who comes later is not meant
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look into the folder for videos: %w", err)
	}
	var holders map[string]bool
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		holders, err = selectHolders(ctx, tx)
		return err
	})
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if holders[entry.Name()] {
			continue
		}
		if err := os.RemoveAll(filepath.Join(s.Folder, entry.Name())); err != nil {
			return fmt.Errorf("clean the folder for videos: %w", err)
		}
	}
	return nil
}
