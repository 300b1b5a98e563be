package show

import (
	"context"
	"errors"
	"time"

	"limelight/internal/kit/db"
)

// The fence: who lost the right to watch loses the media within a second. The
// order is fixed. First the database says no, in the transaction that takes the
// right away, so that the gate refuses every older token on every node; with it
// is written who must leave. Then the engine is told. Should the node die in
// between, the next glance of any node tells it again.

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

// Evict closes the connections whose right has ended, and shows out whoever is
// still to leave a media room.
func (s *Service) Evict(ctx context.Context) error {
	cuts := s.makeCuts(ctx) // first: it may write evictions
	return errors.Join(cuts, s.evictWaiting(ctx))
}

func (s *Service) evictWaiting(ctx context.Context) error {
	var list []eviction
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		list, err = selectEvictions(ctx, tx)
		return err
	})
	if err != nil {
		return err
	}
	var failed []error
	var done []eviction
	for _, e := range list {
		if err := s.showOut(ctx, e); err != nil {
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

func (s *Service) showOut(ctx context.Context, e eviction) error {
	if e.identity == "" {
		return s.Engine.DeleteRoom(ctx, e.room)
	}
	return s.Engine.Remove(ctx, e.room, e.identity)
}

// evictAll writes that the rooms of the show's present epoch must be dark.
func (s *Service) evictAll(ctx context.Context, tx *db.Tx, closed Show) error {
	rooms := []string{closed.Room()}
	if closed.Type == Private && closed.Camera != CameraNone {
		rooms = append(rooms, closed.memberRoom())
	}
	for _, room := range rooms {
		if err := insertEviction(ctx, tx, eviction{room: room, until: s.Now()}); err != nil {
			return err
		}
	}
	return nil
}

// evict writes that one identity must leave the show.
func (s *Service) evict(ctx context.Context, tx *db.Tx, from Show, identity string) error {
	e := eviction{room: from.Room(), identity: identity, until: s.Now()}
	if readIdentity(identity).kind == looking {
		e.until = e.until.Add(repeatPeeks)
	}
	return insertEviction(ctx, tx, e)
}

// hold takes the public show off the stage for a paid one: its epoch is over, and
// with it every token, address and picture of it.
func (s *Service) hold(ctx context.Context, tx *db.Tx, public Show) error {
	if err := s.evictAll(ctx, tx, public); err != nil {
		return err
	}
	public.Status, public.Epoch, public.Publisher = Held, public.Epoch+1, ""
	public.PictureAt, public.LostAt, public.AwayUntil = time.Time{}, time.Time{}, time.Time{}
	public.LostCause, public.Viewers, public.Snapshot = "", 0, ""
	if err := updateStage(ctx, tx, public); err != nil {
		return err
	}
	return s.Stage.SetViewers(ctx, tx, public.PerformerID, 0, "")
}
