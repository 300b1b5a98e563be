package runner

import (
	"context"
	"errors"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/core"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/store"
)

// Listener takes the media engine's events.
type Listener struct{ *core.Core }

// NewListener makes it over the core.
func NewListener(c *core.Core) *Listener { return &Listener{c} }

// HandleEngineEvent takes the media engine's events: the publisher's picture makes the show
// live, its loss pauses it, members join and leave, and each that joins is checked once
// more.
func (l *Listener) HandleEngineEvent(ctx context.Context, ev sfu.Event) {
	var err error
	switch {
	case ev.Kind == sfu.TrackPublished && ev.Track == "video":
		err = l.pictureStarted(ctx, ev)
	case ev.Kind == sfu.Left, ev.Kind == sfu.TrackUnpublished && ev.Track == "video":
		err = l.left(ctx, ev)
	case ev.Kind == sfu.Joined:
		err = l.joined(ctx, ev)
	case ev.Kind == sfu.RoomFinished:
		err = l.roomFinished(ctx, ev)
	}
	if err != nil && ctx.Err() == nil {
		l.Log.Error("media event", "kind", ev.Kind, "room", ev.Room, "identity", ev.Identity, "error", err)
	}
}

func (l *Listener) pictureStarted(ctx context.Context, ev sfu.Event) error {
	return l.WithStaged(ctx, ev.Room, func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error {
		if current.Publisher != ev.Identity {
			return nil
		}
		_, err := l.GainPicture(ctx, tx, current)
		return err
	})
}

// left takes the loss of a picture or of a participant.
func (l *Listener) left(ctx context.Context, ev sfu.Event) error {
	who := gate.ReadIdentity(ev.Identity)
	if who.Kind != gate.KindPublisher && who.Kind != gate.KindSeat {
		return nil // a viewer left: nothing to find out
	}
	back, err := l.hasRejoined(ctx, ev)
	if err != nil || back {
		return err
	}
	return l.WithStaged(ctx, ev.Room, func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error {
		if who.Kind == gate.KindPublisher {
			if current.Publisher != ev.Identity {
				return nil
			}
			why := lifecycle.LineLost
			if ev.Kind == sfu.TrackUnpublished {
				why = lifecycle.CameraOff
			}
			_, err := l.LosePicture(ctx, tx, current, l.Now(), why)
			return err
		}
		return l.ChangeSeat(ctx, tx, current, ev.Identity, lifecycle.Seat.Lost)
	})
}

// hasRejoined asks the engine whether the identity has come back: the end of an
// old connection may be told after the start of the next.
func (l *Listener) hasRejoined(ctx context.Context, ev sfu.Event) (bool, error) {
	present, err := l.Engine.Participants(ctx, ev.Room)
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
func (l *Listener) joined(ctx context.Context, ev sfu.Event) error {
	if err := l.removeRefused(ctx, ev); err != nil || gate.ReadIdentity(ev.Identity).Kind != gate.KindSeat {
		return err
	}
	return l.WithStaged(ctx, ev.Room, func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error {
		return l.ChangeSeat(ctx, tx, current, ev.Identity, lifecycle.Seat.Joined)
	})
}

// removeRefused removes a participant that was connecting while the permission ended: the
// gate had admitted it, and the cut did not find it yet.
func (l *Listener) removeRefused(ctx context.Context, ev sfu.Event) error {
	_, _, leg := lifecycle.ReadRoom(ev.Room)
	who := gate.ReadIdentity(ev.Identity)
	err := l.Admit(ctx, sfu.Grant{
		Room: ev.Room, Identity: ev.Identity, Publish: who.Kind == gate.KindPublisher || who.Kind == gate.KindSeat && leg != "",
	})
	if _, refused := errors.AsType[*fault.Fault](err); refused {
		return l.Engine.Remove(ctx, ev.Room, ev.Identity)
	}
	return err
}

// roomFinished makes the room of an open show again: the engine closed it, or was
// started anew, and the publisher is about to come back.
func (l *Listener) roomFinished(ctx context.Context, ev sfu.Event) error {
	var current lifecycle.Show
	err := l.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
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
	return l.OpenRooms(ctx, current)
}
