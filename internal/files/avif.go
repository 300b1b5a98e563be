package files

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"limelight/internal/kit/db"
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

// AVIFJobs makes AVIF of pictures that are there.
type AVIFJobs struct {
	*core
	every  time.Duration    // pictures are looked for
	limits transcode.Limits // of the program that makes AVIF
}

// Run makes AVIF of pictures, one at a time and the newest first, until ctx ends.
func (s *AVIFJobs) Run(ctx context.Context) error {
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
func (w *avifWorker) pass(ctx context.Context, s *AVIFJobs) (worked bool) {
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
func (w *avifWorker) work(ctx context.Context, s *AVIFJobs) (worked bool, err error) {
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

func (w *avifWorker) hasEncoder(ctx context.Context, s *AVIFJobs) bool {
	if !w.tools.AVIF && (w.looked.IsZero() || s.Now().Sub(w.looked) >= avifFindEvery) {
		w.tools, w.looked = s.Tools(ctx), s.Now()
	}
	return w.tools.AVIF
}

func (s *AVIFJobs) hasAVIFDue(ctx context.Context) (some bool, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, some, err = selectAVIFDue(ctx, tx, s.Now())
		return err
	})
	return some, err
}

// MakeAVIF makes AVIF of the picture whose turn it is, and reports whether there was one and it came
// to an end. An error is of this machine, not of the picture, which has another try as if this one
// had not been.
func (s *AVIFJobs) MakeAVIF(ctx context.Context, tools transcode.Tools) (worked bool, err error) {
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

// cleanAVIF removes what a killed node of this machine left in its folder.
func (s *AVIFJobs) cleanAVIF() error {
	left, err := filepath.Glob(filepath.Join(s.Folder, "avif-*"))
	for _, folder := range left {
		info, failed := os.Stat(folder)
		if failed == nil && s.Now().Sub(info.ModTime()) > avifLease {
			err = errors.Join(err, os.RemoveAll(folder))
		}
	}
	return err
}
