package transcoding

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/recovery"
	"limelight/internal/kit/transcode"
)

const (
	// leaseTime is how long a node that says nothing counts as alive. With lookEvery, what a
	// dead node worked on is gone on with within 60 s.
	leaseTime = 40 * time.Second
	beatEvery = 10 * time.Second
	lookEvery = 5 * time.Second

	// findEvery is how often a node without ffmpeg looks for it.
	findEvery = time.Minute

	// giveBackTime is how long a node that stops has to say so of its job.
	giveBackTime = 2 * time.Second
)

// waits are how long a failed job waits before it is tried again by itself: one for each try
// but the last.
var waits = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour}

var maxTries = len(waits) + 1

// Why a try ends that is not the file's fault and no failure.
var (
	errLost    = errors.New("transcoding: another node goes on with this video, or it was removed")
	errYields  = errors.New("transcoding: another video has to become playable first")
	errStopped = errors.New("transcoding: this node stops")
)

// Run makes videos, one at a time, until ctx ends. Then it gives back the one it works on.
func (s *Service) Run(ctx context.Context) error {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	if err := s.cleanFolder(ctx); err != nil && ctx.Err() == nil {
		s.Log.Warn("clean the folder for videos", "error", err)
	}
	for {
		for worked := true; worked && ctx.Err() == nil; {
			err := recovery.Run(s.Log, "transcoding.work", func() (err error) {
				worked, err = false, s.find(ctx)
				if err == nil {
					worked, err = s.work(ctx)
				}
				return err
			})
			if err != nil && ctx.Err() == nil {
				s.Log.Warn("make videos", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-s.wake:
		case <-look.C:
		}
	}
}

// find looks for the programs until they are there, and tells the videos that wait.
func (s *Service) find(ctx context.Context) error {
	known := s.tools.Load()
	if known == nil || known.Err() != nil && s.Now().Sub(s.looked) >= findEvery {
		found := s.Tools(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s.looked, known = s.Now(), &found
		s.tools.Store(known)
	}
	to, from, reason := Waiting, Unavailable, ""
	if missing, ok := errors.AsType[*fault.Fault](known.Err()); ok {
		to, from, reason = Unavailable, Waiting, missing.Error()
	}
	var some bool
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		some, err = selectSome(ctx, tx, from)
		return err
	})
	if err != nil || !some {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		ids, err := updateAvailable(ctx, tx, to, from, reason, s.Now())
		if err != nil {
			return err
		}
		for _, mediaID := range ids {
			if err := s.tell(ctx, tx, mediaID); err != nil {
				return err
			}
		}
		return nil
	})
}

// work takes a video that is due and works on it to the end of this try. It reports whether
// there was one.
func (s *Service) work(ctx context.Context) (worked bool, err error) {
	if tools := s.tools.Load(); tools == nil || tools.Err() != nil {
		return false, nil
	}
	var some bool
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err := selectDue(ctx, tx, s.Now())
		some = len(list) > 0
		return err
	})
	if err != nil || !some {
		return false, err
	}
	end, err := s.AwaitTurn(ctx)
	if err != nil {
		return false, err
	}
	defer end()
	j, found, err := s.take(ctx)
	if err != nil || j == nil {
		return found, err
	}
	s.attempt(ctx, j)
	return true, nil
}

// take begins a try. There is none when nothing is due, or when what is due has brought
// down those who worked on it too often: then it has failed.
func (s *Service) take(ctx context.Context) (j *job, found bool, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		j, found = nil, false
		if err := db.Lock(ctx, tx, "transcoding"); err != nil {
			return err
		}
		now := s.Now()
		list, err := selectDue(ctx, tx, now)
		if err != nil || len(list) == 0 {
			return err
		}
		m := list[0]
		found = true
		if m.Tries >= maxTries {
			if err := updateFailed(ctx, tx, m.ID, reasonGivenUp, fmt.Sprintf("interrupted: no node came to the end of %d tries", m.Tries), time.Time{}); err != nil {
				return err
			}
			return s.tell(ctx, tx, m.ID)
		}
		j = &job{Service: s, media: m, holder: id.New(now), try: m.Tries + 1}
		if err := updateTaken(ctx, tx, m.ID, j.holder, now, now.Add(leaseTime)); err != nil {
			return err
		}
		if m.CanPlay() {
			return nil
		}
		return s.tell(ctx, tx, m.ID)
	})
	return j, found, err
}

// attempt works on a video and writes how that ended.
func (s *Service) attempt(ctx context.Context, j *job) {
	work, end := context.WithCancelCause(ctx)
	defer end(nil)
	j.end = end
	s.enter(j)
	defer s.leave()
	beating := make(chan struct{})
	go func() {
		defer close(beating)
		recovery.Do(s.Log, "transcoding.beat", func() { j.beats(work) })
	}()
	err := recovery.Run(s.Log, "transcoding.job", func() error { return j.run(work) })
	if cause := context.Cause(work); err != nil && cause != nil {
		err = cause
	}
	if err != nil && ctx.Err() != nil {
		err = errStopped
	}
	end(nil)
	<-beating
	last, done := context.WithTimeout(context.WithoutCancel(ctx), giveBackTime)
	defer done()
	if err := j.ended(last, err); err != nil && !errors.Is(err, errLost) {
		s.Log.Warn("end a try of a video", "video", j.media.ID, "error", err)
	}
}

func (s *Service) enter(j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current = j
}

func (s *Service) leave() { s.enter(nil) }

// interrupt ends the job of a video that was removed.
func (s *Service) interrupt(mediaID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current != nil && s.current.media.ID == mediaID {
		s.current.end(errLost)
	}
}

// beats renews the lease until the job ends. One that could not be renewed for its whole
// time may be somebody else's, and ends the job.
func (j *job) beats(ctx context.Context) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	until := j.Now().Add(leaseTime)
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		err := j.guarded(ctx, func(context.Context, *db.Tx) error { return nil })
		switch now := j.Now(); {
		case err == nil:
			until = now.Add(leaseTime)
		case errors.Is(err, errLost), !now.Before(until):
			j.end(errLost)
			return
		}
	}
}

// guarded writes an effect of this try: in the transaction that renews its lease, or not at all.
func (j *job) guarded(ctx context.Context, effect func(ctx context.Context, tx *db.Tx) error) error {
	return j.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		kept, err := updateLease(ctx, tx, j.media.ID, j.holder, j.Now().Add(leaseTime))
		if err == nil && !kept {
			err = errLost
		}
		if err != nil {
			return err
		}
		return effect(ctx, tx)
	})
}

// refusal is why the file will never be a video.
type refusal struct{ *fault.Fault }

// judged tells what kit/transcode refuses from all other errors, of which some are faults
// too: a database that is away is one, for whoever waits for an answer.
func judged(err error) error {
	if _, ours := errors.AsType[*transcode.Failure](err); ours {
		return err
	}
	if said, refused := errors.AsType[*fault.Fault](err); refused {
		return &refusal{said}
	}
	return err
}

// What people read of failures. The operator reads the detail.
const (
	reasonAgain   = "Something went wrong on our side while this video was made ready. It is tried again by itself."
	reasonGivenUp = "Something went wrong on our side while this video was made ready. Try it again, or tell the operator of this site."
	maxDetail     = 2000 // bytes
)

// ended writes how a try ended, and lets go of the video.
func (j *job) ended(ctx context.Context, err error) error {
	refusal, refused := errors.AsType[*refusal](err)
	j.counts.ended(err, refused)
	if errors.Is(err, errLost) {
		return errLost
	}
	return j.guarded(ctx, func(ctx context.Context, tx *db.Tx) error {
		var write error
		switch {
		case err == nil:
			write = updateDone(ctx, tx, j.media.ID, j.Now())
		case errors.Is(err, errStopped), errors.Is(err, errYields):
			write = updateGivenBack(ctx, tx, j.media.ID)
		case refused:
			write = updateRefused(ctx, tx, j.media.ID, refusal.Error())
		default:
			j.tools.Store(nil) // perhaps a program is gone
			j.Log.Warn("a video failed", "video", j.media.ID, "try", j.try, "error", err)
			reason, next := reasonGivenUp, time.Time{}
			if j.try < maxTries {
				reason, next = reasonAgain, j.Now().Add(waits[j.try-1])
			}
			write = updateFailed(ctx, tx, j.media.ID, reason, clipped(err.Error()), next)
		}
		if write != nil {
			return write
		}
		return j.tell(ctx, tx, j.media.ID)
	})
}

// clipped is the end of a text, where programs say what went wrong.
func clipped(text string) string {
	if len(text) > maxDetail {
		text = text[len(text)-maxDetail:]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "?") // neither is text for PostgreSQL
}
