package show

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/plain"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
)

func (s *Service) groupRoutes(r *api.Router) {
	member, performer := account.Member.Guard(), account.Performer.Guard()
	api.Post(r, "/streaming/group-chat", "show.startGroup", s.startGroup, performer,
		api.Summary("Put a group show on stage; /streaming/stop ends it"))
	api.Post(r, "/streaming/group-chat/{performerId}/join", "show.joinGroup", s.joinGroup, member,
		api.Summary("Take a seat; while the show waits it costs nothing and shows nothing"))
	api.Post(r, "/streaming/group-chat/{performerId}/leave", "show.leaveGroup", s.leaveGroup, member,
		api.Summary("Leave a group show"))

	api.Post(r, "/streaming/peek-in/{id}", "show.askPeek", s.askPeek, member,
		api.Summary("What a look into the performer's private show costs"))
	api.Get(r, "/streaming/peek-in/{id}", "show.peek", s.getPeek, member,
		api.Summary("A look into a private show: its price, and the session once it is paid"))
	api.Post(r, "/member/peek-in/{id}", "show.payPeek", s.payPeek, member,
		api.Summary("Buy the look"))
	api.Post(r, "/streaming/peek-in/{id}/leave", "show.leavePeek", s.leavePeek, member,
		api.Summary("End my look into a private show"))
}

type groupInput struct {
	Body *groupBody
}

type groupBody struct {
	Title           string `json:"title,omitempty" maxLength:"120"`
	MinParticipants int    `json:"minParticipants,omitempty" minimum:"1" maximum:"100" doc:"the show starts with so many; absent: as in my settings"`
	MaxParticipants int    `json:"maxParticipants,omitempty" minimum:"1" maximum:"100"`
}

func (s *Service) startGroup(ctx context.Context, in *groupInput) (Session, error) {
	var want Grouping
	if in.Body != nil {
		want = Grouping{
			Title: plain.Line(in.Body.Title), MinParticipants: in.Body.MinParticipants, MaxParticipants: in.Body.MaxParticipants,
		}
	}
	me := account.CallerFrom(ctx)
	opened, err := s.StartGroup(ctx, me, want)
	if err != nil {
		return Session{}, err
	}
	return s.publishSession(ctx, opened, me, api.Origin(ctx))
}

func (s *Service) joinGroup(ctx context.Context, in *performerInput) (Session, error) {
	me := account.CallerFrom(ctx)
	joined, err := s.JoinGroup(ctx, me, in.PerformerID)
	if err != nil {
		return Session{}, err
	}
	return s.seatSession(ctx, joined, me, api.Origin(ctx))
}

func (s *Service) leaveGroup(ctx context.Context, in *performerInput) (api.Done, error) {
	return api.OK, s.LeaveGroup(ctx, account.CallerFrom(ctx).ID, in.PerformerID)
}

// askPeekInput calls its parameter as the other calls of the path do: OpenAPI knows paths apart
// by what is fixed in them.
type askPeekInput struct {
	PerformerID string `path:"id" maxLength:"64" doc:"the performer"`
}

func (s *Service) askPeek(ctx context.Context, in *askPeekInput) (PeekOffer, error) {
	asked, err := s.AskPeek(ctx, account.CallerFrom(ctx), in.PerformerID)
	if err != nil {
		return PeekOffer{}, err
	}
	return s.peekOffer(ctx, asked, nil)
}

func (s *Service) getPeek(ctx context.Context, in *showInput) (PeekOffer, error) {
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

func (s *Service) payPeek(ctx context.Context, in *payPeekInput) (Session, error) {
	me := account.CallerFrom(ctx)
	renew := in.Body != nil && in.Body.Renew
	_, one, err := s.PayPeek(ctx, me, in.ID, renew, in.IdempotencyKey)
	if err != nil {
		return Session{}, err
	}
	return s.peekSession(ctx, one, api.Origin(ctx))
}

func (s *Service) leavePeek(ctx context.Context, in *showInput) (api.Done, error) {
	return api.OK, s.LeavePeek(ctx, account.CallerFrom(ctx).ID, in.ID)
}

// peekSession is what who looks in gets: the performer's picture, and of the room
// nothing, not even who is in it.
func (s *Service) peekSession(ctx context.Context, one lifecycle.Seat, origin string) (session Session, err error) {
	var grant sfu.Grant
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := selectShow(ctx, tx, one.ShowID)
		if err != nil {
			return err
		}
		if grant, err = s.peekGrant(ctx, tx, current, one); err != nil {
			return err
		}
		session = Session{
			SessionID: current.ID, PerformerID: current.PerformerID, Type: current.Type, Status: current.Status, ExpiresAt: &one.EndsAt,
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
func (s *Service) peekOffer(ctx context.Context, asked peek, one *lifecycle.Seat) (offer PeekOffer, err error) {
	offer = PeekOffer{ID: asked.ID, Price: asked.Price, Seconds: asked.Seconds, ExpiresAt: asked.ExpiresAt}
	if one != nil {
		offer.EndsAt = &one.EndsAt
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		of, err := selectShow(ctx, tx, asked.ShowID)
		if err != nil {
			return err
		}
		now, err := s.Stage.Offer(ctx, tx, of.PerformerID)
		offer.PerformerID, offer.Sound = of.PerformerID, now.PeekSound
		return err
	})
	return offer, err
}
