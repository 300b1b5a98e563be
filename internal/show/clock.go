package show

import (
	"context"
	"errors"

	"limelight/internal/kit/db"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/meter"
)

const mostDue = 1000 // meters looked at in one beat

// Beat does what is due by the clock: it captures minutes, ends requests that
// nobody answered and held shows that nobody came back to.
func (s *Service) Beat(ctx context.Context) error {
	failed := []error{s.checkFrames(ctx), s.tickAll(ctx), s.settleLeftovers(ctx)}
	waiting, err := s.waitingShows(ctx)
	if err != nil {
		return errors.Join(append(failed, err)...)
	}
	for _, o := range waiting {
		failed = append(failed, s.endWaiting(ctx, o))
	}
	return errors.Join(failed...)
}

func (s *Service) waitingShows(ctx context.Context) (waiting []lifecycle.Show, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		waiting, err = selectWaiting(ctx, tx)
		return err
	})
	return waiting, err
}

// endWaiting ends a request that nobody answered in time, or a held show whose performer
// did not come back from her paid one.
func (s *Service) endWaiting(ctx context.Context, waiting lifecycle.Show) error {
	if s.overdue(waiting) == "" {
		return nil
	}
	return s.curtain(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := lockShow(ctx, tx, waiting.ID)
		if err != nil || current.OnStage() {
			return err
		}
		switch why := s.overdue(current); {
		case why == "":
			return nil
		case current.Status == lifecycle.Pending:
			return s.refuse(ctx, tx, current, why)
		default:
			return s.end(ctx, tx, current, why)
		}
	})
}

// overdue is why a show that nobody has a seat in has waited long enough; empty: it has not.
func (s *Service) overdue(current lifecycle.Show) lifecycle.Reason {
	return lifecycle.Decide(lifecycle.State{Show: current, Now: s.Now()}, lifecycle.Timeout).End
}

// tickAll looks at every meter whose time has come.
func (s *Service) tickAll(ctx context.Context) error {
	var due []meter.Meter
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		due, err = s.Meters.Due(ctx, tx, s.Now(), mostDue)
		return err
	})
	if err != nil {
		return err
	}
	return each(due, func(one meter.Meter) error { return s.tick(ctx, one) })
}

// tick captures what is due of one meter, if this node holds its show, and ends
// the seat whose next minute cannot be paid.
func (s *Service) tick(ctx context.Context, due meter.Meter) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := lockShow(ctx, tx, due.ShowID)
		if err != nil {
			return err
		}
		if !current.OnStage() || !current.LeasedBy(s.Node, s.Now()) {
			return nil
		}
		one, err := selectSeat(ctx, tx, due.ID)
		if err != nil || !one.Taken() {
			return err
		}
		if over, err := s.windowOver(ctx, tx, current, one); err != nil || over {
			return err
		}
		found, err := s.Meters.Tick(ctx, tx, one.ID)
		if err != nil {
			return err
		}
		if found.Exhausted {
			return s.exhaust(ctx, tx, current, one)
		}
		return s.tellTick(ctx, tx, current, one, found)
	})
}

// windowOver ends a look whose window is over and not followed by another: it was
// bought alone, or the performer has closed the door since.
func (s *Service) windowOver(ctx context.Context, tx *db.Tx, current lifecycle.Show, one lifecycle.Seat) (bool, error) {
	if one.Kind != lifecycle.PeekSeat {
		return false, nil
	}
	found, err := s.Meters.Get(ctx, tx, one.ID)
	if err != nil || found.PaidUntil().IsZero() || s.Now().Before(found.PaidUntil()) {
		return false, err
	}
	if found.Renew {
		offer, err := s.Stage.Offer(ctx, tx, current.PerformerID)
		if err != nil || offer.PeekIn {
			return false, err
		}
	}
	return true, s.leave(ctx, tx, current, one, lifecycle.WindowOver)
}

// exhaust ends the seat of who cannot pay on, at the paid boundary.
func (s *Service) exhaust(ctx context.Context, tx *db.Tx, current lifecycle.Show, one lifecycle.Seat) error {
	if current.Type == lifecycle.Private && one.Kind == lifecycle.MemberSeat {
		return s.end(ctx, tx, current, lifecycle.BalanceExhausted)
	}
	return s.leave(ctx, tx, current, one, lifecycle.BalanceExhausted)
}
