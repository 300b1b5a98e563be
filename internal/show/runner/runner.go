// Package runner looks after the shows that this node holds the lease of: it takes the
// engine's events, compares what is stored with the media rooms, ticks the meters, and ends
// what has waited too long.
package runner

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/recovery"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/core"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/snapshots"
	"limelight/internal/show/store"
)

// Runner looks after the shows that this node holds the lease of.
type Runner struct {
	*core.Core
	snapshots *snapshots.Snapshotter
	failures  *prometheus.CounterVec
}

// New makes the runner, which watches rooms for snapshots too.
func New(c *core.Core, s *snapshots.Snapshotter) *Runner { return &Runner{c, s, newFailures()} }

const (
	tickEvery = time.Second     // how often meters and deadlines are looked at
	pollEvery = 2 * time.Second // how often the media rooms are
)

// Run looks after open shows until ctx ends: it counts viewers, takes pictures,
// runs the meters, and ends what has been dark or waited too long. Each show is
// watched by one node. Meters do not wait for the rooms, and an eviction of this node
// waits for no other node: each has a loop of its own.
func (r *Runner) Run(ctx context.Context) error {
	defer r.snapshots.Close()
	var loops sync.WaitGroup
	for _, l := range []struct {
		name  string
		pause time.Duration
		woken <-chan struct{}
		look  func(context.Context) error
	}{
		{loopClock, tickEvery, nil, r.Tick}, {loopRooms, pollEvery, nil, r.Poll},
		{loopHere, tickEvery, r.WakeHere, r.EvictHere}, {loopEvict, tickEvery, r.WakeAll, r.Evict},
	} {
		loops.Go(func() {
			defer recovery.Catch(r.Log, "show.watch", nil)
			r.every(ctx, l.name, l.pause, l.woken, l.look)
		})
	}
	loops.Wait()
	return nil
}

func (r *Runner) every(ctx context.Context, name string, pause time.Duration, woken <-chan struct{}, look func(context.Context) error) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	var told time.Time // what goes on failing is told once a minute
	for {
		err := recovery.Run(r.Log, "show.watch", func() error { return look(ctx) })
		switch {
		case err == nil:
			told = time.Time{}
		case ctx.Err() == nil:
			r.failures.WithLabelValues(name).Inc()
			if time.Since(told) >= time.Minute {
				told = time.Now()
				r.Log.Error("watch shows", "loop", name, "error", err)
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

// Poll looks once at every show on stage that this node watches.
func (r *Runner) Poll(ctx context.Context) error {
	failed := r.keepLeases(ctx)
	open, seats, err := r.openNow(ctx)
	if err != nil {
		return errors.Join(failed, err)
	}
	watched := slices.DeleteFunc(open, func(o lifecycle.Show) bool { return !o.OnStage() || !o.LeasedBy(r.Node, r.Now()) })
	pictured := map[string]bool{}
	for _, current := range watched {
		pictured[current.Room()] = !current.Paid()
	}
	failed = errors.Join(failed, core.Each(watched, func(current lifecycle.Show) error { return r.inspect(ctx, current, seats[current.ID]) }))
	r.snapshots.KeepOnly(pictured)
	return failed
}

// openNow are the shows that have not ended, with the seats taken in them.
func (r *Runner) openNow(ctx context.Context) (open []lifecycle.Show, seats map[string][]lifecycle.Seat, err error) {
	err = r.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if open, err = store.SelectAllOpen(ctx, tx); err != nil {
			return err
		}
		taken, err := store.SelectOpenSeats(ctx, tx)
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
func (r *Runner) keepLeases(ctx context.Context) error {
	open, err := r.OpenShows(ctx)
	if err != nil {
		return err
	}
	now := r.Now()
	var free []lifecycle.Show
	late := false
	for _, o := range open {
		switch {
		case !o.OnStage():
		case o.LeasedBy(r.Node, now):
			late = late || o.WatchedUntil.Before(now.Add(core.Lease/2))
		case r.LeaseLost(o):
			free = append(free, o)
		}
	}
	if late {
		err = r.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return store.RenewLeases(ctx, tx, r.Node, now, now.Add(core.Lease))
		})
	}
	return errors.Join(err, core.Each(free, func(o lifecycle.Show) error { return r.claim(ctx, o.ID) }))
}

// claim takes the lease on a show that nobody watches. Taking it from a node that
// vanished rewinds the show's clocks (core.LockShow).
func (r *Runner) claim(ctx context.Context, showID string) error {
	return r.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := r.LockShow(ctx, tx, showID)
		if err != nil || !current.OnStage() || !r.LeaseLost(current) {
			return err
		}
		return store.HoldLease(ctx, tx, showID, r.Node, r.Now().Add(core.Lease))
	})
}

// inspect does what one show needs now.
func (r *Runner) inspect(ctx context.Context, current lifecycle.Show, seats []lifecycle.Seat) error {
	asked := r.Now()
	present, err := r.Engine.Participants(ctx, current.Room())
	if err != nil {
		return err
	}
	if r.sendsUnlisted(current, present) {
		return nil // a cluster's list lives in Redis, which may be emptied; its rooms do not
	}
	if current.Paid() {
		return r.reconcile(ctx, current, seats, present, asked)
	}
	if why := r.overdue(current); why != "" {
		return r.finish(ctx, current.ID, why)
	}
	viewers, onStage := count(present, current)
	if r.HLS != nil {
		viewers += r.HLS.Viewers(current.ID, current.Epoch)
	}
	if current.Status == lifecycle.Live && !onStage {
		return r.pauseVanished(ctx, current)
	}
	if err := r.recount(ctx, current, viewers); err != nil {
		return err
	}
	if current.Status != lifecycle.Live {
		return r.OpenRooms(ctx, current)
	}
	r.snapshots.Watch(ctx, current)
	return nil
}

// sendsUnlisted says that a publisher missing in the engine's list sends pictures all the
// same: then the list is wrong, and nothing is decided by it.
func (r *Runner) sendsUnlisted(current lifecycle.Show, present []sfu.Participant) bool {
	if slices.ContainsFunc(present, func(p sfu.Participant) bool { return p.Identity == current.Publisher }) {
		return false
	}
	at := r.Engine.Media(current.Room(), current.Publisher).FrameAt
	passed := r.Now().Sub(at)
	return !at.IsZero() && passed >= 0 && passed < frameLoss
}

// finish ends a show, unless it has left the stage by then.
func (r *Runner) finish(ctx context.Context, showID string, why lifecycle.Reason) error {
	return r.WithEvictions(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := r.LockShow(ctx, tx, showID)
		if err != nil || !current.OnStage() {
			return err
		}
		return r.EndShow(ctx, tx, current, why)
	})
}

// count leaves out the performer in their own room, and takes an account
// in two tabs for one viewer. Of a guest only the tab and the address are known, and few
// count of one address.
func count(present []sfu.Participant, current lifecycle.Show) (viewers int, onStage bool) {
	seen, guests := map[string]bool{}, limit.Open{}
	for _, p := range present {
		who := gate.ReadIdentity(p.Identity)
		switch {
		case p.Identity == current.Publisher:
			onStage = true
		case !who.Viewer() || who.Account == current.PerformerID || seen[who.Person()]:
		case who.Account != gate.GuestAccount || guests.Enter(strings.Split(who.Place, "."), limit.CrowdPerAddress, 0) == limit.Entered:
			seen[who.Person()] = true
		}
	}
	return len(seen), onStage
}

// pauseVanished pauses a show whose publisher vanished without a word, as when the
// engine was killed.
func (r *Runner) pauseVanished(ctx context.Context, current lifecycle.Show) error {
	if err := r.OpenRooms(ctx, current); err != nil {
		return err
	}
	return r.WithStaged(ctx, current.Room(), func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error {
		_, err := r.LosePicture(ctx, tx, current, r.Now(), lifecycle.LineLost)
		return err
	})
}

func (r *Runner) recount(ctx context.Context, current lifecycle.Show, viewers int) error {
	if viewers == current.Viewers {
		return nil
	}
	err := r.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now, err := store.LockShow(ctx, tx, current.ID)
		if err != nil || !now.OnStage() || now.Epoch != current.Epoch {
			return err // held since: nobody watches
		}
		if err := store.UpdateViewers(ctx, tx, current.ID, viewers); err != nil {
			return err
		}
		return r.Stage.SetViewers(ctx, tx, current.PerformerID, viewers, now.Snapshot)
	})
	if err != nil {
		return err
	}
	current.Viewers = viewers
	r.Counted(current)
	return nil
}
