package show

import (
	"context"
	"errors"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/sfu"
)

// Heard takes the media engine's events: the publisher's picture makes the show
// live, its loss pauses it, and who joins is looked at once more.
func (s *Service) Heard(ctx context.Context, ev sfu.Event) {
	var err error
	switch {
	case ev.Kind == sfu.TrackPublished && ev.Track == "video":
		err = s.pictureCame(ctx, ev)
	case ev.Kind == sfu.Left, ev.Kind == sfu.TrackUnpublished && ev.Track == "video":
		err = s.pictureLost(ctx, ev)
	case ev.Kind == sfu.Joined:
		err = s.stillWelcome(ctx, ev)
	case ev.Kind == sfu.RoomFinished:
		err = s.roomGone(ctx, ev)
	}
	if err != nil && ctx.Err() == nil {
		s.Log.Error("media event", "kind", ev.Kind, "room", ev.Room, "identity", ev.Identity, "error", err)
	}
}

// onShow runs do with the open show that the event is about, if its publisher
// caused it; everything else is no news.
func (s *Service) onShow(ctx context.Context, ev sfu.Event, do func(ctx context.Context, tx *db.Tx, current Show) error) error {
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		showID, epoch := readRoom(ev.Room)
		current, err := selectShow(ctx, tx, showID)
		if err != nil {
			return err
		}
		if current.Status == Ended || current.Epoch != epoch || current.Publisher != ev.Identity {
			return nil
		}
		return do(ctx, tx, current)
	})
	if errors.Is(err, db.ErrNone) {
		return nil
	}
	return err
}

func (s *Service) pictureCame(ctx context.Context, ev sfu.Event) error {
	return s.onShow(ctx, ev, func(ctx context.Context, tx *db.Tx, current Show) error {
		if current.Status == Live {
			return nil
		}
		if current.LiveAt.IsZero() {
			current.LiveAt = s.Now()
		}
		current.Status, current.LostAt = Live, time.Time{}
		if err := updateStatus(ctx, tx, current); err != nil {
			return err
		}
		if err := s.Stage.SetOnAir(ctx, tx, current.PerformerID, true, current.Title); err != nil {
			return err
		}
		return s.announce(ctx, tx, current)
	})
}

func (s *Service) pictureLost(ctx context.Context, ev sfu.Event) error {
	publishing, err := s.stillPublishing(ctx, ev)
	if err != nil || publishing {
		return err
	}
	return s.onShow(ctx, ev, func(ctx context.Context, tx *db.Tx, current Show) error {
		if current.Status != Live {
			return nil
		}
		current.Status, current.LostAt = Paused, s.Now()
		if err := updateStatus(ctx, tx, current); err != nil {
			return err
		}
		return s.announce(ctx, tx, current)
	})
}

// stillPublishing asks the engine whether the identity has come back already:
// the end of an old connection may be told after the start of the next.
func (s *Service) stillPublishing(ctx context.Context, ev sfu.Event) (bool, error) {
	if readIdentity(ev.Identity).kind != publishing {
		return true, nil // a viewer left: nothing to find out
	}
	present, err := s.Engine.Participants(ctx, ev.Room)
	if err != nil {
		return false, err
	}
	for _, p := range present {
		if p.Identity == ev.Identity && p.Publishing && p.Session != ev.Session {
			return true, nil
		}
	}
	return false, nil
}

// stillWelcome removes who was on the way through the door while the permission
// ended: the gate had admitted them, and the cut did not find them yet.
func (s *Service) stillWelcome(ctx context.Context, ev sfu.Event) error {
	who := readIdentity(ev.Identity)
	err := s.AdmitToken(ctx, sfu.Claims{Grant: sfu.Grant{Room: ev.Room, Identity: ev.Identity, Publish: who.kind == publishing}})
	if _, refused := errors.AsType[*fault.Fault](err); refused {
		return s.Engine.Remove(ctx, ev.Room, ev.Identity)
	}
	return err
}

// roomGone makes the room of an open show again: the engine closed it, or was
// started anew, and the publisher is about to come back.
func (s *Service) roomGone(ctx context.Context, ev sfu.Event) error {
	var current Show
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		showID, _ := readRoom(ev.Room)
		current, err = selectShow(ctx, tx, showID)
		return err
	})
	if errors.Is(err, db.ErrNone) || err == nil && (current.Status == Ended || current.Room() != ev.Room) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.Engine.CreateRoom(ctx, current.Room(), roomOptions)
}
