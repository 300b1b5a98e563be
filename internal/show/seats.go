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
	if err := s.rise(ctx, tx, from, one, why, s.Now()); err != nil {
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

// rise settles the meter of a seat as of at, and frees it.
func (s *Service) rise(ctx context.Context, tx *db.Tx, from Show, one seat, why Reason, at time.Time) error {
	if one.Metered {
		if err := s.close(ctx, tx, one, why, at); err != nil {
			return err
		}
	}
	one.LeftAt, one.Reason, one.HereAt = at, why, time.Time{}
	if err := updateSeat(ctx, tx, one); err != nil {
		return err
	}
	return s.tellSeat(ctx, tx, from, one)
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

// vacate frees every seat of a show that ends. Its rooms go dark as a whole. A
// seat that cannot be settled now keeps nobody else's from it, nor the show from
// ending: settleLeftover tries it again, as of the end.
func (s *Service) vacate(ctx context.Context, tx *db.Tx, ending Show, why Reason) error {
	seats, err := selectSeats(ctx, tx, ending.ID)
	if err != nil {
		return err
	}
	now := s.Now()
	return s.eachSeat(ctx, tx, seats, func(ctx context.Context, tx *db.Tx, one seat) error {
		return s.vacateSeat(ctx, tx, ending, one, why, now)
	})
}

// vacateSeat settles one of them. Who waited in vain for a show to begin is put out
// of its conversation.
func (s *Service) vacateSeat(ctx context.Context, tx *db.Tx, ended Show, one seat, why Reason, at time.Time) error {
	if err := s.rise(ctx, tx, ended, one, reasonOf(one, why), at); err != nil {
		return err
	}
	if one.Kind == seated && !one.Metered {
		return s.Conversations.Withdraw(ctx, tx, ended.ConversationID, one.MemberID)
	}
	return nil
}

// eachSeat does something with every seat. When it fails with one, that is logged
// and undone, and the others have theirs done all the same.
func (s *Service) eachSeat(ctx context.Context, tx *db.Tx, seats []seat, do func(ctx context.Context, tx *db.Tx, one seat) error) error {
	failed := db.Isolated(ctx, tx, func(ctx context.Context, tx *db.Tx) error {
		for _, one := range seats {
			if err := do(ctx, tx, one); err != nil {
				return err
			}
		}
		return nil
	})
	if failed == nil || db.Retryable(failed) {
		return failed
	}
	for _, one := range seats {
		err := db.Isolated(ctx, tx, func(ctx context.Context, tx *db.Tx) error { return do(ctx, tx, one) })
		if db.Retryable(err) {
			return err
		}
		if err != nil {
			s.Log.Error("settle a seat", "show", one.ShowID, "seat", one.ID, "error", err)
		}
	}
	return nil
}

// reasonOf is why a seat of a show ends that ends for why. For who looks in, the
// two's end is not their doing: what is unused returns.
func reasonOf(one seat, why Reason) Reason {
	if one.Kind == peeking && !why.blameless() {
		return PerformerLeft
	}
	return why
}

// settleLeftovers settles the seats that could not be when their show ended.
func (s *Service) settleLeftovers(ctx context.Context) error {
	var left []seat
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		left, err = selectLeftovers(ctx, tx)
		return err
	})
	if err != nil {
		return err
	}
	return each(left, func(one seat) error { return s.settleLeftover(ctx, one.ID) })
}

func (s *Service) settleLeftover(ctx context.Context, seatID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		one, err := selectSeat(ctx, tx, seatID)
		if err != nil || !one.taken() {
			return err
		}
		ended, err := lockShow(ctx, tx, one.ShowID)
		if err != nil || ended.Status != Ended {
			return err
		}
		return s.vacateSeat(ctx, tx, ended, one, ended.EndReason, ended.EndedAt)
	})
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
