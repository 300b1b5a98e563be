package core

import (
	"context"
	"errors"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/meter"
	"limelight/internal/show/store"
)

// Seats holds the verbs of seats and their meters, each in the caller's transaction.
type Seats struct{ *News }

// JoinSeat gives a member a seat: the conversation opens, and the room hears
// of it. The seat's meter is opened by the caller, or later.
func (s *Seats) JoinSeat(ctx context.Context, tx *db.Tx, in lifecycle.Show, one lifecycle.Seat) error {
	if err := store.InsertSeat(ctx, tx, one); err != nil {
		return err
	}
	if one.Kind == lifecycle.MemberSeat {
		if err := s.Conversations.Admit(ctx, tx, in.ConversationID, one.MemberID); err != nil {
			return err
		}
	}
	return s.publishSeat(ctx, tx, in, one)
}

// LeaveSeat takes somebody's seat away: the meter is settled, the media cut, the
// conversation closed to them. It runs inside WithEvictions.
func (s *Seats) LeaveSeat(ctx context.Context, tx *db.Tx, from lifecycle.Show, one lifecycle.Seat, why lifecycle.Reason) error {
	if err := s.freeSeat(ctx, tx, from, one, why, s.Now()); err != nil {
		return err
	}
	if err := s.EvictOne(ctx, tx, from, one.Identity); err != nil {
		return err
	}
	switch {
	case one.Kind == lifecycle.PeekSeat:
		return nil
	case !one.Metered:
		return s.Conversations.Withdraw(ctx, tx, from.ConversationID, one.MemberID)
	}
	return s.Conversations.Dismiss(ctx, tx, from.ConversationID, one.MemberID)
}

// freeSeat settles the meter of a seat as of at, and frees it.
func (s *Seats) freeSeat(ctx context.Context, tx *db.Tx, from lifecycle.Show, one lifecycle.Seat, why lifecycle.Reason, at time.Time) error {
	if one.Metered {
		if err := s.closeMeter(ctx, tx, one, why, at); err != nil {
			return err
		}
	}
	one.LeftAt, one.Reason, one.PresentAt = at, why, time.Time{}
	if err := store.UpdateSeat(ctx, tx, one); err != nil {
		return err
	}
	return s.publishSeat(ctx, tx, from, one)
}

// closeMeter settles the meter. A window that is over ends at its boundary, and so
// does a show that cannot be paid on; a member that never joined is not charged.
func (s *Seats) closeMeter(ctx context.Context, tx *db.Tx, one lifecycle.Seat, why lifecycle.Reason, at time.Time) error {
	found, err := s.Meters.Get(ctx, tx, one.ID)
	if err != nil {
		return err
	}
	if why == lifecycle.WindowOver && !found.PaidUntil().IsZero() {
		at = found.PaidUntil()
	}
	_, err = s.Meters.Close(ctx, tx, one.ID, meter.End{
		At: at, Reason: string(why), Fault: why.Blameless() || found.StartedAt.IsZero(),
	})
	return err
}

// closeSeats frees every seat of a show that ends. Its rooms go dark as a whole. A
// seat that cannot be settled now keeps nobody else's from it, nor the show from
// ending: the runner tries it again, as of the end.
func (s *Seats) closeSeats(ctx context.Context, tx *db.Tx, ending lifecycle.Show, why lifecycle.Reason) error {
	seats, err := store.SelectSeats(ctx, tx, ending.ID)
	if err != nil {
		return err
	}
	now := s.Now()
	taken := make(map[string]lifecycle.Seat, len(seats))
	ids := make([]string, len(seats))
	for i, one := range seats {
		taken[one.ID], ids[i] = one, one.ID
	}
	return s.isolating(ctx, tx, ending.ID, ids, func(ctx context.Context, tx *db.Tx, ids []string) error {
		for _, id := range ids {
			if err := s.CloseSeat(ctx, tx, ending, taken[id], why, now); err != nil {
				return err
			}
		}
		return nil
	})
}

// CloseSeat settles one of them. A member that waited in vain for the show to begin is put out
// of its conversation.
func (s *Seats) CloseSeat(ctx context.Context, tx *db.Tx, ended lifecycle.Show, one lifecycle.Seat, why lifecycle.Reason, at time.Time) error {
	if err := s.freeSeat(ctx, tx, ended, one, one.EndReason(why), at); err != nil {
		return err
	}
	if one.Kind == lifecycle.MemberSeat && !one.Metered {
		return s.Conversations.Withdraw(ctx, tx, ended.ConversationID, one.MemberID)
	}
	return nil
}

// isolating does something with the seats of a show. When that fails with one of them, it
// is logged and undone, and the others have theirs done all the same.
func (s *Seats) isolating(ctx context.Context, tx *db.Tx, showID string, seatIDs []string, do func(ctx context.Context, tx *db.Tx, seatIDs []string) error) error {
	failed := db.Isolated(ctx, tx, func(ctx context.Context, tx *db.Tx) error { return do(ctx, tx, seatIDs) })
	if failed == nil || db.Retryable(failed) {
		return failed
	}
	for _, id := range seatIDs {
		err := db.Isolated(ctx, tx, func(ctx context.Context, tx *db.Tx) error { return do(ctx, tx, []string{id}) })
		if db.Retryable(err) {
			return err
		}
		if err != nil {
			s.Log.Error("settle a seat", "show", showID, "seat", id, "error", err)
		}
	}
	return nil
}

// CheckFunds fails with ledger.ErrFunds, which says what is missing, when the member's wallet
// has less than the amount.
func (s *Seats) CheckFunds(ctx context.Context, tx *db.Tx, memberID string, amount money.Tokens) error {
	balance, err := s.Ledger.Balance(ctx, tx, ledger.Wallet(memberID))
	if err != nil {
		return err
	}
	if balance < amount {
		return ledger.ErrFunds.With("missing", amount-balance)
	}
	return nil
}

// OpenMeter opens the meter of a seat in the performer's show, with the free
// seconds that this member has not used within the hour.
func (s *Seats) OpenMeter(ctx context.Context, tx *db.Tx, of lifecycle.Show, one lifecycle.Seat, kind meter.Kind, price money.Tokens, minutes int) (meter.Meter, error) {
	terms, err := s.Rates.Terms(ctx, tx, string(kind), of.PerformerID)
	if err != nil {
		return meter.Meter{}, err
	}
	used, err := s.Meters.FreeUsed(ctx, tx, of.PerformerID, one.MemberID, s.Now().Add(-time.Hour))
	if err != nil {
		return meter.Meter{}, err
	}
	plan := meter.Plan{
		ID: one.ID, ShowID: of.ID, PerformerID: of.PerformerID, MemberID: one.MemberID, Kind: kind,
		Price: price, Period: time.Minute, Minimum: minutes, Terms: terms,
	}
	if !used {
		plan.Free = s.Rules().FreeFor
	}
	return s.Meters.Open(ctx, tx, plan)
}

// CannotPay reports that a member has too little, or may not spend it.
func CannotPay(err error) bool {
	_, refused := errors.AsType[*ledger.Refusal](err)
	return refused || errors.Is(err, ledger.ErrFunds)
}
