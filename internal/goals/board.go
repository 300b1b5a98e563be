package goals

import (
	"context"
	"errors"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sanitize"
)

// board is a performer's open goals while a change has them to itself: the
// current one first, if there is one, then those to come.
type board struct {
	s           *Service
	performerID string
	open        []Goal
	filled      []Goal
}

// change opens the performer's board, has do change it, lets full goals give way
// and tells of it.
func (s *Service) change(ctx context.Context, performerID string, do func(ctx context.Context, tx *db.Tx, b *board) error) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := openBoard(ctx, tx, performerID, s.Now()); err != nil {
			return err
		}
		return s.changeIn(ctx, tx, performerID, do)
	})
}

func (s *Service) changeIn(ctx context.Context, tx *db.Tx, performerID string, do func(ctx context.Context, tx *db.Tx, b *board) error) error {
	open, err := selectOpen(ctx, tx, performerID)
	if err != nil {
		return err
	}
	b := &board{s: s, performerID: performerID, open: open}
	if err := do(ctx, tx, b); err != nil {
		return err
	}
	if err := b.advance(ctx, tx); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Changed{PerformerID: performerID, Reached: b.filled})
}

// Count adds a tip to the performer's current goal; without one it counts for
// nothing. Called once per tip, in the transaction that settles its event.
func (s *Service) Count(ctx context.Context, tx *db.Tx, performerID string, token money.Tokens) error {
	locked, err := lockBoard(ctx, tx, performerID)
	if err != nil || !locked {
		return err
	}
	if g, err := s.Current(ctx, tx, performerID); err != nil || g == nil {
		return err
	}
	return s.changeIn(ctx, tx, performerID, func(ctx context.Context, tx *db.Tx, b *board) error {
		g := b.current()
		g.Raised += token
		return updateGoal(ctx, tx, *g)
	})
}

// Add puts a goal at the end of the performer's list. It becomes current at once
// when none is, or when the one that is has been reached.
func (s *Service) Add(ctx context.Context, performerID string, plan Plan) (added Goal, err error) {
	if plan, err = plan.checked(); err != nil {
		return added, err
	}
	err = s.change(ctx, performerID, func(ctx context.Context, tx *db.Tx, b *board) error {
		if len(b.open) >= maxWaiting {
			return ErrMany
		}
		now := s.Now()
		added = Goal{
			ID: id.New(now), PerformerID: performerID, Plan: plan, Raised: plan.Start, State: Waiting, CreatedAt: now,
			position: b.last() + 1,
		}
		if err := insertGoal(ctx, tx, added); err != nil {
			return err
		}
		b.open = append(b.open, added)
		if g := b.current(); g == nil || g.full() {
			return b.start(ctx, tx, b.next())
		}
		return nil
	})
	return s.reread(ctx, added, err)
}

// Change changes a goal that is not done; started makes it the current one. The
// tips counted so far stay counted.
func (s *Service) Change(ctx context.Context, performerID, goalID string, plan Plan, started bool) (changed Goal, err error) {
	if plan, err = plan.checked(); err != nil {
		return changed, err
	}
	err = s.change(ctx, performerID, func(ctx context.Context, tx *db.Tx, b *board) error {
		at, err := b.find(ctx, tx, goalID)
		if err != nil {
			return err
		}
		g := &b.open[at]
		g.Raised += plan.Start - g.Start
		g.Plan = plan
		if !g.full() {
			g.ReachedAt = time.Time{} // and may be reached again
		}
		if err := updateGoal(ctx, tx, *g); err != nil {
			return err
		}
		changed = *g
		if started && g.State == Waiting {
			return b.start(ctx, tx, at)
		}
		return nil
	})
	return s.reread(ctx, changed, err)
}

// Remove takes a goal away. When it was the current one, the next begins.
func (s *Service) Remove(ctx context.Context, performerID, goalID string) error {
	return s.change(ctx, performerID, func(ctx context.Context, tx *db.Tx, b *board) error {
		at, err := b.find(ctx, tx, goalID)
		if errors.Is(err, ErrDone) {
			return deleteGoal(ctx, tx, goalID)
		}
		if err != nil {
			return err
		}
		gone := b.open[at]
		if gone.State == Current && gone.full() && len(b.open) > 1 {
			if err := b.start(ctx, tx, b.next()); err != nil { // its surplus goes along
				return err
			}
			return deleteGoal(ctx, tx, goalID)
		}
		b.open = slices.Delete(b.open, at, at+1)
		if err := deleteGoal(ctx, tx, goalID); err != nil || gone.State != Current || len(b.open) == 0 {
			return err
		}
		return b.start(ctx, tx, 0)
	})
}

// last is the highest place given to a goal that is open.
func (b *board) last() (place int64) {
	for _, g := range b.open {
		place = max(place, g.position)
	}
	return place
}

func (b *board) current() *Goal {
	if len(b.open) == 0 || b.open[0].State != Current {
		return nil
	}
	return &b.open[0]
}

// next is the place of the first goal to come.
func (b *board) next() int {
	if b.current() == nil {
		return 0
	}
	return 1
}

// find is the place of an open goal: ErrDone for one that is done, ErrNoGoal for
// another's or none.
func (b *board) find(ctx context.Context, tx *db.Tx, goalID string) (int, error) {
	at := slices.IndexFunc(b.open, func(g Goal) bool { return g.ID == goalID })
	if at >= 0 {
		return at, nil
	}
	if !id.Valid(goalID) {
		return 0, ErrNoGoal
	}
	done, err := isDone(ctx, tx, b.performerID, goalID)
	switch {
	case err != nil:
		return 0, err
	case done:
		return 0, ErrDone
	}
	return 0, ErrNoGoal
}

// start makes the goal at a place the current one. A full one before it is done
// and hands on its surplus; another waits again, as it is.
func (b *board) start(ctx context.Context, tx *db.Tx, at int) error {
	next := b.open[at]
	b.open = slices.Delete(b.open, at, at+1)
	if was := b.current(); was != nil {
		if was.full() {
			b.mark(was)
			next.Raised += was.surplus()
			was.Raised, was.State = was.Target, Done
		} else {
			was.State = Waiting
		}
		if err := updateGoal(ctx, tx, *was); err != nil {
			return err
		}
		if was.State == Done {
			b.open = slices.Delete(b.open, 0, 1)
		}
	}
	next.State = Current
	b.open = slices.Insert(b.open, 0, next)
	return updateGoal(ctx, tx, next)
}

// advance lets full goals give way, one after the other, as far as they say so.
func (b *board) advance(ctx context.Context, tx *db.Tx) error {
	for {
		g := b.current()
		if g == nil || !g.full() {
			return nil
		}
		if b.mark(g) {
			if err := updateGoal(ctx, tx, *g); err != nil {
				return err
			}
		}
		if !g.Auto || len(b.open) == 1 {
			return nil
		}
		if err := b.start(ctx, tx, 1); err != nil {
			return err
		}
	}
}

// mark notes that a goal is reached, once.
func (b *board) mark(g *Goal) bool {
	if !g.ReachedAt.IsZero() {
		return false
	}
	g.ReachedAt = b.s.Now()
	b.filled = append(b.filled, *g)
	return true
}

// reread is the goal as the change left it.
func (s *Service) reread(ctx context.Context, g Goal, err error) (Goal, error) {
	if err != nil {
		return Goal{}, err
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		g, err = selectGoal(ctx, tx, g.PerformerID, g.ID)
		return err
	})
	return g, err
}

func (p Plan) checked() (Plan, error) {
	p.Title = sanitize.Line(p.Title)
	if err := fault.Length("title", p.Title, 1, maxTitle); err != nil {
		return p, err
	}
	switch {
	case p.Target < money.Whole(1) || p.Target > largest:
		return p, fault.Between("target", 1, int64(largest/money.Whole(1)))
	case p.Start < 0 || p.Start >= p.Target:
		return p, fault.Field("start", "Must be less than the target")
	case p.Target%money.Whole(1) != 0:
		return p, fault.Field("target", "Must be a whole number of tokens")
	case p.Start%money.Whole(1) != 0:
		return p, fault.Field("start", "Must be a whole number of tokens")
	}
	return p, nil
}
