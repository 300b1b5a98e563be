package show

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/money"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/meter"
	"limelight/internal/show/seams"
	"limelight/internal/show/store"
)

// peekIns are the verbs of looking into private shows.
type peekIns struct{ *clientSessions }

// askingStays is how long an offer to look in holds its price.
const askingStays = 2 * time.Minute

// The refusals of looking in.
var (
	ErrNoPeek    = fault.New(fault.Conflict, "Nobody may look into this show.").Coded("no_peek_in")
	ErrExclusive = fault.New(fault.Conflict, "This show is exclusive: nobody may look in.").Coded("exclusive")
	ErrNotOn     = fault.New(fault.Conflict, "There is no private show to look into now.").Coded("no_private")
	ErrOwnShow   = fault.New(fault.Conflict, "You are in this show.").Coded("own_show")
	ErrPeekOver  = fault.New(fault.Conflict, "This offer is over. Please ask again.").Coded("peek_in_over")
	errNoOffer   = fault.New(fault.NotFound, "There is no such offer.")
)

// AskPeek offers a look into the performer's private show: a window of seconds at
// a price that is frozen for two minutes. Nothing is charged yet.
func (s *peekIns) AskPeek(ctx context.Context, who account.Caller, performerID string) (asked store.Peek, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.AdmitKnown(ctx, tx, performerID, who); err != nil {
			return err
		}
		current, err := store.SelectStaged(ctx, tx, performerID)
		if errors.Is(err, db.ErrNone) {
			return ErrNotOn
		}
		if err != nil {
			return err
		}
		offer, err := s.mayPeek(ctx, tx, current, who.ID)
		if err != nil {
			return err
		}
		now := s.Now()
		asked = store.Peek{
			ID: id.New(now), ShowID: current.ID, MemberID: who.ID, Price: windowPrice(offer), Seconds: offer.PeekSeconds,
			CreatedAt: now, ExpiresAt: now.Add(askingStays),
		}
		return store.InsertPeek(ctx, tx, asked)
	})
	return asked, err
}

// windowPrice is the price of one look: a third of the private minute unless the
// performer says otherwise, and never dearer per second than the show itself.
func windowPrice(o seams.Offer) money.Tokens {
	price := o.PeekPrice
	if price == 0 {
		price = (o.Private + 2) / 3
	}
	return min(price, max(1, o.Private*money.Tokens(o.PeekSeconds)/60))
}

// mayPeek refuses a member that may not look into the show now.
func (s *peekIns) mayPeek(ctx context.Context, tx *db.Tx, current lifecycle.Show, memberID string) (offer seams.Offer, err error) {
	switch {
	case current.Type != lifecycle.Private || !current.OnAir():
		return offer, ErrNotOn
	case current.MemberID == memberID:
		return offer, ErrOwnShow
	case current.Exclusive:
		return offer, ErrExclusive
	}
	offer, err = s.Stage.Offer(ctx, tx, current.PerformerID)
	if err == nil && !offer.PeekIn {
		err = ErrNoPeek
	}
	return offer, err
}

// PayPeek buys the window that was offered, and with renew each one after it,
// until the peeker leaves. While a window runs, paying it again charges nothing
// and gives access to the device at hand; afterwards it buys one more. It fails
// with errNoOffer, ErrPeekOver, the refusals of AskPeek, or ledger.ErrFunds.
func (s *peekIns) PayPeek(ctx context.Context, who account.Caller, peekID string, renew bool, key string) (paid store.Peek, one lifecycle.Seat, err error) {
	type answer struct {
		SeatID string
	}
	type body struct {
		PeekID string
		Renew  bool
	}
	err = s.WithEvictions(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, asked, err := s.lockPeek(ctx, tx, who.ID, peekID)
		if err != nil {
			return err
		}
		paid = asked
		got, err := idempotency.Once(ctx, tx, "show.peek:"+who.ID, key, body{peekID, renew}, s.Now(), func() (answer, error) {
			one, settled, err := s.startPeek(ctx, tx, current, asked, who, renew)
			current = settled
			return answer{one.ID}, err
		})
		if err != nil {
			return err
		}
		if one, err = store.SelectSeat(ctx, tx, got.SeatID); err != nil {
			return err
		}
		if !one.Taken() {
			return ErrPeekOver // the key's window ended long ago
		}
		one, _, err = s.MoveSeat(ctx, tx, current, one, who)
		return err
	})
	return paid, one, err
}

func (s *peekIns) lockPeek(ctx context.Context, tx *db.Tx, memberID, peekID string) (current lifecycle.Show, asked store.Peek, err error) {
	asked, err = store.SelectPeek(ctx, tx, peekID)
	if errors.Is(err, db.ErrNone) || err == nil && asked.MemberID != memberID {
		return current, asked, errNoOffer
	}
	if err != nil {
		return current, asked, err
	}
	current, err = s.LockShow(ctx, tx, asked.ShowID)
	return current, asked, err
}

// startPeek is the running window of this member, or a new one; and the show as it is then.
func (s *peekIns) startPeek(ctx context.Context, tx *db.Tx, current lifecycle.Show, asked store.Peek, who account.Caller, renew bool) (lifecycle.Seat, lifecycle.Show, error) {
	one, err := store.SelectSeatOf(ctx, tx, current.ID, who.ID)
	if err == nil && one.Kind == lifecycle.PeekSeat || err != nil && !errors.Is(err, db.ErrNone) {
		return one, current, err
	}
	if err := s.AdmitKnown(ctx, tx, current.PerformerID, who); err != nil {
		return one, current, err
	}
	if _, err := s.mayPeek(ctx, tx, current, who.ID); err != nil {
		return one, current, err
	}
	if one, err = s.buyWindow(ctx, tx, current, asked, renew); err != nil {
		return one, current, err
	}
	st, err := s.State(ctx, tx, current)
	if err != nil {
		return one, current, err
	}
	st, err = s.Settle(ctx, tx, st) // the window begins now, or with the picture
	return one, st.Show, err
}

// buyWindow opens the meter of a look, and takes its seat.
func (s *peekIns) buyWindow(ctx context.Context, tx *db.Tx, current lifecycle.Show, asked store.Peek, renew bool) (one lifecycle.Seat, err error) {
	now := s.Now()
	if !now.Before(asked.ExpiresAt) {
		return one, ErrPeekOver
	}
	terms, err := s.Rates.Terms(ctx, tx, string(meter.PeekIn), current.PerformerID)
	if err != nil {
		return one, err
	}
	window := time.Duration(asked.Seconds) * time.Second
	one = lifecycle.Seat{
		ID: id.New(now), ShowID: current.ID, MemberID: asked.MemberID, Kind: lifecycle.PeekSeat, Metered: true,
		TakenAt: now, EndsAt: now.Add(window),
	}
	if _, err := s.Meters.Open(ctx, tx, meter.Plan{
		ID: one.ID, ShowID: current.ID, PerformerID: current.PerformerID, MemberID: asked.MemberID, Kind: meter.PeekIn,
		Price: asked.Price, Period: window, Minimum: 1, Renew: renew, Terms: terms,
	}); err != nil {
		return one, err
	}
	return one, s.JoinSeat(ctx, tx, current, one)
}

// LeavePeek ends a look. The running window is not refunded to a member that leaves.
func (s *peekIns) LeavePeek(ctx context.Context, memberID, peekID string) error {
	return s.WithEvictions(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, _, err := s.lockPeek(ctx, tx, memberID, peekID)
		if err != nil {
			return err
		}
		one, err := store.SelectSeatOf(ctx, tx, current.ID, memberID)
		if errors.Is(err, db.ErrNone) || err == nil && one.Kind != lifecycle.PeekSeat {
			return nil
		}
		if err != nil {
			return err
		}
		return s.LeaveSeat(ctx, tx, current, one, lifecycle.MemberLeft)
	})
}

// FindPeek is an offer of the member's, and the seat when it is being used.
func (s *peekIns) FindPeek(ctx context.Context, memberID, peekID string) (asked store.Peek, one *lifecycle.Seat, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		asked, err = store.SelectPeek(ctx, tx, peekID)
		if errors.Is(err, db.ErrNone) || err == nil && asked.MemberID != memberID {
			return errNoOffer
		}
		if err != nil {
			return err
		}
		found, err := store.SelectSeatOf(ctx, tx, asked.ShowID, memberID)
		if errors.Is(err, db.ErrNone) {
			return nil
		}
		if found.Kind == lifecycle.PeekSeat {
			one = &found
		}
		return err
	})
	return asked, one, err
}
