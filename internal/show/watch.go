package show

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/recovery"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
)

const (
	beat         = time.Second      // how often meters and deadlines are looked at
	glance       = 2 * time.Second  // how often the media rooms are
	hands        = 8                // shows or meters looked at together
	lease        = 10 * time.Second // how long a node keeps a show without renewing
	pictureEvery = 10 * time.Second // trust.md: a frame every 10 s
	pictureWidth = 640
	mostFailures = 3 // in a row: one keyframe may be cut short by a change of picture
)

// watchers are the hidden eyes of this node, one per show it watches.
type watchers struct {
	mu      sync.Mutex
	open    map[string]context.CancelFunc // by room
	running sync.WaitGroup
	blind   sync.Once // this machine cannot take pictures
}

// Run looks after open shows until ctx ends: it counts viewers, takes pictures,
// runs the meters, and ends what has been dark or waited too long. Each show is
// watched by one node. Meters do not wait for the rooms, and who must leave this node
// waits for no other node: each has a loop of its own.
func (s *Service) Run(ctx context.Context) error {
	defer s.watching.running.Wait()
	defer s.closeEyes(nil)
	var loops sync.WaitGroup
	for _, l := range []struct {
		name  string
		pause time.Duration
		woken <-chan struct{}
		look  func(context.Context) error
	}{
		{loopClock, beat, nil, s.Beat}, {loopRooms, glance, nil, s.Glance},
		{loopHere, beat, s.leaving.here, s.evictHere}, {loopEvict, beat, s.leaving.all, s.Evict},
	} {
		loops.Go(func() {
			defer recovery.Catch(s.Log, "show.watch", nil)
			s.every(ctx, l.name, l.pause, l.woken, l.look)
		})
	}
	loops.Wait()
	return nil
}

func (s *Service) every(ctx context.Context, name string, pause time.Duration, woken <-chan struct{}, look func(context.Context) error) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	var told time.Time // what goes on failing is told once a minute
	for {
		err := recovery.Run(s.Log, "show.watch", func() error { return look(ctx) })
		switch {
		case err == nil:
			told = time.Time{}
		case ctx.Err() == nil:
			s.failures.WithLabelValues(name).Inc()
			if time.Since(told) >= time.Minute {
				told = time.Now()
				s.Log.Error("watch shows", "loop", name, "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-woken:
		case <-tick.C:
		}
	}
}

// Glance looks once at every show on stage that this node watches.
func (s *Service) Glance(ctx context.Context) error {
	failed := s.keepLeases(ctx)
	open, seats, err := s.openNow(ctx)
	if err != nil {
		return errors.Join(failed, err)
	}
	watched := slices.DeleteFunc(open, func(o lifecycle.Show) bool { return !o.OnStage() || !o.LeasedBy(s.Node, s.Now()) })
	eyes := map[string]bool{}
	for _, current := range watched {
		eyes[current.Room()] = !current.Paid()
	}
	failed = errors.Join(failed, each(watched, func(current lifecycle.Show) error { return s.look(ctx, current, seats[current.ID]) }))
	s.closeEyes(eyes)
	return failed
}

func (s *Service) openShows(ctx context.Context) (open []lifecycle.Show, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		open, err = selectAllOpen(ctx, tx)
		return err
	})
	return open, err
}

// openNow are the shows that have not ended, with who has a seat in them.
func (s *Service) openNow(ctx context.Context) (open []lifecycle.Show, seats map[string][]lifecycle.Seat, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if open, err = selectAllOpen(ctx, tx); err != nil {
			return err
		}
		taken, err := selectOpenSeats(ctx, tx)
		seats = make(map[string][]lifecycle.Seat, len(taken))
		for _, one := range taken {
			seats[one.ShowID] = append(seats[one.ShowID], one)
		}
		return err
	})
	return open, seats, err
}

// keepLeases renews what this node holds in one write, and claims what nobody
// holds one by one.
func (s *Service) keepLeases(ctx context.Context) error {
	open, err := s.openShows(ctx)
	if err != nil {
		return err
	}
	now := s.Now()
	var free []lifecycle.Show
	late := false
	for _, o := range open {
		switch {
		case !o.OnStage():
		case o.LeasedBy(s.Node, now):
			late = late || o.WatchedUntil.Before(now.Add(lease/2))
		case s.vanished(o):
			free = append(free, o)
		}
	}
	if late {
		err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return renewLeases(ctx, tx, s.Node, now, now.Add(lease))
		})
	}
	return errors.Join(err, each(free, func(o lifecycle.Show) error { return s.claim(ctx, o.ID) }))
}

// claim takes the lease on a show that nobody watches. Taking it from a node that
// vanished sets the show's clocks back (certain).
func (s *Service) claim(ctx context.Context, showID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := s.lock(ctx, tx, showID)
		if err != nil || !current.OnStage() || !s.vanished(current) {
			return err
		}
		return holdLease(ctx, tx, showID, s.Node, s.Now().Add(lease))
	})
}

// each does something with everyone of a list, several at a time: their commits
// are gathered.
func each[T any](list []T, do func(T) error) error {
	failed := make([]error, len(list))
	var all sync.WaitGroup
	for hand := range min(hands, len(list)) {
		all.Go(func() {
			for i := hand; i < len(list); i += hands {
				failed[i] = recovery.Run(nil, "show.each", func() error { return do(list[i]) })
			}
		})
	}
	all.Wait()
	return errors.Join(failed...)
}

// look does what one show needs now.
func (s *Service) look(ctx context.Context, current lifecycle.Show, seats []lifecycle.Seat) error {
	asked := s.Now()
	present, err := s.Engine.Participants(ctx, current.Room())
	if err != nil {
		return err
	}
	if s.sendsUnlisted(current, present) {
		return nil // a cluster's list lives in Redis, which may be emptied; its rooms do not
	}
	if current.Paid() {
		return s.reconcile(ctx, current, seats, present, asked)
	}
	if why := s.overdue(current); why != "" {
		return s.finish(ctx, current.ID, why)
	}
	viewers, onStage := count(present, current)
	if s.HLS != nil {
		viewers += s.HLS.Viewers(current.ID, current.Epoch)
	}
	if current.Status == lifecycle.Live && !onStage {
		return s.wentDark(ctx, current)
	}
	if err := s.recount(ctx, current, viewers); err != nil {
		return err
	}
	if current.Status != lifecycle.Live {
		return s.openRooms(ctx, current)
	}
	s.watch(ctx, current)
	return nil
}

// sendsUnlisted says that a publisher whom the engine does not list sends pictures
// all the same: then the list is wrong, and nobody is judged by it.
func (s *Service) sendsUnlisted(current lifecycle.Show, present []sfu.Participant) bool {
	if slices.ContainsFunc(present, func(p sfu.Participant) bool { return p.Identity == current.Publisher }) {
		return false
	}
	at := s.Engine.Media(current.Room(), current.Publisher).FrameAt
	passed := s.Now().Sub(at)
	return !at.IsZero() && passed >= 0 && passed < frameLoss
}

// finish ends a show, unless it has left the stage by then.
func (s *Service) finish(ctx context.Context, showID string, why lifecycle.Reason) error {
	return s.curtain(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := s.lock(ctx, tx, showID)
		if err != nil || !current.OnStage() {
			return err
		}
		return s.end(ctx, tx, current, why)
	})
}

// count leaves the performer out who looks at her own room, and takes an account
// in two tabs for one viewer. Of a guest only the tab and the address are known, and few
// count of one address.
func count(present []sfu.Participant, current lifecycle.Show) (viewers int, onStage bool) {
	seen, guests := map[string]bool{}, limit.Open{}
	for _, p := range present {
		who := readIdentity(p.Identity)
		switch {
		case p.Identity == current.Publisher:
			onStage = true
		case !who.viewer() || who.account == current.PerformerID || seen[who.person()]:
		case who.account != guest || guests.Enter(strings.Split(who.place, "."), limit.CrowdPerAddress, 0) == limit.Entered:
			seen[who.person()] = true
		}
	}
	return len(seen), onStage
}

// wentDark pauses a show whose publisher vanished without a word, as when the
// engine was killed.
func (s *Service) wentDark(ctx context.Context, current lifecycle.Show) error {
	if err := s.openRooms(ctx, current); err != nil {
		return err
	}
	return s.onShow(ctx, current.Room(), func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error {
		_, err := s.lose(ctx, tx, current, s.Now(), lifecycle.LineLost)
		return err
	})
}

func (s *Service) recount(ctx context.Context, current lifecycle.Show, viewers int) error {
	if viewers == current.Viewers {
		return nil
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now, err := lockShow(ctx, tx, current.ID)
		if err != nil || !now.OnStage() || now.Epoch != current.Epoch {
			return err // held since: nobody watches
		}
		if err := updateViewers(ctx, tx, current.ID, viewers); err != nil {
			return err
		}
		return s.Stage.SetViewers(ctx, tx, current.PerformerID, viewers, now.Snapshot)
	})
	if err != nil {
		return err
	}
	current.Viewers = viewers
	s.Counted(current)
	return nil
}

// watch starts this node's eye on a room that has a picture.
func (s *Service) watch(ctx context.Context, current lifecycle.Show) {
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
		err := recovery.Run(s.Log, "show.pictures", func() error { return s.pictures(seeing, current) })
		if err != nil && seeing.Err() == nil {
			s.Log.Warn("take pictures", "show", current.ID, "error", err)
		}
	})
}

// forget lets the next glance open the eye anew: the room may be alive while
// the watcher is not.
func (s *Service) forget(room string) {
	s.watching.mu.Lock()
	defer s.watching.mu.Unlock()
	if end := s.watching.open[room]; end != nil {
		end()
		delete(s.watching.open, room)
	}
}

// pictures stores a snapshot every pictureEvery until ctx or the room ends.
func (s *Service) pictures(ctx context.Context, current lifecycle.Show) error {
	watcher, err := s.Engine.Watch(ctx, current.Room())
	if err != nil {
		return err
	}
	tick := time.NewTicker(pictureEvery)
	defer tick.Stop()
	failures := 0
	for {
		err := s.picture(ctx, current, watcher)
		if failures++; err == nil {
			failures = 0
		}
		if failures >= mostFailures {
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

func (s *Service) picture(ctx context.Context, current lifecycle.Show, watcher *sfu.Watcher) error {
	jpeg, err := watcher.JPEG(ctx, pictureWidth)
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
	key := pictureKey(current.PerformerID)
	if err := s.Pictures.Put(ctx, key, bytes.NewReader(jpeg), int64(len(jpeg))); err != nil {
		return fmt.Errorf("store a snapshot: %w", err)
	}
	snapshot := fmt.Sprintf("/snapshots/%s/%d.jpg", current.PerformerID, s.Now().UnixMilli())
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		viewers, err := updateSnapshot(ctx, tx, current, snapshot)
		if errors.Is(err, db.ErrNone) {
			return nil // the show ended, or was fenced, while the picture was taken
		}
		if err != nil {
			return err
		}
		return s.Stage.SetViewers(ctx, tx, current.PerformerID, viewers, snapshot)
	})
}

func pictureKey(performerID string) string { return "snapshots/" + performerID + ".jpg" }

// closeEyes closes those whose room is not in keep.
func (s *Service) closeEyes(keep map[string]bool) {
	s.watching.mu.Lock()
	defer s.watching.mu.Unlock()
	for room, end := range s.watching.open {
		if !keep[room] {
			end()
			delete(s.watching.open, room)
		}
	}
}
