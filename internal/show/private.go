package show

import (
	"cmp"
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/show/core"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/meter"
	"limelight/internal/show/seams"
	"limelight/internal/show/store"
)

// privateShows are the verbs of private shows, and of requests for them.
type privateShows struct {
	*clientSessions
	quotes *quotes
}

// The refusals of private shows.
var (
	ErrBusy        = fault.New(fault.Conflict, "This {performer} is in another show.").Coded("busy")
	ErrMemberBusy  = fault.New(fault.Conflict, "This member is in another show.").Coded("member_busy")
	ErrSeated      = fault.New(fault.Conflict, "You are in another show. Leave it first.").Coded("in_show")
	ErrMail        = fault.New(fault.Conflict, "Please verify your e-mail address first.").Coded("email_unverified")
	ErrNotAsking   = fault.New(fault.Conflict, "This {performer} takes no requests now.").Coded("not_accepting")
	ErrFansOnly    = fault.New(fault.Conflict, "This {performer} takes requests from members who have her among their favourites.").Coded("favourites_only")
	ErrRicher      = fault.New(fault.Conflict, "This {performer} takes requests from members with a larger balance.").Coded("balance_too_small")
	ErrNoExclusive = fault.New(fault.Conflict, "This {performer} offers no exclusive shows.").Coded("not_exclusive")
	ErrPending     = fault.New(fault.Conflict, "You have asked already. Please wait for the answer.").Coded("already_pending")
	ErrDecided     = fault.New(fault.Conflict, "This request is no longer open.").Coded("request_closed")
	ErrMemberFunds = fault.New(fault.Conflict, "The member can no longer pay this show.").Coded("member_insufficient_balance")
	errNoRequest   = fault.New(fault.NotFound, "There is no such private show.")
)

// Asking is what a member wants of a private show.
type Asking struct {
	Exclusive bool
	Camera    string
	Balance   string
}

// askRate bounds how often a member may ring a performer's bell: a request that was
// cancelled has rung it too.
const askRate = "show.ask"

// Limits are the rules that the service's Limiter is asked by.
func Limits() limit.Rules { return limit.Rules{askRate: {Max: 5, Per: 5 * time.Minute}} }

// Ask requests a private show. It fails with the first precondition that is not
// met: errNoPerformer, ErrMail, ErrOffline, ErrAway, ErrBusy, ErrSeated,
// ErrNotAsking, ErrFansOnly, ErrRicher, ErrNoExclusive, ErrPending, or
// ledger.ErrFunds with what is missing; or with limit.ErrTooMany.
func (s *privateShows) Ask(ctx context.Context, who account.Caller, performerID string, want Asking) (asked lifecycle.Show, err error) {
	bell := who.ID + ":" + performerID
	if err := s.Limiter.Allow(ctx, askRate, bell); err != nil {
		return asked, err
	}
	defer func() {
		if err != nil { // it did not ring
			err = errors.Join(err, s.Limiter.Refund(ctx, askRate, bell))
		}
	}()
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		open, err := store.LockOpen(ctx, tx, performerID)
		if err != nil {
			return err
		}
		offer, err := s.quotes.mayAsk(ctx, tx, who, performerID, open)
		if err != nil {
			return err
		}
		if asked, err = s.draft(who, performerID, offer, want); err != nil {
			return err
		}
		for _, o := range open {
			if o.Status == lifecycle.Pending && o.MemberID == who.ID {
				if s.Now().Before(o.ExpiresAt) {
					return ErrPending
				}
				if err := s.RefuseRequest(ctx, tx, o, lifecycle.Expired); err != nil {
					return err
				}
			}
		}
		if err := s.CheckFunds(ctx, tx, who.ID, asked.Price*money.Tokens(max(1, asked.MinMinutes))); err != nil {
			return err
		}
		asked.ConversationID, err = s.Conversations.OpenStream(ctx, tx, lifecycle.Private, asked.ID, performerID)
		if err != nil {
			return err
		}
		if err := s.OpenShow(ctx, tx, asked); err != nil {
			return err
		}
		return s.publishRequest(ctx, tx, asked)
	})
	return asked, err
}

// draft freezes what is agreed by asking.
func (s *privateShows) draft(who account.Caller, performerID string, offer seams.Offer, want Asking) (lifecycle.Show, error) {
	now := s.Now()
	price := offer.Private
	if want.Exclusive {
		if offer.Exclusive == 0 {
			return lifecycle.Show{}, ErrNoExclusive
		}
		price = offer.Exclusive
	}
	return lifecycle.Show{
		ID: id.New(now), PerformerID: performerID, MemberID: who.ID, Type: lifecycle.Private, Status: lifecycle.Pending, Epoch: 1,
		Price: price, MinMinutes: max(1, offer.MinMinutes), Exclusive: want.Exclusive, Recorded: offer.Record,
		Camera: cmp.Or(want.Camera, lifecycle.CameraNone), BalanceShown: cmp.Or(want.Balance, lifecycle.BalanceExact),
		PolicyVersion: PolicyVersion, StartedAt: now, ExpiresAt: now.Add(s.Rules().RequestFor),
	}, nil
}

// Accept takes a request: what is on stage is held, the fence closes, the price
// of the minimum is reserved, and both have ConnectFor to bring their media. The
// first acceptance wins; the other requests hear that the performer is busy.
func (s *privateShows) Accept(ctx context.Context, who account.Caller, conversationID string) (accepted lifecycle.Show, err error) {
	err = s.WithEvictions(ctx, func(ctx context.Context, tx *db.Tx) error {
		asked, open, err := s.lockRequest(ctx, tx, conversationID, who.ID)
		if err != nil {
			return err
		}
		if err := s.Stage.CanGoLive(ctx, tx, who.ID); err != nil {
			return err
		}
		if on, found := store.Staged(open); found && on.Paid() {
			return ErrInShow
		}
		now := s.Now()
		asked = lifecycle.Decide(lifecycle.State{Show: asked, Now: now}, lifecycle.Accept).Show
		asked.Publisher = core.PublisherFor(open, who.ID, gate.PublisherOf(who))
		if err := s.reserve(ctx, tx, asked); err != nil {
			return err
		}
		if err := s.StartPaid(ctx, tx, open, asked); err != nil {
			return err
		}
		if err := store.UpdateStage(ctx, tx, asked); err != nil {
			return err
		}
		if err := store.HoldLease(ctx, tx, asked.ID, s.Node, now.Add(core.Lease)); err != nil {
			return err
		}
		accepted = asked
		return s.publishAcceptance(ctx, tx, asked, open)
	})
	if err != nil {
		return accepted, err
	}
	return accepted, s.OpenRooms(ctx, accepted)
}

// reserve seats the member and holds the price of the minimum.
func (s *privateShows) reserve(ctx context.Context, tx *db.Tx, asked lifecycle.Show) error {
	admitted, err := s.Stage.Admits(ctx, tx, asked.PerformerID, account.Caller{ID: asked.MemberID, Role: account.Member})
	if err != nil {
		return err
	}
	if !admitted {
		return ErrDecided
	}
	seats, err := store.SelectSeatsOf(ctx, tx, asked.MemberID)
	if err != nil {
		return err
	}
	for _, one := range seats {
		if one.Kind == lifecycle.MemberSeat {
			return ErrMemberBusy
		}
		if err := s.leaveElsewhere(ctx, tx, one); err != nil {
			return err
		}
	}
	one := lifecycle.Seat{ID: id.New(s.Now()), ShowID: asked.ID, MemberID: asked.MemberID, Kind: lifecycle.MemberSeat, Metered: true, TakenAt: s.Now()}
	if _, err := s.OpenMeter(ctx, tx, asked, one, meter.Private, asked.Price, asked.MinMinutes); err != nil {
		if core.CannotPay(err) {
			return ErrMemberFunds // without saying how much the member has, or why it may not be spent
		}
		return err
	}
	return s.JoinSeat(ctx, tx, asked, one)
}

// leaveElsewhere ends the look into another's private show of a member whose
// own request was accepted.
func (s *privateShows) leaveElsewhere(ctx context.Context, tx *db.Tx, one lifecycle.Seat) error {
	from, err := store.SelectShow(ctx, tx, one.ShowID)
	if err != nil {
		return err
	}
	return s.LeaveSeat(ctx, tx, from, one, lifecycle.MemberLeft)
}

// lockRequest is the pending request of a conversation, and everything else that
// is open of its performer.
func (s *privateShows) lockRequest(ctx context.Context, tx *db.Tx, conversationID, performerID string) (asked lifecycle.Show, open []lifecycle.Show, err error) {
	found, err := store.SelectByConversation(ctx, tx, conversationID)
	if errors.Is(err, db.ErrNone) || err == nil && (found.Type != lifecycle.Private || found.PerformerID != performerID) {
		return asked, nil, errNoRequest
	}
	if err != nil {
		return asked, nil, err
	}
	if open, err = store.LockOpen(ctx, tx, performerID); err != nil {
		return asked, nil, err
	}
	for _, o := range open {
		if o.ID == found.ID && o.Status == lifecycle.Pending && s.Now().Before(o.ExpiresAt) {
			return o, open, nil
		}
	}
	return asked, nil, ErrDecided
}

// Decline says no to a request.
func (s *privateShows) Decline(ctx context.Context, performerID, conversationID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		asked, _, err := s.lockRequest(ctx, tx, conversationID, performerID)
		if err != nil {
			return err
		}
		return s.RefuseRequest(ctx, tx, asked, lifecycle.Declined)
	})
}

// Cancel takes a member's own request back.
func (s *privateShows) Cancel(ctx context.Context, memberID, conversationID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := s.ofPair(ctx, tx, conversationID, memberID)
		if err != nil {
			return err
		}
		if found.MemberID != memberID {
			return errNoRequest
		}
		asked, _, err := s.lockRequest(ctx, tx, conversationID, found.PerformerID)
		if err != nil {
			return err
		}
		return s.RefuseRequest(ctx, tx, asked, lifecycle.Cancelled)
	})
}

// End is how either side leaves a private show: the minute that runs stays the
// performer's when the member leaves, and returns when the performer does. Ending what is
// over already is no error.
func (s *privateShows) End(ctx context.Context, who account.Caller, conversationID string) error {
	return s.WithEvictions(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := s.ofPair(ctx, tx, conversationID, who.ID)
		if err != nil {
			return err
		}
		current, err := s.LockShow(ctx, tx, found.ID)
		if err != nil {
			return err
		}
		switch {
		case current.Status == lifecycle.Ended:
			return nil
		case current.Status == lifecycle.Pending && who.ID == current.MemberID:
			return s.RefuseRequest(ctx, tx, current, lifecycle.Cancelled)
		case current.Status == lifecycle.Pending:
			return s.RefuseRequest(ctx, tx, current, lifecycle.Declined)
		case who.ID == current.MemberID:
			return s.EndShow(ctx, tx, current, lifecycle.MemberLeft)
		}
		return s.EndShow(ctx, tx, current, lifecycle.PerformerLeft)
	})
}
