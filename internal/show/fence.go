package show

import (
	"context"
	"errors"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/show/lifecycle"
)

// The fence: who lost the right to watch loses the media within a second. The
// order is fixed. First the database says no, in the transaction that takes the
// right away, so that the gate refuses every older token on every node; with it
// is written who must leave. Then the engine is told. Should the node die in
// between, any node tells it again within a second.

// repeatPeeks is how long somebody hidden is shown out again: one who was on the
// way through the door is in no list and causes no event.
const repeatPeeks = 5 * time.Second

// curtain runs change in a transaction and then shows out everybody who has to
// leave because of it.
func (s *Service) curtain(ctx context.Context, change func(ctx context.Context, tx *db.Tx) error) error {
	if err := s.DB.Write(ctx, change); err != nil {
		return err
	}
	if err := s.Evict(ctx); err != nil {
		s.Log.Error("show somebody out", "error", err) // repeated by Run
	}
	return nil
}

// EvictSoon has Run do it at once, for who must not wait for an engine's answer.
func (s *Service) EvictSoon() {
	for _, loop := range []chan struct{}{s.leaving.here, s.leaving.all} {
		select {
		case loop <- struct{}{}:
		default: // it is about to look
		}
	}
}

// Evict closes the connections whose right has ended, and shows out whoever is
// still to leave a media room.
func (s *Service) Evict(ctx context.Context) error {
	here := s.evictHere(ctx)
	cuts := s.makeCuts(ctx) // before the rest: it may write evictions
	return errors.Join(here, cuts, s.evictWaiting(ctx))
}

// evictHere does what Evict does for the connections and the engine of this node
// alone: it asks the database and nobody else. Nodes tell each other by Redis who
// must leave, and while it stands still each looks for itself. What waits goes on
// waiting until every node was told.
func (s *Service) evictHere(ctx context.Context) error {
	if s.Own == nil {
		return nil
	}
	waiting, err := s.waitingCuts(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, one := range waiting {
		failed = append(failed, s.CutHere(ctx, one), s.cutFrom(ctx, s.Own, one))
	}
	list, err := s.waitingEvictions(ctx)
	for _, e := range list {
		failed = append(failed, showOut(ctx, s.Own, e))
	}
	return errors.Join(append(failed, err)...)
}

func (s *Service) evictWaiting(ctx context.Context) error {
	list, err := s.waitingEvictions(ctx)
	if err != nil {
		return err
	}
	var failed []error
	var done []eviction
	for _, e := range list {
		if err := showOut(ctx, s.Engine, e); err != nil {
			failed = append(failed, err)
		} else if !e.until.After(s.Now()) {
			done = append(done, e)
		}
	}
	if len(done) == 0 {
		return errors.Join(failed...)
	}
	return errors.Join(append(failed, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, e := range done {
			if err := deleteEviction(ctx, tx, e); err != nil {
				return err
			}
		}
		return nil
	}))...)
}

func (s *Service) waitingEvictions(ctx context.Context) (list []eviction, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err = selectEvictions(ctx, tx)
		return err
	})
	return list, err
}

func showOut(ctx context.Context, from Rooms, e eviction) error {
	if e.identity == "" {
		return from.DeleteRoom(ctx, e.room)
	}
	return from.Remove(ctx, e.room, e.identity)
}

// evictAll writes that the rooms of the show's present epoch must be dark.
func (s *Service) evictAll(ctx context.Context, tx *db.Tx, closed lifecycle.Show) error {
	rooms := []string{closed.Room()}
	if closed.Type == lifecycle.Private && closed.Camera != CameraNone {
		rooms = append(rooms, closed.MemberRoom())
	}
	for _, room := range rooms {
		if err := insertEviction(ctx, tx, eviction{room: room, until: s.Now()}); err != nil {
			return err
		}
	}
	return nil
}

// evict writes that one identity must leave the show.
func (s *Service) evict(ctx context.Context, tx *db.Tx, from lifecycle.Show, identity string) error {
	e := eviction{room: from.Room(), identity: identity, until: s.Now()}
	if readIdentity(identity).kind == looking {
		e.until = e.until.Add(repeatPeeks)
	}
	return insertEviction(ctx, tx, e)
}

// hold takes the public show off the stage for a paid one: its epoch is over, and
// with it every token, address and picture of it.
func (s *Service) hold(ctx context.Context, tx *db.Tx, public lifecycle.Show) error {
	if err := s.evictAll(ctx, tx, public); err != nil {
		return err
	}
	public = lifecycle.Decide(lifecycle.State{Show: public, Now: s.Now()}, lifecycle.Hold).Show
	if err := updateStage(ctx, tx, public); err != nil {
		return err
	}
	return s.Stage.SetViewers(ctx, tx, public.PerformerID, 0, "")
}
