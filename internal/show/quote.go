package show

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/show/core"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/seams"
	"limelight/internal/show/store"
)

// quotes say what a private show costs, and whether a member may ask for one.
type quotes struct{ *core.Core }

// Quote is what a member sees before asking.
type Quote struct {
	Price             money.Tokens `json:"price" doc:"tokens per minute"`
	ExclusivePrice    money.Tokens `json:"exclusivePrice" doc:"tokens per minute without anybody looking in; 0: not offered"`
	MinMinutes        int          `json:"minMinutes"`
	FreeSeconds       int          `json:"freeSeconds" doc:"left of this hour's free seconds with this performer"`
	PeekIn            bool         `json:"peekIn" doc:"others may look in, unless the show is exclusive"`
	Record            bool         `json:"record" doc:"the performer records her shows"`
	Balance           money.Tokens `json:"balance"`
	MinutesAffordable int          `json:"minutesAffordable"`
	Missing           money.Tokens `json:"missing" doc:"tokens short of the minimum; 0: enough"`
	Accepting         bool         `json:"accepting"`
	Reason            string       `json:"reason,omitempty" doc:"why not: the error's code"`
	Message           string       `json:"message,omitempty" doc:"why not, in words"`
	PolicyVersion     int          `json:"policyVersion"`
}

// Quote says what a private show with the performer costs this member, and
// whether the performer takes requests from them now.
func (s *quotes) Quote(ctx context.Context, who account.Caller, performerID string) (q Quote, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.AdmitKnown(ctx, tx, performerID, who); err != nil {
			return err
		}
		offer, err := s.Stage.Offer(ctx, tx, performerID)
		if err != nil {
			return err
		}
		if q, err = s.quote(ctx, tx, who, performerID, offer); err != nil {
			return err
		}
		open, err := store.SelectOpenOf(ctx, tx, performerID)
		if err != nil {
			return err
		}
		_, err = s.mayAsk(ctx, tx, who, performerID, open)
		if refusal, ok := errors.AsType[*fault.Fault](err); ok {
			q.Reason, q.Message = refusal.Code, refusal.In(ctx).Text
			return nil
		}
		q.Accepting = err == nil
		return err
	})
	return q, err
}

func (s *quotes) quote(ctx context.Context, tx *db.Tx, who account.Caller, performerID string, offer seams.Offer) (Quote, error) {
	balance, err := s.Ledger.Balance(ctx, tx, ledger.Wallet(who.ID))
	if err != nil {
		return Quote{}, err
	}
	used, err := s.Meters.FreeUsed(ctx, tx, performerID, who.ID, s.Now().Add(-time.Hour))
	if err != nil {
		return Quote{}, err
	}
	q := Quote{
		Price: offer.Private, ExclusivePrice: offer.Exclusive, MinMinutes: max(1, offer.MinMinutes),
		PeekIn: offer.PeekIn, Record: offer.Record, Balance: balance, PolicyVersion: PolicyVersion,
	}
	q.MinutesAffordable = int(balance / q.Price)
	q.Missing = max(0, q.Price*money.Tokens(q.MinMinutes)-balance)
	if !used {
		q.FreeSeconds = int(s.Rules().FreeFor / time.Second)
	}
	return q, nil
}

// mayAsk looks at everything but the money. open are the performer's open shows.
func (s *quotes) mayAsk(ctx context.Context, tx *db.Tx, who account.Caller, performerID string, open []lifecycle.Show) (offer seams.Offer, err error) {
	if err := s.AdmitKnown(ctx, tx, performerID, who); err != nil {
		return offer, err
	}
	person, err := s.Accounts.Get(ctx, tx, who.ID)
	if err != nil {
		return offer, err
	}
	if !person.EmailVerified {
		return offer, ErrMail
	}
	if err := s.Stage.CanGoLive(ctx, tx, performerID); err != nil {
		if _, refused := errors.AsType[*fault.Fault](err); refused {
			return offer, ErrOffline
		}
		return offer, err
	}
	if offer, err = s.Stage.Offer(ctx, tx, performerID); err != nil {
		return offer, err
	}
	if err := s.checkPresence(performerID, offer, open); err != nil {
		return offer, err
	}
	seats, err := store.SelectSeatsOf(ctx, tx, who.ID)
	if err != nil {
		return offer, err
	}
	if lifecycle.Members(seats) > 0 {
		return offer, ErrSeated
	}
	return offer, s.checkAsker(ctx, tx, who.ID, performerID, offer)
}

// checkPresence refuses when the performer cannot answer now.
func (s *quotes) checkPresence(performerID string, offer seams.Offer, open []lifecycle.Show) error {
	on, found := store.Staged(open)
	switch {
	case found && on.Paid():
		return ErrBusy
	case offer.Away:
		return ErrAway
	case !found && !s.Online(performerID):
		return ErrOffline
	}
	return nil
}

// checkAsker applies the performer's choice of members that may ask.
func (s *quotes) checkAsker(ctx context.Context, tx *db.Tx, memberID, performerID string, offer seams.Offer) error {
	switch offer.WhoMayAsk {
	case "nobody":
		return ErrNotAsking
	case "favourites":
		likes, err := s.Fans.Likes(ctx, tx, memberID, performerID)
		if err == nil && !likes {
			err = ErrFansOnly
		}
		return err
	case "balance":
		balance, err := s.Ledger.Balance(ctx, tx, ledger.Wallet(memberID))
		if err != nil {
			return err
		}
		if balance < offer.MinBalance {
			return ErrRicher.With("missing", offer.MinBalance-balance)
		}
	}
	return nil
}

func (s *quotes) getQuote(ctx context.Context, in *performerInput) (Quote, error) {
	return s.Quote(ctx, account.CallerFrom(ctx), in.PerformerID)
}
