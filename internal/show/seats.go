package show

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/show/meter"
)

// sit gives a member a seat: the conversation opens, and who is in the room hears
// of it. The seat's meter is opened by the caller, or later.
func (s *Service) sit(ctx context.Context, tx *db.Tx, in Show, one seat) error {
	if err := insertSeat(ctx, tx, one); err != nil {
		return err
	}
	if one.Kind == seated {
		if err := s.Conversations.Admit(ctx, tx, in.ConversationID, one.MemberID); err != nil {
			return err
		}
	}
	return s.tellSeat(ctx, tx, in, one)
}

// leave takes somebody's seat away: the meter is settled, the media cut, the
// conversation closed to them. It runs inside curtain.
func (s *Service) leave(ctx context.Context, tx *db.Tx, from Show, one seat, why Reason) error {
	if err := s.rise(ctx, tx, from, one, why); err != nil {
		return err
	}
	if err := s.evict(ctx, tx, from, one.Identity); err != nil {
		return err
	}
	switch {
	case one.Kind == peeking:
		return nil
	case !one.Metered:
		return s.Conversations.Withdraw(ctx, tx, from.ConversationID, one.MemberID)
	}
	return s.Conversations.Dismiss(ctx, tx, from.ConversationID, one.MemberID)
}

// rise settles the meter of a seat and frees it.
func (s *Service) rise(ctx context.Context, tx *db.Tx, from Show, one seat, why Reason) error {
	now := s.Now()
	if one.Metered {
		if err := s.close(ctx, tx, one, why, now); err != nil {
			return err
		}
	}
	one.LeftAt, one.Reason, one.HereAt = now, why, time.Time{}
	if err := updateSeat(ctx, tx, one); err != nil {
		return err
	}
	if err := s.tellSeat(ctx, tx, from, one); err != nil {
		return err
	}
	return s.tellBalances(ctx, tx, one.MemberID, from.PerformerID)
}

// close settles the meter. A window that is over ends at its boundary, and so
// does a show that cannot be paid on; nobody is charged who never came.
func (s *Service) close(ctx context.Context, tx *db.Tx, one seat, why Reason, at time.Time) error {
	found, err := s.Meters.Get(ctx, tx, one.ID)
	if err != nil {
		return err
	}
	if why == WindowOver && !found.PaidUntil().IsZero() {
		at = found.PaidUntil()
	}
	_, err = s.Meters.Close(ctx, tx, one.ID, meter.End{
		At: at, Reason: string(why), Fault: why.blameless() || found.StartedAt.IsZero(),
	})
	return err
}

// vacate frees every seat of a show that ends. Its rooms go dark as a whole.
func (s *Service) vacate(ctx context.Context, tx *db.Tx, ending Show, why Reason) error {
	seats, err := selectSeats(ctx, tx, ending.ID)
	if err != nil {
		return err
	}
	for _, one := range seats {
		reason := why
		if one.Kind == peeking && !why.blameless() {
			reason = PerformerLeft // not the peeker's doing: what is unused returns
		}
		if err := s.rise(ctx, tx, ending, one, reason); err != nil {
			return err
		}
		if one.Kind == seated && !one.Metered {
			if err := s.Conversations.Withdraw(ctx, tx, ending.ConversationID, one.MemberID); err != nil {
				return err
			}
		}
	}
	return nil
}

// take moves a seat to the device at hand; the other one is shown out.
func (s *Service) take(ctx context.Context, tx *db.Tx, in Show, one seat, who account.Caller) (seat, error) {
	identity := seatOf(who, one)
	if one.Identity == identity {
		return one, nil
	}
	if one.Identity != "" {
		if err := s.evict(ctx, tx, in, one.Identity); err != nil {
			return one, err
		}
	}
	one.Identity, one.HereAt = identity, time.Time{}
	if !one.CameAt.IsZero() {
		one.LostAt = s.Now()
	}
	if err := updateSeat(ctx, tx, one); err != nil {
		return one, err
	}
	_, err := s.settle(ctx, tx, in)
	return one, err
}

// cameIn and wentOut note that the member of a seat is in the media room.
func (s *Service) cameIn(one *seat) (changed bool) {
	if one.here() || !one.taken() {
		return false
	}
	one.HereAt, one.LostAt = s.Now(), time.Time{}
	if one.CameAt.IsZero() {
		one.CameAt = one.HereAt
	}
	return true
}

func (s *Service) wentOut(one *seat) (changed bool) {
	if one.Kind == peeking || !one.here() || !one.taken() {
		return false
	}
	one.HereAt, one.LostAt = time.Time{}, s.Now()
	return true
}
