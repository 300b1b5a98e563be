package show

import (
	"context"
	"errors"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
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
func (s *Service) onShow(ctx context.Context, room string, do func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error) error {
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		showID, epoch, leg := lifecycle.ReadRoom(room)
		current, err := s.lock(ctx, tx, showID)
		if err != nil {
			return err
		}
		if !current.OnStage() || current.Epoch != epoch || leg != "" {
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
	return s.onShow(ctx, ev.Room, func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error {
		if current.Publisher != ev.Identity {
			return nil
		}
		_, err := s.gain(ctx, tx, current)
		return err
	})
}

// gain notes that the performer's picture is there.
func (s *Service) gain(ctx context.Context, tx *db.Tx, current lifecycle.Show) (lifecycle.Show, error) {
	return s.changePicture(ctx, tx, current, current.WithPicture(s.Now()))
}

// lose notes that it is not, since at, and why: what came after is not billed.
func (s *Service) lose(ctx context.Context, tx *db.Tx, current lifecycle.Show, at time.Time, why lifecycle.Cause) (lifecycle.Show, error) {
	return s.changePicture(ctx, tx, current, current.WithoutPicture(at, why))
}

func (s *Service) changePicture(ctx context.Context, tx *db.Tx, current, changed lifecycle.Show) (lifecycle.Show, error) {
	if changed.HasPicture() == current.HasPicture() {
		return current, nil
	}
	st, err := s.state(ctx, tx, changed)
	if err != nil {
		return changed, err
	}
	st, err = s.settle(ctx, tx, st)
	return st.Show, err
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
	return s.onShow(ctx, ev.Room, func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error {
		if who.kind == publishing {
			if current.Publisher != ev.Identity {
				return nil
			}
			why := lifecycle.LineLost
			if ev.Kind == sfu.TrackUnpublished {
				why = lifecycle.CameraOff
			}
			_, err := s.lose(ctx, tx, current, s.Now(), why)
			return err
		}
		return s.onSeat(ctx, tx, current, ev.Identity, lifecycle.Seat.Lost)
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
	return s.onShow(ctx, ev.Room, func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error {
		return s.onSeat(ctx, tx, current, ev.Identity, lifecycle.Seat.Joined)
	})
}

// onSeat changes the seat of an identity, and settles the show when that matters.
func (s *Service) onSeat(ctx context.Context, tx *db.Tx, current lifecycle.Show, identity string, change func(lifecycle.Seat, time.Time) (lifecycle.Seat, bool)) error {
	st, err := s.state(ctx, tx, current)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(st.Seats, func(one lifecycle.Seat) bool { return one.Identity == identity })
	if at < 0 {
		return nil
	}
	one, changed := change(st.Seats[at], st.Now)
	if !changed {
		return nil
	}
	st.Seats[at] = one
	if err := updateSeat(ctx, tx, one); err != nil {
		return err
	}
	_, err = s.settle(ctx, tx, st)
	return err
}

// stillWelcome removes who was on the way through the door while the permission
// ended: the gate had admitted them, and the cut did not find them yet.
func (s *Service) stillWelcome(ctx context.Context, ev sfu.Event) error {
	_, _, leg := lifecycle.ReadRoom(ev.Room)
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
	var current lifecycle.Show
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		showID, _, _ := lifecycle.ReadRoom(ev.Room)
		current, err = selectShow(ctx, tx, showID)
		return err
	})
	if errors.Is(err, db.ErrNone) || err == nil && (!current.OnStage() || current.Room() != ev.Room && current.MemberRoom() != ev.Room) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.openRooms(ctx, current)
}
