package runner

import (
	"context"
	"errors"

	"limelight/internal/kit/db"
	"limelight/internal/show/core"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/meter"
	"limelight/internal/show/store"
)

const maxDue = 1000 // meters looked at in one tick

// Tick does what is due by the clock: it captures minutes, ends requests that
// nobody answered and held shows that nobody came back to.
func (r *Runner) Tick(ctx context.Context) error {
	failed := []error{r.checkFrames(ctx), r.tickMeters(ctx), r.settleLeftovers(ctx)}
	waiting, err := r.waitingShows(ctx)
	if err != nil {
		return errors.Join(append(failed, err)...)
	}
	for _, o := range waiting {
		failed = append(failed, r.endWaiting(ctx, o))
	}
	return errors.Join(failed...)
}

func (r *Runner) waitingShows(ctx context.Context) (waiting []lifecycle.Show, err error) {
	err = r.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		waiting, err = store.SelectWaiting(ctx, tx)
		return err
	})
	return waiting, err
}

// endWaiting ends a request that nobody answered in time, or a held show whose performer
// did not come back from the paid one.
func (r *Runner) endWaiting(ctx context.Context, waiting lifecycle.Show) error {
	if r.overdue(waiting) == "" {
		return nil
	}
	return r.WithEvictions(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := store.LockShow(ctx, tx, waiting.ID)
		if err != nil || current.OnStage() {
			return err
		}
		switch why := r.overdue(current); {
		case why == "":
			return nil
		case current.Status == lifecycle.Pending:
			return r.RefuseRequest(ctx, tx, current, why)
		default:
			return r.EndShow(ctx, tx, current, why)
		}
	})
}

// overdue is why a show that nobody has a seat in has waited long enough; empty: it has not.
func (r *Runner) overdue(current lifecycle.Show) lifecycle.Reason {
	return lifecycle.Decide(lifecycle.State{Show: current, Now: r.Now()}, lifecycle.Timeout).End
}

// tickMeters looks at every meter whose time has come.
func (r *Runner) tickMeters(ctx context.Context) error {
	var due []meter.Meter
	err := r.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		due, err = r.Meters.Due(ctx, tx, r.Now(), maxDue)
		return err
	})
	if err != nil {
		return err
	}
	return core.Each(due, func(one meter.Meter) error { return r.tickMeter(ctx, one) })
}

// tickMeter captures what is due of one meter, if this node holds its show, and ends
// the seat whose next minute cannot be paid.
func (r *Runner) tickMeter(ctx context.Context, due meter.Meter) error {
	return r.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := store.LockShow(ctx, tx, due.ShowID)
		if err != nil {
			return err
		}
		if !current.OnStage() || !current.LeasedBy(r.Node, r.Now()) {
			return nil
		}
		one, err := store.SelectSeat(ctx, tx, due.ID)
		if err != nil || !one.Taken() {
			return err
		}
		if over, err := r.endWindow(ctx, tx, current, one); err != nil || over {
			return err
		}
		found, err := r.Meters.Tick(ctx, tx, one.ID)
		if err != nil {
			return err
		}
		if found.Exhausted {
			return r.endExhausted(ctx, tx, current, one)
		}
		return r.PublishTick(ctx, tx, current, one, found)
	})
}

// endWindow ends a look whose window is over and not followed by another: it was
// bought alone, or the performer allows no peeks any more.
func (r *Runner) endWindow(ctx context.Context, tx *db.Tx, current lifecycle.Show, one lifecycle.Seat) (bool, error) {
	if one.Kind != lifecycle.PeekSeat {
		return false, nil
	}
	found, err := r.Meters.Get(ctx, tx, one.ID)
	if err != nil || found.PaidUntil().IsZero() || r.Now().Before(found.PaidUntil()) {
		return false, err
	}
	if found.Renew {
		offer, err := r.Stage.Offer(ctx, tx, current.PerformerID)
		if err != nil || offer.PeekIn {
			return false, err
		}
	}
	return true, r.LeaveSeat(ctx, tx, current, one, lifecycle.WindowOver)
}

// endExhausted ends a seat that cannot be paid on, at the paid boundary.
func (r *Runner) endExhausted(ctx context.Context, tx *db.Tx, current lifecycle.Show, one lifecycle.Seat) error {
	if current.Type == lifecycle.Private && one.Kind == lifecycle.MemberSeat {
		return r.EndShow(ctx, tx, current, lifecycle.BalanceExhausted)
	}
	return r.LeaveSeat(ctx, tx, current, one, lifecycle.BalanceExhausted)
}

// settleLeftovers settles the seats that could not be when their show ended.
func (r *Runner) settleLeftovers(ctx context.Context) error {
	var left []lifecycle.Seat
	err := r.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		left, err = store.SelectLeftovers(ctx, tx)
		return err
	})
	if err != nil {
		return err
	}
	return core.Each(left, func(one lifecycle.Seat) error { return r.settleLeftover(ctx, one.ID) })
}

func (r *Runner) settleLeftover(ctx context.Context, seatID string) error {
	return r.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		one, err := store.SelectSeat(ctx, tx, seatID)
		if err != nil || !one.Taken() {
			return err
		}
		ended, err := store.LockShow(ctx, tx, one.ShowID)
		if err != nil || ended.Status != lifecycle.Ended {
			return err
		}
		return r.CloseSeat(ctx, tx, ended, one, ended.EndReason, ended.EndedAt)
	})
}
