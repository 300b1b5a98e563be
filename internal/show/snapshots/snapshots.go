// Package snapshots takes pictures of public shows for their cards, and serves them.
package snapshots

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/recovery"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/store"
)

const (
	pictureEvery = 10 * time.Second // trust.md: a frame every 10 s
	PictureWidth = 640              // points
	maxFailures  = 3                // in a row: one keyframe may be cut short by a change of picture
)

// Snapshotter takes pictures of public shows for their cards, and serves them.
type Snapshotter struct {
	*gate.Gate
	watching watchers
}

// New makes the snapshotter.
func New(g *gate.Gate) *Snapshotter { return &Snapshotter{Gate: g} }

// watchers are the hidden participants by which this node takes pictures, one per show.
type watchers struct {
	mu      sync.Mutex
	open    map[string]context.CancelFunc // by room
	running sync.WaitGroup
	blind   sync.Once // this machine cannot take pictures
}

// Watch begins to take pictures of a room that has one.
func (s *Snapshotter) Watch(ctx context.Context, current lifecycle.Show) {
	s.watching.mu.Lock()
	defer s.watching.mu.Unlock()
	room := current.Room()
	if s.watching.open[room] != nil {
		return
	}
	if s.watching.open == nil {
		s.watching.open = map[string]context.CancelFunc{}
	}
	seeing, end := context.WithCancel(context.WithoutCancel(ctx))
	s.watching.open[room] = end
	s.watching.running.Go(func() {
		defer s.forget(room)
		err := recovery.Run(s.Log, "show.pictures", func() error { return s.takeAll(seeing, current) })
		if err != nil && seeing.Err() == nil {
			s.Log.Warn("take pictures", "show", current.ID, "error", err)
		}
	})
}

// forget lets the next poll begin anew: the room may be alive while
// the watcher is not.
func (s *Snapshotter) forget(room string) {
	s.watching.mu.Lock()
	defer s.watching.mu.Unlock()
	if end := s.watching.open[room]; end != nil {
		end()
		delete(s.watching.open, room)
	}
}

// takeAll stores a snapshot every pictureEvery until ctx or the room ends.
func (s *Snapshotter) takeAll(ctx context.Context, current lifecycle.Show) error {
	watcher, err := s.Engine.Watch(ctx, current.Room())
	if err != nil {
		return err
	}
	tick := time.NewTicker(pictureEvery)
	defer tick.Stop()
	failures := 0
	for {
		err := s.take(ctx, current, watcher)
		if failures++; err == nil {
			failures = 0
		}
		if failures >= maxFailures {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-watcher.Done():
			return nil
		case <-tick.C:
		}
	}
}

func (s *Snapshotter) take(ctx context.Context, current lifecycle.Show, watcher *sfu.Watcher) error {
	jpeg, err := watcher.JPEG(ctx, PictureWidth)
	if errors.Is(err, sfu.ErrNoPicture) {
		return nil // no keyframe has come yet
	}
	if errors.Is(err, sfu.ErrNoDecoder) { // said once: it will not change by itself
		s.watching.blind.Do(func() { s.Log.Warn("cards show portraits instead of snapshots", "error", err) })
		return nil
	}
	if err != nil {
		return err
	}
	key := PictureKey(current.PerformerID)
	if err := s.Pictures.Put(ctx, key, bytes.NewReader(jpeg), int64(len(jpeg))); err != nil {
		return fmt.Errorf("store a snapshot: %w", err)
	}
	snapshot := fmt.Sprintf("/snapshots/%s/%d.jpg", current.PerformerID, s.Now().UnixMilli())
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		viewers, err := store.UpdateSnapshot(ctx, tx, current, snapshot)
		if errors.Is(err, db.ErrNone) {
			return nil // the show ended, or was fenced, while the picture was taken
		}
		if err != nil {
			return err
		}
		return s.Stage.SetViewers(ctx, tx, current.PerformerID, viewers, snapshot)
	})
}

// PictureKey is where the newest picture of a performer is stored.
func PictureKey(performerID string) string { return "snapshots/" + performerID + ".jpg" }

// KeepOnly closes those whose room is not in keep.
func (s *Snapshotter) KeepOnly(keep map[string]bool) {
	s.watching.mu.Lock()
	defer s.watching.mu.Unlock()
	for room, end := range s.watching.open {
		if !keep[room] {
			end()
			delete(s.watching.open, room)
		}
	}
}

// Snapshots serves /snapshots/{performerId}/{time}.jpg: the newest picture of a
// public show that is on, for its card. The time only makes the address new.
// A viewer that the performer hides from gets the answer of an unknown performer.
func (s *Snapshotter) Snapshots(w http.ResponseWriter, r *http.Request) {
	performerID := r.PathValue("performerId")
	err := s.DB.Read(r.Context(), func(ctx context.Context, tx *db.Tx) error {
		if err := s.AdmitKnown(ctx, tx, performerID, account.CallerFrom(ctx)); err != nil {
			return err
		}
		current, err := store.SelectStaged(ctx, tx, performerID)
		if err == nil && (current.Paid() || !current.OnAir()) {
			err = db.ErrNone
		}
		return err
	})
	if err != nil {
		http.NotFound(w, r)
		return
	}
	picture, err := s.Pictures.Open(r.Context(), PictureKey(performerID))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer picture.Close()
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Cache-Control", "private, max-age=60")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if _, err := io.Copy(w, picture); err != nil {
		s.Log.Debug("send a snapshot", "error", err)
	}
}

// Close ends what this node watches, and waits for it.
func (s *Snapshotter) Close() {
	s.KeepOnly(nil)
	s.watching.running.Wait()
}
