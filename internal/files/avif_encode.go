package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"limelight/internal/kit/blob"
	"limelight/internal/kit/images"
	"limelight/internal/kit/transcode"
)

// isOfPicture tells a failure that is the picture's own, and would come on every machine, from one
// of this machine: a program that does not start, a folder that is full, a store that is away.
func (s *AVIFJobs) isOfPicture(ctx context.Context, err error) bool {
	switch failure, ran := errors.AsType[*transcode.Failure](err); {
	case ran:
		return !failure.OfMachine
	case errors.Is(err, images.ErrHuge):
		return true
	}
	return errors.Is(err, blob.ErrNone) && s.Store.Healthy(ctx) == nil // lost: a store that is away has nothing either
}

// encodeAVIF stores the variants that are smaller as AVIF than as WebP, and names them.
func (s *AVIFJobs) encodeAVIF(ctx context.Context, tools transcode.Tools, f File) (names []string, err error) {
	if err := os.MkdirAll(s.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("make a folder for pictures: %w", err)
	}
	folder, err := os.MkdirTemp(s.Folder, "avif-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for a picture: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	t := transcode.New(tools, s.limits)
	for _, name := range f.Kind.avifVariants() {
		made, err := s.encodeVariant(ctx, t, f, name, folder)
		if err != nil {
			return nil, err
		}
		if made {
			names = append(names, name)
		}
	}
	return names, nil
}

// encodeVariant stores one variant if it is smaller as AVIF, and reports whether it is. It has the
// machine to itself for that, and no longer: what is more urgent goes between two of them. What
// another try has stored is there.
func (s *AVIFJobs) encodeVariant(ctx context.Context, t *transcode.Transcoder, f File, name, folder string) (made bool, err error) {
	if _, err := s.sizeOf(ctx, f.folder()+"/"+name+".avif"); !errors.Is(err, blob.ErrNone) {
		return err == nil, err
	}
	end, mayBegin := s.TakeTurn()
	if !mayBegin {
		return false, errYields
	}
	defer end()
	picture, err := s.blob(ctx, f.folder()+"/"+name+".jpg")
	if err != nil {
		return false, err
	}
	size, err := s.sizeOf(ctx, f.folder()+"/"+name+".webp")
	if err != nil {
		return false, err
	}
	data, err := t.AVIF(ctx, picture, folder)
	if err != nil || int64(len(data)) >= size {
		return false, err
	}
	return true, s.Store.Put(ctx, f.folder()+"/"+name+".avif", bytes.NewReader(data), int64(len(data)))
}

func (s *AVIFJobs) sizeOf(ctx context.Context, key string) (int64, error) {
	object, err := s.Store.Open(ctx, key)
	if err != nil {
		return 0, fmt.Errorf("open %s: %w", key, err)
	}
	return object.Size(), object.Close()
}

// blob reads a variant, which was written by this program.
func (s *AVIFJobs) blob(ctx context.Context, key string) ([]byte, error) {
	object, err := s.Store.Open(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", key, err)
	}
	defer object.Close() // it was read only
	data, err := io.ReadAll(io.LimitReader(object, maxVariant+1))
	if err == nil && len(data) > maxVariant {
		err = images.ErrHuge
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", key, err)
	}
	return data, nil
}

// maxVariant is larger than any variant is: 2,560 × 2,560 pixels of noise.
const maxVariant = 16 << 20
