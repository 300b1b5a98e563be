package files

import (
	"context"
	"errors"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// avifJob is one try of a picture.
type avifJob struct {
	fileID string
	tries  int // with this one
	holder string
}

// takeAVIF begins a try of the newest picture that is due; no holder: there is none. One whose
// last try was never ended is given up.
func (s *AVIFJobs) takeAVIF(ctx context.Context) (j avifJob, err error) {
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
func (s *AVIFJobs) keepAVIF(ctx context.Context, j avifJob, f File, names []string) error {
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
func (s *AVIFJobs) failAVIF(ctx context.Context, j avifJob, f File, why error) error {
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
func (s *AVIFJobs) giveBackAVIF(ctx context.Context, j avifJob, f File, due time.Time) error {
	_, err := s.endAVIF(ctx, j, f, func(ctx context.Context, tx *db.Tx) (bool, error) { return updateAVIFGivenBack(ctx, tx, j, due) })
	return err
}

// endAVIF ends a try, whose holder may have lost its job. If that went with its picture, what the
// try has stored meanwhile goes too; if another try has it, that stores the same under the same
// names.
func (s *AVIFJobs) endAVIF(ctx context.Context, j avifJob, f File, end func(ctx context.Context, tx *db.Tx) (mine bool, err error)) (gone bool, err error) {
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
