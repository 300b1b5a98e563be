package orders

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// mostDue bounds the orders of one look; the next look is a minute later.
const mostDue = 500

// Tick does what is due: it refunds orders that nobody began with, has shipped ones
// delivered, and forgets the addresses of closed ones. An order that cannot be changed does
// not keep others from it.
func (s *Service) Tick(ctx context.Context) error {
	now, after := s.Now(), s.Deadlines()
	return errors.Join(
		s.expire(ctx, Created, Refunded, now.Add(-after.Process), func(o *Order) {
			o.Reason = "The seller did not begin with it in time."
		}),
		s.expire(ctx, Shipped, Delivered, now.Add(-after.Deliver), func(*Order) {}),
		s.purge(ctx, now),
	)
}

func (s *Service) expire(ctx context.Context, from, to Status, before time.Time, set func(*Order)) error {
	var due []string
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		due, err = selectDue(ctx, tx, from, before, mostDue)
		return err
	})
	if err != nil {
		return err
	}
	var failed []error
	for _, orderID := range due {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			o, err := selectOrder(ctx, tx, orderID)
			if err != nil || o.Status != from || o.ChangedAt.After(before) {
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

func (s *Service) purge(ctx context.Context, now time.Time) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return updatePurged(ctx, tx, now.Add(-Keep), now) })
}
