package show

import (
	"context"
	"errors"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
)

// Heard takes the media engine's events: the publisher's picture makes the show
// live, its loss pauses it, members come and go, and who joins is looked at once
// more.
func (r *Runner) HandleEngineEvent(ctx context.Context, ev sfu.Event) {
	var err error
	switch {
	case ev.Kind == sfu.TrackPublished && ev.Track == "video":
		err = r.pictureStarted(ctx, ev)
	case ev.Kind == sfu.Left, ev.Kind == sfu.TrackUnpublished && ev.Track == "video":
		err = r.left(ctx, ev)
	case ev.Kind == sfu.Joined:
		err = r.joined(ctx, ev)
	case ev.Kind == sfu.RoomFinished:
		err = r.roomFinished(ctx, ev)
	}
	if err != nil && ctx.Err() == nil {
		r.Log.Error("media event", "kind", ev.Kind, "room", ev.Room, "identity", ev.Identity, "error", err)
	}
}

func (r *Runner) pictureStarted(ctx context.Context, ev sfu.Event) error {
	return r.withStaged(ctx, ev.Room, func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error {
		if current.Publisher != ev.Identity {
			return nil
		}
		_, err := r.gainPicture(ctx, tx, current)
		return err
	})
}

// went takes the loss of a picture or of a participant.
func (r *Runner) left(ctx context.Context, ev sfu.Event) error {
	who := readIdentity(ev.Identity)
	if who.kind != kindPublisher && who.kind != kindSeat {
		return nil // a viewer left: nothing to find out
	}
	back, err := r.hasRejoined(ctx, ev)
	if err != nil || back {
		return err
	}
	return r.withStaged(ctx, ev.Room, func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error {
		if who.kind == kindPublisher {
			if current.Publisher != ev.Identity {
				return nil
			}
			why := lifecycle.LineLost
			if ev.Kind == sfu.TrackUnpublished {
				why = lifecycle.CameraOff
			}
			_, err := r.losePicture(ctx, tx, current, r.Now(), why)
			return err
		}
		return r.changeSeat(ctx, tx, current, ev.Identity, lifecycle.Seat.Lost)
	})
}

// backAlready asks the engine whether the identity has come back: the end of an
// old connection may be told after the start of the next.
func (r *Runner) hasRejoined(ctx context.Context, ev sfu.Event) (bool, error) {
	present, err := r.Engine.Participants(ctx, ev.Room)
	if err != nil {
		return false, err
	}
	for _, p := range present {
		if p.Identity != ev.Identity || p.Session == ev.Session {
			continue
		}
		if p.Publishing || readIdentity(p.Identity).kind == kindSeat {
			return true, nil
		}
	}
	return false, nil
}

// came takes a participant's arrival.
func (r *Runner) joined(ctx context.Context, ev sfu.Event) error {
	if err := r.removeRefused(ctx, ev); err != nil || readIdentity(ev.Identity).kind != kindSeat {
		return err
	}
	return r.withStaged(ctx, ev.Room, func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error {
		return r.changeSeat(ctx, tx, current, ev.Identity, lifecycle.Seat.Joined)
	})
}

// stillWelcome removes who was on the way through the door while the permission
// ended: the gate had admitted them, and the cut did not find them yet.
func (r *Runner) removeRefused(ctx context.Context, ev sfu.Event) error {
	_, _, leg := lifecycle.ReadRoom(ev.Room)
	who := readIdentity(ev.Identity)
	err := r.admit(ctx, sfu.Grant{
		Room: ev.Room, Identity: ev.Identity, Publish: who.kind == kindPublisher || who.kind == kindSeat && leg != "",
	})
	if _, refused := errors.AsType[*fault.Fault](err); refused {
		return r.Engine.Remove(ctx, ev.Room, ev.Identity)
	}
	return err
}

// roomGone makes the room of an open show again: the engine closed it, or was
// started anew, and the publisher is about to come back.
func (r *Runner) roomFinished(ctx context.Context, ev sfu.Event) error {
	var current lifecycle.Show
	err := r.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
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
	return r.openRooms(ctx, current)
}
