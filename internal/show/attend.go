package show

import (
	"context"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/sfu"
)

// attend brings a paid show in line with who is in its media room, and ends what
// has waited too long. Events tell the same sooner; this is what holds when one
// was lost.
func (s *Service) attend(ctx context.Context, current Show, seats []seat, present []sfu.Participant, asked time.Time) error {
	if current.Status != Live {
		if err := s.openRooms(ctx, current); err != nil {
			return err
		}
	}
	in := presence(current, present, asked)
	in.picture = in.picture && s.Engine.Media(current.Room(), current.Publisher).Moves(asked, frameLoss)
	if !s.stirs(current, seats, in) {
		return nil
	}
	return s.curtain(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := s.lock(ctx, tx, current.ID)
		if err != nil || !current.onStage() {
			return err
		}
		return s.align(ctx, tx, current, in)
	})
}

// room is who the engine said was in a show's media room at an instant. What has
// changed since is known better by now.
type room struct {
	at        time.Time
	publisher bool // connected
	picture   bool
	here      map[string]bool
}

func presence(current Show, present []sfu.Participant, asked time.Time) room {
	in := room{at: asked, here: map[string]bool{}}
	for _, p := range present {
		in.here[p.Identity] = true
		if p.Identity == current.Publisher {
			in.publisher, in.picture = true, p.Video
		}
	}
	return in
}

// stirs reports whether align would change anything: most looks change nothing,
// and write nothing.
func (s *Service) stirs(current Show, seats []seat, in room) bool {
	if in.picture != current.picture() {
		return true
	}
	if _, over := s.waitedOut(current, seats, in); over {
		return true
	}
	return slices.ContainsFunc(seats, func(one seat) bool {
		if one.Kind == peeking {
			return false
		}
		_, over := s.seatWaitedOut(one)
		return over || in.here[one.Identity] != one.here()
	})
}

func (s *Service) align(ctx context.Context, tx *db.Tx, current Show, in room) (err error) {
	switch {
	case later(current.PictureAt, current.LostAt).After(in.at):
	case in.picture:
		current, err = s.gain(ctx, tx, current)
	default:
		current, err = s.lose(ctx, tx, current, s.Now(), LineLost)
	}
	if err != nil {
		return err
	}
	seats, err := selectSeats(ctx, tx, current.ID)
	if err != nil {
		return err
	}
	for _, one := range seats {
		if later(one.HereAt, one.LostAt).After(in.at) {
			continue
		}
		change := s.wentOut
		if in.here[one.Identity] {
			change = s.cameIn
		}
		if err := s.onSeat(ctx, tx, current, one.Identity, change); err != nil {
			return err
		}
	}
	return s.clear(ctx, tx, current.ID, in)
}

// clear ends the show that waited too long, or the seats that did.
func (s *Service) clear(ctx context.Context, tx *db.Tx, showID string, in room) error {
	current, err := selectShow(ctx, tx, showID)
	if err != nil || !current.onStage() {
		return err
	}
	seats, err := selectSeats(ctx, tx, showID)
	if err != nil {
		return err
	}
	if why, over := s.waitedOut(current, seats, in); over {
		return s.end(ctx, tx, current, why)
	}
	if current.Type != Group {
		return nil
	}
	for _, one := range seats {
		if why, over := s.seatWaitedOut(one); over {
			if err := s.leave(ctx, tx, current, one, why); err != nil {
				return err
			}
		}
	}
	return nil
}

// waitedOut says that a paid show must end: its media did not come in time, or
// one of those whom it cannot do without is gone for longer than the grace.
func (s *Service) waitedOut(current Show, seats []seat, in room) (Reason, bool) {
	now, rules := s.Now(), s.Rules()
	if current.Status == Starting {
		if current.Type == Private {
			return ConnectTimeout, now.Sub(current.StagedAt) > rules.ConnectFor
		}
		return ConnectTimeout, !current.picture() && now.Sub(later(current.StagedAt, current.LostAt)) > StartGrace
	}
	if !current.picture() {
		dark := now.Sub(current.LostAt)
		switch {
		case dark > rules.Grace:
			return PerformerLeft, true
		case dark > rules.MediaLoss && in.publisher && anyHere(seats):
			return MediaLost, true
		}
	}
	if current.Type == Private {
		for _, one := range seats {
			if one.Kind == seated && !one.here() && now.Sub(one.LostAt) > rules.Grace {
				return MemberLeft, true
			}
		}
	}
	return "", false
}

// seatWaitedOut says that a seat in a group show stayed empty too long.
func (s *Service) seatWaitedOut(one seat) (Reason, bool) {
	now, rules := s.Now(), s.Rules()
	switch {
	case one.Kind == peeking || !one.Metered || one.here():
		return "", false
	case one.CameAt.IsZero():
		return ConnectTimeout, now.Sub(one.TakenAt) > rules.ConnectFor
	}
	return MemberLeft, now.Sub(one.LostAt) > rules.Grace
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}
