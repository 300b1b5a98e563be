package show

import (
	"context"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/show/lifecycle"
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
func (s *Service) enter(ctx context.Context, tx *db.Tx, open []lifecycle.Show, next lifecycle.Show) error {
	for _, o := range open {
		if o.OnStage() {
			if err := s.hold(ctx, tx, o); err != nil {
				return err
			}
		}
		if o.Status == lifecycle.Held { // she comes from her last paid show
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
func publisherFor(open []lifecycle.Show, performerID, device string) string {
	if on, found := staged(open); found && on.Publisher == programOf(performerID) {
		return on.Publisher
	}
	return device
}

// resume brings the held show back on stage. Its epoch is new since it was held.
func (s *Service) resume(ctx context.Context, tx *db.Tx, held lifecycle.Show) (lifecycle.Show, error) {
	resumed := lifecycle.Decide(lifecycle.State{Show: held, Now: s.Now()}, lifecycle.Resume).Show
	if err := updateStage(ctx, tx, resumed); err != nil {
		return resumed, err
	}
	return resumed, s.announce(ctx, tx, resumed)
}

// awaitsClick reports whether going public is the performer's own decision now.
func (s *Service) awaitsClick(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	ended, err := selectLastPaid(ctx, tx, performerID)
	return s.Now().Before(ended.Add(clickAfter)), err
}

// end closes an open show: whoever pays is settled, its media rooms go dark, the
// performer is led to what comes next. It runs inside curtain.
func (s *Service) end(ctx context.Context, tx *db.Tx, open lifecycle.Show, why lifecycle.Reason) error {
	wasHeld := open.Status == lifecycle.Held
	if open.Paid() {
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
	ended := s.ended(open, why)
	if err := updateEnded(ctx, tx, ended); err != nil {
		return err
	}
	if !wasHeld { // a held show's rooms are dark already
		if err := s.evictAll(ctx, tx, ended); err != nil {
			return err
		}
	}
	if err := s.announce(ctx, tx, ended); err != nil {
		return err
	}
	return s.afterwards(ctx, tx, ended)
}

// ended is an open show once it is over.
func (s *Service) ended(open lifecycle.Show, why lifecycle.Reason) lifecycle.Show {
	return lifecycle.Decide(lifecycle.State{Show: open, Why: why, Now: s.Now()}, lifecycle.End).Show
}

// afterwards leads the performer back from a paid show: her public show waits a
// minute for her click.
func (s *Service) afterwards(ctx context.Context, tx *db.Tx, ended lifecycle.Show) error {
	performerID := ended.PerformerID
	open, err := selectOpenOf(ctx, tx, performerID)
	if err != nil {
		return err
	}
	for _, o := range open {
		switch {
		case o.OnStage():
			return nil // a held show ended beside it
		case o.Status == lifecycle.Held:
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
func (s *Service) EndAll(ctx context.Context, why lifecycle.Reason) error {
	open, err := s.openShows(ctx)
	if err != nil {
		return err
	}
	return each(open, func(o lifecycle.Show) error { return s.Stop(ctx, o.PerformerID, why) })
}
