package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/images"
	"limelight/internal/kit/recovery"
	"limelight/internal/kit/transcode"
)

// AVIF takes a processor a hundred times as long as WebP, so nobody waits for it: a picture
// is served as WebP or JPEG from its upload on, and as AVIF to those who can show it once a
// job has made that of its JPEG. What the job makes counts with the row that says so.

const (
	// avifLease is how long a node may work on one picture; then another one begins anew.
	avifLease = 30 * time.Minute
	// avifEvery is how often nodes look for pictures of other nodes, and for their turn.
	avifEvery = 15 * time.Second
	// avifStopTime is how long a node that stops has to end the job that it works on.
	avifStopTime = 2 * time.Second
	// avifFindEvery is how often a node that cannot make AVIF looks whether it can by now.
	avifFindEvery = 10 * time.Minute
	// avifPutOff is how long a picture waits of which a machine came to no end: then it is the
	// turn of others, for which that may be otherwise.
	avifPutOff = time.Minute
)

// errYields ends a try that is no failure.
var errYields = errors.New("files: something more urgent wants the machine before the picture's next variant")

// avifWaits are how long a picture that failed waits for its next try.
var avifWaits = []time.Duration{time.Minute, 10 * time.Minute, time.Hour, 6 * time.Hour}

var maxAVIFTries = len(avifWaits) + 1

// getsAVIF reports whether a kind of picture is made as AVIF too. Those of messages are looked
// at once or twice, and those of the site may be transparent.
func (k Kind) getsAVIF() bool {
	switch k {
	case Photo, Avatar, Card, Portrait, Wide, Banner:
		return true
	}
	return false
}

// avifVariants are the variants that are made as AVIF: a blur is smaller than an AVIF's head.
func (k Kind) avifVariants() (names []string) {
	sizes := variants[k]
	if k == Photo {
		sizes = photoSizes
	}
	for _, v := range sizes {
		if v.Detail == 0 && !v.Alpha {
			names = append(names, v.Name)
		}
	}
	return names
}

// Run makes AVIF of pictures, one at a time and the newest first, until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	look := time.NewTicker(s.every)
	defer look.Stop()
	if err := s.cleanAVIF(); err != nil {
		s.Log.Warn("clean the folder for pictures", "error", err)
	}
	var w avifWorker
	for {
		if w.pass(ctx, s) && ctx.Err() == nil {
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-look.C:
		}
	}
}

// avifWorker knows what the programs of this machine can do.
type avifWorker struct {
	tools  transcode.Tools
	looked time.Time
}

// pass works on one picture and reports whether the next one may come at once: not after a
// failure of this machine, or a panic, which would come again.
func (w *avifWorker) pass(ctx context.Context, s *Service) (worked bool) {
	err := recovery.Run(s.Log, "files.avif", func() error {
		made, err := w.work(ctx, s)
		worked = made && err == nil
		return err
	})
	if err != nil {
		w.tools, w.looked = transcode.Tools{}, time.Time{} // perhaps a program is gone
		if ctx.Err() == nil {
			s.Log.Warn("make AVIF of pictures", "error", err)
		}
	}
	return worked
}

// work makes AVIF of the picture whose turn it is, if there is one, and reports whether there was.
func (w *avifWorker) work(ctx context.Context, s *Service) (worked bool, err error) {
	some, err := s.hasAVIFDue(ctx)
	if err != nil || !some {
		return false, err
	}
	end, mayBegin := s.TakeTurn()
	if !mayBegin {
		return false, nil // before a job is taken that would be given back
	}
	end() // each variant takes its own
	if !w.hasEncoder(ctx, s) {
		return false, nil
	}
	return s.MakeAVIF(ctx, w.tools)
}

func (w *avifWorker) hasEncoder(ctx context.Context, s *Service) bool {
	if !w.tools.AVIF && (w.looked.IsZero() || s.Now().Sub(w.looked) >= avifFindEvery) {
		w.tools, w.looked = s.Tools(ctx), s.Now()
	}
	return w.tools.AVIF
}

func (s *Service) hasAVIFDue(ctx context.Context) (some bool, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, some, err = selectAVIFDue(ctx, tx, s.Now())
		return err
	})
	return some, err
}

// MakeAVIF makes AVIF of the picture whose turn it is, and reports whether there was one and it came
// to an end. An error is of this machine, not of the picture, which has another try as if this one
// had not been.
func (s *Service) MakeAVIF(ctx context.Context, tools transcode.Tools) (worked bool, err error) {
	j, err := s.takeAVIF(ctx)
	if err != nil || j.holder == "" {
		return false, err
	}
	f, err := s.Get(ctx, j.fileID)
	if errors.Is(err, ErrNone) {
		return true, nil // deleted meanwhile, and its job with it
	}
	var names []string
	if err == nil {
		names, err = s.encodeAVIF(ctx, tools, f)
	}
	stopped := ctx.Err() != nil
	if stopped {
		last, done := context.WithTimeout(context.WithoutCancel(ctx), avifStopTime)
		defer done()
		ctx = last
	}
	switch {
	case err == nil:
		return true, s.keepAVIF(ctx, j, f, names)
	case stopped, errors.Is(err, errYields):
		return false, s.giveBackAVIF(ctx, j, f, s.Now())
	case s.isOfPicture(ctx, err):
		return true, s.failAVIF(ctx, j, f, err)
	}
	return false, errors.Join(fmt.Errorf("%s is given back: %w", j.fileID, err), s.giveBackAVIF(ctx, j, f, s.Now().Add(avifPutOff)))
}

// isOfPicture tells a failure that is the picture's own, and would come on every machine, from one
// of this machine: a program that does not start, a folder that is full, a store that is away.
func (s *Service) isOfPicture(ctx context.Context, err error) bool {
	switch failure, ran := errors.AsType[*transcode.Failure](err); {
	case ran:
		return !failure.OfMachine
	case errors.Is(err, images.ErrHuge):
		return true
	}
	return errors.Is(err, blob.ErrNone) && s.Store.Healthy(ctx) == nil // lost: a store that is away has nothing either
}

// encodeAVIF stores the variants that are smaller as AVIF than as WebP, and names them.
func (s *Service) encodeAVIF(ctx context.Context, tools transcode.Tools, f File) (names []string, err error) {
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
func (s *Service) encodeVariant(ctx context.Context, t *transcode.Transcoder, f File, name, folder string) (made bool, err error) {
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

func (s *Service) sizeOf(ctx context.Context, key string) (int64, error) {
	object, err := s.Store.Open(ctx, key)
	if err != nil {
		return 0, fmt.Errorf("open %s: %w", key, err)
	}
	return object.Size(), object.Close()
}

// blob reads a variant, which was written by this program.
func (s *Service) blob(ctx context.Context, key string) ([]byte, error) {
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

// avifJob is one try of a picture.
type avifJob struct {
	fileID string
	tries  int // with this one
	holder string
}

// takeAVIF begins a try of the newest picture that is due; no holder: there is none. One whose
// last try was never ended is given up.
func (s *Service) takeAVIF(ctx context.Context) (j avifJob, err error) {
	givenUp := ""
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Now()
		due, some, err := selectAVIFDue(ctx, tx, now)
		if j, givenUp = (avifJob{}), ""; err != nil || !some {
			return err
		}
		if due.tries >= maxAVIFTries {
			givenUp = due.fileID
			return updateAVIFGivenUp(ctx, tx, due, now)
		}
		due.holder, due.tries = id.New(now), due.tries+1
		taken, err := updateAVIFTaken(ctx, tx, due, now, now.Add(avifLease))
		if taken {
			j = due
		}
		return err
	})
	if err == nil && givenUp != "" {
		s.Log.Warn("a picture could not be made as AVIF: no node came to the end of it", "file", givenUp, "tries", maxAVIFTries)
	}
	return j, err
}

// keepAVIF ends a job well.
func (s *Service) keepAVIF(ctx context.Context, j avifJob, f File, names []string) error {
	_, err := s.endAVIF(ctx, j, f, func(ctx context.Context, tx *db.Tx) (bool, error) {
		mine, err := deleteAVIFJob(ctx, tx, j)
		if err != nil || !mine {
			return mine, err
		}
		return true, updateAVIF(ctx, tx, f.ID, names)
	})
	return err
}

// failAVIF lets a picture be tried again later, or gives it up: it stays as it is.
func (s *Service) failAVIF(ctx context.Context, j avifJob, f File, why error) error {
	var next time.Time
	if j.tries <= len(avifWaits) {
		next = s.Now().Add(avifWaits[j.tries-1])
	}
	gone, err := s.endAVIF(ctx, j, f, func(ctx context.Context, tx *db.Tx) (bool, error) { return updateAVIFFailed(ctx, tx, j, next) })
	if !gone {
		s.Log.Warn("a picture could not be made as AVIF", "file", j.fileID, "try", j.tries, "error", why)
	}
	return err
}

// giveBackAVIF ends a try that this node cannot come to the end of, as if it had not been; due says
// from when on there may be another.
func (s *Service) giveBackAVIF(ctx context.Context, j avifJob, f File, due time.Time) error {
	_, err := s.endAVIF(ctx, j, f, func(ctx context.Context, tx *db.Tx) (bool, error) { return updateAVIFGivenBack(ctx, tx, j, due) })
	return err
}

// endAVIF ends a try, whose holder may have lost its job. If that went with its picture, what the
// try has stored meanwhile goes too; if another try has it, that stores the same under the same
// names.
func (s *Service) endAVIF(ctx context.Context, j avifJob, f File, end func(ctx context.Context, tx *db.Tx) (mine bool, err error)) (gone bool, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		gone = false
		mine, err := end(ctx, tx)
		if err != nil || mine {
			return err
		}
		_, err = selectFile(ctx, tx, j.fileID)
		if gone = errors.Is(err, ErrNone); gone {
			err = nil
		}
		return err
	})
	if err == nil && gone && f.ID != "" {
		err = s.dropBytes(ctx, f)
	}
	return gone, err
}

// cleanAVIF removes what a killed node of this machine left in its folder.
func (s *Service) cleanAVIF() error {
	left, err := filepath.Glob(filepath.Join(s.Folder, "avif-*"))
	for _, folder := range left {
		info, failed := os.Stat(folder)
		if failed == nil && s.Now().Sub(info.ModTime()) > avifLease {
			err = errors.Join(err, os.RemoveAll(folder))
		}
	}
	return err
}
