package recording

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/hls"
	"limelight/internal/kit/id"
	"limelight/internal/kit/recovery"
	"limelight/internal/kit/sfu"
)

const (
	waiting      = 4                // pieces that wait for a slow store, 8 MB each at most
	storeTimeout = 20 * time.Second // for the last piece after the end
)

var errSlow = errors.New("the store of files is too slow for the recording")

// record records a room until ctx or the room ends.
func (s *Service) record(ctx context.Context, t candidate) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	pieces := make(chan hls.Chunk, waiting)
	recorder := hls.NewRecorder(func(p hls.Chunk) error {
		select {
		case pieces <- p:
			return nil
		default:
			return errSlow
		}
	})
	stored := make(chan error, 1)
	go func() {
		err := recovery.Run(s.Log, "recording.store", func() error { return s.store(ctx, t, pieces) })
		end(err)
		for range pieces { // nobody may wait for what is not stored any more
		}
		stored <- err
	}()
	err := s.Engine.Receive(ctx, t.room(), t.by, func(u sfu.Unit) {
		if err := recovery.Run(s.Log, "recording.encode", func() error { return recorder.Put(hls.Sample(u)) }); err != nil {
			end(err)
		}
	})
	err = errors.Join(err, recovery.Run(s.Log, "recording.encode", recorder.End))
	close(pieces)
	return errors.Join(err, <-stored)
}

// store keeps the pieces of one recording until there are no more. What is in
// its hands is kept also after ctx has ended.
func (s *Service) store(ctx context.Context, t candidate, pieces <-chan hls.Chunk) (err error) {
	kept := context.WithoutCancel(ctx)
	var r Recording
	alive := time.NewTicker(touchEvery)
	defer alive.Stop()
	defer func() {
		if r.ID != "" {
			err = errors.Join(err, s.change(kept, func(ctx context.Context, tx *db.Tx) error { return closeRecording(ctx, tx, r.ID, s.Now()) }))
		}
	}()
	for {
		select {
		case p, more := <-pieces:
			if !more {
				return nil
			}
			if r.ID == "" {
				now := s.Now()
				r = Recording{ID: id.New(now), ShowID: t.showID, Type: t.kind, Title: t.title, StartedAt: now.Add(-p.Length), performerID: t.performerID, touchedAt: now}
				if err := s.change(kept, func(ctx context.Context, tx *db.Tx) error { return insertRecording(ctx, tx, r) }); err != nil {
					r.ID = ""
					return err
				}
			}
			if err := s.keep(kept, &r, p); err != nil {
				return err
			}
		case <-alive.C:
			if r.ID == "" {
				continue
			}
			if err := s.change(kept, func(ctx context.Context, tx *db.Tx) error { return touchRecording(ctx, tx, r.ID, s.Now()) }); err != nil {
				return err
			}
		}
	}
}

// keep stores the bytes first: a piece that the database names is there.
func (s *Service) keep(ctx context.Context, r *Recording, p hls.Chunk) error {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	if err := s.Store.Put(ctx, key(r.ID, r.pieces), bytes.NewReader(p.Data), int64(len(p.Data))); err != nil {
		return err
	}
	number := r.pieces
	r.pieces++
	return s.change(ctx, func(ctx context.Context, tx *db.Tx) error {
		return insertPiece(ctx, tx, r.ID, number, int64(len(p.Data)), p.Length, s.Now())
	})
}

func (s *Service) change(ctx context.Context, do func(ctx context.Context, tx *db.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	return s.DB.Write(ctx, do)
}

func folder(recordingID string) string { return "recordings/" + recordingID }

func key(recordingID string, number int) string {
	return fmt.Sprintf("%s/%06d.mp4", folder(recordingID), number)
}

// indexKey is where a finished recording's beginning lies.
func indexKey(recordingID string) string { return folder(recordingID) + "/index.mp4" }
