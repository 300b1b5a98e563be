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
// live, its loss pauses it, members come and go, and who joins is looked at once
// more.
func (s *Service) Heard(ctx context.Context, ev sfu.Event) {
	var err error
	switch {
	case ev.Kind == sfu.TrackPublished && ev.Track == "video":
		err = s.pictureCame(ctx, ev)
	case ev.Kind == sfu.Left, ev.Kind == sfu.TrackUnpublished && ev.Track == "video":
		err = s.went(ctx, ev)
	case ev.Kind == sfu.Joined:
		err = s.came(ctx, ev)
	case ev.Kind == sfu.RoomFinished:
		err = s.roomGone(ctx, ev)
	}
	if err != nil && ctx.Err() == nil {
		s.Log.Error("media event", "kind", ev.Kind, "room", ev.Room, "identity", ev.Identity, "error", err)
	}
}

// onShow runs do with the show on stage that the event is about; what is over is
// no news.
func (s *Service) onShow(ctx context.Context, room string, do func(ctx context.Context, tx *db.Tx, current Show) error) error {
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		showID, epoch, leg := readRoom(room)
		current, err := s.lock(ctx, tx, showID)
		if err != nil {
			return err
		}
		if !current.onStage() || current.Epoch != epoch || leg != "" {
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
	return s.onShow(ctx, ev.Room, func(ctx context.Context, tx *db.Tx, current Show) error {
		if current.Publisher != ev.Identity {
			return nil
		}
		_, err := s.gain(ctx, tx, current)
		return err
	})
}

// gain notes that the performer's picture is there.
func (s *Service) gain(ctx context.Context, tx *db.Tx, current Show) (Show, error) {
	if current.picture() {
		return current, nil
	}
	current.PictureAt, current.LostAt, current.LostCause = s.Now(), time.Time{}, ""
	if current.paid() {
		return s.settle(ctx, tx, current)
	}
	if current.LiveAt.IsZero() {
		current.LiveAt = s.Now()
	}
	current.Status = Live
	if err := updateStage(ctx, tx, current); err != nil {
		return current, err
	}
	if err := s.Stage.SetStreaming(ctx, tx, current.PerformerID, Public, current.Title); err != nil {
		return current, err
	}
	return current, s.announce(ctx, tx, current)
}

// lose notes that it is not, since at, and why: what came after is not billed.
func (s *Service) lose(ctx context.Context, tx *db.Tx, current Show, at time.Time, why Cause) (Show, error) {
	if !current.picture() {
		return current, nil
	}
	current.PictureAt, current.LostAt, current.LostCause = time.Time{}, at, why
	if current.paid() {
		return s.settle(ctx, tx, current)
	}
	current.Status = Paused
	if err := updateStage(ctx, tx, current); err != nil {
		return current, err
	}
	return current, s.announce(ctx, tx, current)
}

// went takes the loss of a picture or of a participant.
func (s *Service) went(ctx context.Context, ev sfu.Event) error {
	who := readIdentity(ev.Identity)
	if who.kind != publishing && who.kind != sitting {
		return nil // a viewer left: nothing to find out
	}
	back, err := s.backAlready(ctx, ev)
	if err != nil || back {
		return err
	}
	return s.onShow(ctx, ev.Room, func(ctx context.Context, tx *db.Tx, current Show) error {
		if who.kind == publishing {
			if current.Publisher != ev.Identity {
				return nil
			}
			why := LineLost
			if ev.Kind == sfu.TrackUnpublished {
				why = CameraOff
			}
			_, err := s.lose(ctx, tx, current, s.Now(), why)
			return err
		}
		return s.onSeat(ctx, tx, current, ev.Identity, s.wentOut)
	})
}

// backAlready asks the engine whether the identity has come back: the end of an
// old connection may be told after the start of the next.
func (s *Service) backAlready(ctx context.Context, ev sfu.Event) (bool, error) {
	present, err := s.Engine.Participants(ctx, ev.Room)
	if err != nil {
		return false, err
	}
	for _, p := range present {
		if p.Identity != ev.Identity || p.Session == ev.Session {
			continue
		}
		if p.Publishing || readIdentity(p.Identity).kind == sitting {
			return true, nil
		}
	}
	return false, nil
}

// came takes a participant's arrival.
func (s *Service) came(ctx context.Context, ev sfu.Event) error {
	if err := s.stillWelcome(ctx, ev); err != nil || readIdentity(ev.Identity).kind != sitting {
		return err
	}
	return s.onShow(ctx, ev.Room, func(ctx context.Context, tx *db.Tx, current Show) error {
		return s.onSeat(ctx, tx, current, ev.Identity, s.cameIn)
	})
}

// onSeat changes the seat of an identity, and settles the show when that matters.
func (s *Service) onSeat(ctx context.Context, tx *db.Tx, current Show, identity string, change func(*seat) bool) error {
	if !current.paid() {
		return nil
	}
	seats, err := selectSeats(ctx, tx, current.ID)
	if err != nil {
		return err
	}
	for _, one := range seats {
		if one.Identity != identity || !change(&one) {
			continue
		}
		if err := updateSeat(ctx, tx, one); err != nil {
			return err
		}
		_, err := s.settle(ctx, tx, current)
		return err
	}
	return nil
}

// stillWelcome removes who was on the way through the door while the permission
// ended: the gate had admitted them, and the cut did not find them yet.
func (s *Service) stillWelcome(ctx context.Context, ev sfu.Event) error {
	_, _, leg := readRoom(ev.Room)
	who := readIdentity(ev.Identity)
	err := s.admit(ctx, sfu.Grant{
		Room: ev.Room, Identity: ev.Identity, Publish: who.kind == publishing || who.kind == sitting && leg != "",
	})
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
		showID, _, _ := readRoom(ev.Room)
		current, err = selectShow(ctx, tx, showID)
		return err
	})
	if errors.Is(err, db.ErrNone) || err == nil && (!current.onStage() || current.Room() != ev.Room && current.memberRoom() != ev.Room) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.openRooms(ctx, current)
}
