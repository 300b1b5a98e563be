package orders

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"limelight/internal/kit/db"
)

// maxDue bounds the orders of one look; the next look is a minute later.
const maxDue = 500

// Expiry is what the clock does with orders.
type Expiry struct{ *core }

// Tick does what is due: it refunds orders that nobody began with or sent, has shipped ones
// delivered, and forgets the addresses of closed ones. An order that cannot be changed does
// not keep others from it.
func (s *Expiry) Tick(ctx context.Context) error {
	now, after := s.Now(), s.Deadlines()
	if err := s.suspend(ctx, now); err != nil {
		return err // or an order would be refunded that its seller may not ship
	}
	return errors.Join(
		s.expire(ctx, Created, Refunded, now.Add(-after.Process), func(o *Order) {
			o.Reason = "The seller did not begin with it in time."
		}),
		s.expire(ctx, Processing, Refunded, now.Add(-after.Ship), func(o *Order) {
			o.Reason = "The seller did not ship it in time."
		}),
		s.expire(ctx, Shipped, Delivered, now.Add(-after.Deliver), func(*Order) {}),
		s.purge(ctx, now),
	)
}

// suspend lets the time of sellers begin anew as long as a payment of their buyer is checked.
// What is shipped goes on: its seller was paid, and its buyer has it.
func (s *Expiry) suspend(ctx context.Context, now time.Time) error {
	var disputed []string
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		disputed, err = s.Disputes.AllDisputed(ctx, tx)
		return err
	})
	if err != nil {
		return fmt.Errorf("ask for disputes: %w", err)
	}
	for members := range slices.Chunk(disputed, maxDue) {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return updateWaiting(ctx, tx, members, now) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Expiry) expire(ctx context.Context, from, to Status, before time.Time, set func(*Order)) error {
	var due []string
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		due, err = selectDue(ctx, tx, from, before, maxDue)
		return err
	})
	if err != nil {
		return err
	}
	var failed []error
	for _, orderID := range due {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			o, err := selectOrder(ctx, tx, orderID)
			if err != nil || o.Status != from || o.WaitingSince.After(before) {
				return err
			}
			set(&o)
			_, err = s.move(ctx, tx, o, to, clock)
			return err
		})
		if err != nil && !errors.Is(err, ErrStatus) { // somebody else was faster
			failed = append(failed, fmt.Errorf("order %s: %w", orderID, err))
		}
	}
	return errors.Join(failed...)
}

// dueAt is when the clock changes an order; zero when it does not, or waits itself.
func (s *core) dueAt(d Details) time.Time {
	after, counts := map[Status]time.Duration{
		Created: s.Deadlines().Process, Processing: s.Deadlines().Ship, Shipped: s.Deadlines().Deliver,
	}[d.Status]
	if !counts || d.Checked {
		return time.Time{}
	}
	return d.WaitingSince.Add(after)
}

func (s *Expiry) purge(ctx context.Context, now time.Time) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return updatePurged(ctx, tx, now.Add(-Keep), now) })
}
