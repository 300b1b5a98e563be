package show

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/store"
)

// PeekOffer is a look into a private show that a member may buy.
type PeekOffer struct {
	ID          string       `json:"_id"`
	PerformerID string       `json:"performerId"`
	Price       money.Tokens `json:"price" doc:"tokens per window"`
	Seconds     int          `json:"seconds" doc:"of one window"`
	Sound       bool         `json:"sound" doc:"she is heard, too"`
	ExpiresAt   time.Time    `json:"expiresAt" doc:"of the offer"`
	EndsAt      time.Time    `json:"endsAt,omitzero" doc:"of the window that runs"`
}

// askPeekInput calls its parameter as the other calls of the path do: OpenAPI knows paths apart
// by what is fixed in them.
type askPeekInput struct {
	PerformerID string `path:"id" maxLength:"64" doc:"the performer"`
}

func (s *peekIns) askPeek(ctx context.Context, in *askPeekInput) (PeekOffer, error) {
	asked, err := s.AskPeek(ctx, account.CallerFrom(ctx), in.PerformerID)
	if err != nil {
		return PeekOffer{}, err
	}
	return s.peekOffer(ctx, asked, nil)
}

func (s *peekIns) getPeek(ctx context.Context, in *showInput) (PeekOffer, error) {
	asked, one, err := s.FindPeek(ctx, account.CallerFrom(ctx).ID, in.ID)
	if err != nil {
		return PeekOffer{}, err
	}
	return s.peekOffer(ctx, asked, one)
}

type payPeekInput struct {
	api.Idempotent
	ID   string `path:"id" maxLength:"64"`
	Body *struct {
		Renew bool `json:"renew,omitempty" doc:"buy each next window at its start, until I leave"`
	}
}

func (s *peekIns) payPeek(ctx context.Context, in *payPeekInput) (Session, error) {
	me := account.CallerFrom(ctx)
	renew := in.Body != nil && in.Body.Renew
	_, one, err := s.PayPeek(ctx, me, in.ID, renew, in.IdempotencyKey)
	if err != nil {
		return Session{}, err
	}
	return s.peekSession(ctx, one, api.Origin(ctx))
}

func (s *peekIns) leavePeek(ctx context.Context, in *showInput) (api.Done, error) {
	return api.OK, s.LeavePeek(ctx, account.CallerFrom(ctx).ID, in.ID)
}

// peekSession is a peeker's session: the performer's picture, and of the room nothing, not
// even its participants.
func (s *peekIns) peekSession(ctx context.Context, one lifecycle.Seat, origin string) (session Session, err error) {
	var grant sfu.Grant
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := store.SelectShow(ctx, tx, one.ShowID)
		if err != nil {
			return err
		}
		if grant, err = s.PeekGrant(ctx, tx, current, one); err != nil {
			return err
		}
		session = Session{
			SessionID: current.ID, PerformerID: current.PerformerID, Type: current.Type, Status: current.Status, ExpiresAt: one.EndsAt,
		}
		session.Meter, err = s.meterState(ctx, tx, one)
		return err
	})
	if err != nil {
		return session, err
	}
	session.Play, err = s.playBy(grant, origin)
	return session, err
}

// peekOffer is what a look costs, and what there will be of it.
func (s *peekIns) peekOffer(ctx context.Context, asked store.Peek, one *lifecycle.Seat) (offer PeekOffer, err error) {
	offer = PeekOffer{ID: asked.ID, Price: asked.Price, Seconds: asked.Seconds, ExpiresAt: asked.ExpiresAt}
	if one != nil {
		offer.EndsAt = one.EndsAt
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		of, err := store.SelectShow(ctx, tx, asked.ShowID)
		if err != nil {
			return err
		}
		now, err := s.Stage.Offer(ctx, tx, of.PerformerID)
		offer.PerformerID, offer.Sound = of.PerformerID, now.PeekSound
		return err
	})
	return offer, err
}
