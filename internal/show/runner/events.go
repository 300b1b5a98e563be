package runner

import (
	"context"
	"errors"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/store"
)

// HandleEngineEvent takes the media engine's events: the publisher's picture makes the show
// live, its loss pauses it, members join and leave, and each that joins is checked once
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
	return r.WithStaged(ctx, ev.Room, func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error {
		if current.Publisher != ev.Identity {
			return nil
		}
		_, err := r.GainPicture(ctx, tx, current)
		return err
	})
}

// left takes the loss of a picture or of a participant.
func (r *Runner) left(ctx context.Context, ev sfu.Event) error {
	who := gate.ReadIdentity(ev.Identity)
	if who.Kind != gate.KindPublisher && who.Kind != gate.KindSeat {
		return nil // a viewer left: nothing to find out
	}
	back, err := r.hasRejoined(ctx, ev)
	if err != nil || back {
		return err
	}
	return r.WithStaged(ctx, ev.Room, func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error {
		if who.Kind == gate.KindPublisher {
			if current.Publisher != ev.Identity {
				return nil
			}
			why := lifecycle.LineLost
			if ev.Kind == sfu.TrackUnpublished {
				why = lifecycle.CameraOff
			}
			_, err := r.LosePicture(ctx, tx, current, r.Now(), why)
			return err
		}
		return r.ChangeSeat(ctx, tx, current, ev.Identity, lifecycle.Seat.Lost)
	})
}

// hasRejoined asks the engine whether the identity has come back: the end of an
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
		if p.Publishing || gate.ReadIdentity(p.Identity).Kind == gate.KindSeat {
			return true, nil
		}
	}
	return false, nil
}

// joined takes a participant's arrival.
func (r *Runner) joined(ctx context.Context, ev sfu.Event) error {
	if err := r.removeRefused(ctx, ev); err != nil || gate.ReadIdentity(ev.Identity).Kind != gate.KindSeat {
		return err
	}
	return r.WithStaged(ctx, ev.Room, func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error {
		return r.ChangeSeat(ctx, tx, current, ev.Identity, lifecycle.Seat.Joined)
	})
}

// removeRefused removes a participant that was connecting while the permission ended: the
// gate had admitted it, and the cut did not find it yet.
func (r *Runner) removeRefused(ctx context.Context, ev sfu.Event) error {
	_, _, leg := lifecycle.ReadRoom(ev.Room)
	who := gate.ReadIdentity(ev.Identity)
	err := r.Admit(ctx, sfu.Grant{
		Room: ev.Room, Identity: ev.Identity, Publish: who.Kind == gate.KindPublisher || who.Kind == gate.KindSeat && leg != "",
	})
	if _, refused := errors.AsType[*fault.Fault](err); refused {
		return r.Engine.Remove(ctx, ev.Room, ev.Identity)
	}
	return err
}

// roomFinished makes the room of an open show again: the engine closed it, or was
// started anew, and the publisher is about to come back.
func (r *Runner) roomFinished(ctx context.Context, ev sfu.Event) error {
	var current lifecycle.Show
	err := r.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		showID, _, _ := lifecycle.ReadRoom(ev.Room)
		current, err = store.SelectShow(ctx, tx, showID)
		return err
	})
	if errors.Is(err, db.ErrNone) || err == nil && (!current.OnStage() || current.Room() != ev.Room && current.MemberRoom() != ev.Room) {
		return nil
	}
	if err != nil {
		return err
	}
	return r.OpenRooms(ctx, current)
}
