package show

import (
	"context"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// What the shop window shows of a performer beside the types of her shows.
const (
	offline = "offline"
	away    = "away"
)

// clickAfter is how long after a paid show a broadcasting program, which connects
// again by itself, makes nobody public without her click.
const clickAfter = 10 * time.Minute

var errClick = fault.New(fault.Conflict, "Your paid show is over. Press Go live in the browser to be public again.").Coded("click_needed")

// enter puts a paid show on stage: the public one is held, the fence closes.
func (s *Service) enter(ctx context.Context, tx *db.Tx, open []Show, next Show) error {
	for _, o := range open {
		if o.onStage() {
			if err := s.hold(ctx, tx, o); err != nil {
				return err
			}
		}
		if o.Status == Held { // she comes from her last paid show
			o.AwayUntil = time.Time{}
			if err := updateStage(ctx, tx, o); err != nil {
				return err
			}
		}
	}
	if err := s.Stage.SetStreaming(ctx, tx, next.PerformerID, next.Type, ""); err != nil {
		return err
	}
	return s.announce(ctx, tx, next)
}

// publisherFor is who publishes a paid show: the device that was on air when it
// is her broadcasting program, which follows by itself, otherwise the one at
// hand.
func publisherFor(open []Show, performerID, device string) string {
	if on, found := staged(open); found && on.Publisher == programOf(performerID) {
		return on.Publisher
	}
	return device
}

// resume brings the held show back on stage. Its epoch is new since it was held.
func (s *Service) resume(ctx context.Context, tx *db.Tx, held Show) (Show, error) {
	held.Status, held.StagedAt, held.AwayUntil, held.LostAt = Starting, s.Now(), time.Time{}, time.Time{}
	held.LostCause = ""
	if err := updateStage(ctx, tx, held); err != nil {
		return held, err
	}
	return held, s.announce(ctx, tx, held)
}

// awaitsClick reports whether going public is the performer's own decision now.
func (s *Service) awaitsClick(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	ended, err := selectLastPaid(ctx, tx, performerID)
	return s.Now().Before(ended.Add(clickAfter)), err
}

// end closes an open show: whoever pays is settled, its media rooms go dark, the
// performer is led to what comes next. It runs inside curtain.
func (s *Service) end(ctx context.Context, tx *db.Tx, open Show, why Reason) error {
	wasHeld := open.Status == Held
	if open.paid() {
		var err error
		if open, err = s.certain(ctx, tx, open); err != nil {
			return err
		}
		if err := s.vacate(ctx, tx, open, why); err != nil {
			return err
		}
		if err := s.Conversations.Close(ctx, tx, open.ConversationID); err != nil {
			return err
		}
	}
	open.Status, open.EndReason, open.EndedAt = Ended, why, s.Now()
	if err := updateEnded(ctx, tx, open); err != nil {
		return err
	}
	if !wasHeld { // a held show's rooms are dark already
		if err := s.evictAll(ctx, tx, open); err != nil {
			return err
		}
	}
	if err := s.announce(ctx, tx, open); err != nil {
		return err
	}
	return s.afterwards(ctx, tx, open)
}

// afterwards leads the performer back from a paid show: her public show waits a
// minute for her click.
func (s *Service) afterwards(ctx context.Context, tx *db.Tx, ended Show) error {
	performerID := ended.PerformerID
	open, err := selectOpenOf(ctx, tx, performerID)
	if err != nil {
		return err
	}
	for _, o := range open {
		switch {
		case o.onStage():
			return nil // a held show ended beside it
		case o.Status == Held:
			o.AwayUntil = s.Now().Add(s.Rules().AwayFor)
			if err := updateStage(ctx, tx, o); err != nil {
				return err
			}
			if err := s.Stage.SetStreaming(ctx, tx, performerID, away, ""); err != nil {
				return err
			}
			return s.announce(ctx, tx, o)
		}
	}
	return s.Stage.SetStreaming(ctx, tx, performerID, offline, "")
}

// EndAll ends every show and request, as when the site goes into maintenance. One
// that fails keeps no other from ending.
func (s *Service) EndAll(ctx context.Context, why Reason) error {
	open, err := s.openShows(ctx)
	if err != nil {
		return err
	}
	return each(open, func(o Show) error { return s.Stop(ctx, o.PerformerID, why) })
}
