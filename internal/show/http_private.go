package show

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/money"
)

func (s *Service) privateRoutes(r *api.Router) {
	member, performer := account.Member.Guard(), account.Performer.Guard()
	api.Get(r, "/streaming/private-chat/requests", "show.requests", s.requests, performer,
		api.Summary("The open requests for a private show with me"))
	api.Get(r, "/streaming/private-chat/{performerId}/quote", "show.quote", s.getQuote, member,
		api.Summary("What a private show with the performer costs me, and whether she takes requests"))
	api.Post(r, "/streaming/private-chat/{performerId}", "show.ask", s.ask, member,
		api.Summary("Ask for a private show"))
	api.Post(r, "/streaming/private-chat/{conversationId}/accept", "show.accept", s.accept, performer,
		api.Summary("Accept a request for a private show"))
	api.Post(r, "/streaming/private-chat/{conversationId}/decline", "show.decline", s.decline, performer,
		api.Summary("Decline a request for a private show"))
	api.Post(r, "/streaming/private-chat/{conversationId}/cancel", "show.cancel", s.cancel, member,
		api.Summary("Cancel my request for a private show"))
	api.Post(r, "/streaming/private-chat/{conversationId}/end", "show.end", s.endPrivate, account.SignedIn,
		api.Summary("End a private show, from either side"))
	api.Post(r, "/streaming/private-chat/{conversationId}/join", "show.rejoin", s.rejoin, account.SignedIn,
		api.Summary("The private show as it is now, for either side, on this device"))
	api.Post(r, "/member/send-pay-token/{conversationId}", "show.pay", s.postPay, member,
		api.Summary("Settle the minute now running; it is charged once, with or without this call"))
	api.Get(r, "/streaming/shows/{id}/receipt", "show.receipt", s.getReceipt, account.SignedIn,
		api.Summary("What a show cost me, or what it brought"))
}

type performerInput struct {
	PerformerID string `path:"performerId" maxLength:"64"`
}

type conversationInput struct {
	ConversationID string `path:"conversationId" maxLength:"64"`
}

func (s *Service) requests(ctx context.Context, _ *struct{}) (list api.List[Request], err error) {
	list.Data, err = s.Requests(ctx, account.CallerFrom(ctx).ID)
	list.Total = len(list.Data)
	return list, err
}

func (s *Service) getQuote(ctx context.Context, in *performerInput) (Quote, error) {
	return s.Quote(ctx, account.CallerFrom(ctx), in.PerformerID)
}

type askInput struct {
	PerformerID string `path:"performerId" maxLength:"64"`
	Body        *askBody
}

type askBody struct {
	Exclusive bool   `json:"exclusive,omitempty" doc:"nobody may look in, at the exclusive price"`
	Camera    string `json:"camera,omitempty" enum:"none,audio,video" doc:"what the performer gets of me; none when absent"`
	Balance   string `json:"balance,omitempty" enum:"exact,enough,hidden" doc:"what the performer sees of my balance; exact when absent"`
}

func (s *Service) ask(ctx context.Context, in *askInput) (Session, error) {
	var want Asking
	if in.Body != nil {
		want = Asking{Exclusive: in.Body.Exclusive, Camera: in.Body.Camera, Balance: in.Body.Balance}
	}
	me := account.CallerFrom(ctx)
	asked, err := s.Ask(ctx, me, in.PerformerID, want)
	if err != nil {
		return Session{}, err
	}
	return s.seatSession(ctx, asked, me, api.Origin(ctx))
}

func (s *Service) accept(ctx context.Context, in *conversationInput) (Session, error) {
	me := account.CallerFrom(ctx)
	accepted, err := s.Accept(ctx, me, in.ConversationID)
	if err != nil {
		return Session{}, err
	}
	return s.publishSession(ctx, accepted, me, api.Origin(ctx))
}

func (s *Service) decline(ctx context.Context, in *conversationInput) (api.Done, error) {
	return api.OK, s.Decline(ctx, account.CallerFrom(ctx).ID, in.ConversationID)
}

func (s *Service) cancel(ctx context.Context, in *conversationInput) (api.Done, error) {
	return api.OK, s.Cancel(ctx, account.CallerFrom(ctx).ID, in.ConversationID)
}

func (s *Service) endPrivate(ctx context.Context, in *conversationInput) (api.Done, error) {
	return api.OK, s.End(ctx, account.CallerFrom(ctx), in.ConversationID)
}

type rejoinInput struct {
	ConversationID string `path:"conversationId" maxLength:"64"`
	Body           *struct {
		Takeover bool `json:"takeover,omitempty" doc:"of a performer: publish from this device instead of the other"`
	}
}

func (s *Service) rejoin(ctx context.Context, in *rejoinInput) (Session, error) {
	takeover := in.Body != nil && in.Body.Takeover
	return s.JoinPrivate(ctx, account.CallerFrom(ctx), in.ConversationID, takeover, api.Origin(ctx))
}

type payInput struct {
	api.Idempotent
	ConversationID string `path:"conversationId" maxLength:"64"`
}

func (s *Service) postPay(ctx context.Context, in *payInput) (Payment, error) {
	return s.Pay(ctx, account.CallerFrom(ctx), in.ConversationID, in.IdempotencyKey)
}

type showInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) getReceipt(ctx context.Context, in *showInput) (Receipt, error) {
	return s.Receipt(ctx, account.CallerFrom(ctx), in.ID)
}

// PeekOffer is a look into a private show that a member may buy.
type PeekOffer struct {
	ID          string       `json:"_id"`
	PerformerID string       `json:"performerId"`
	Price       money.Tokens `json:"price" doc:"tokens per window"`
	Seconds     int          `json:"seconds" doc:"of one window"`
	Sound       bool         `json:"sound" doc:"she is heard, too"`
	ExpiresAt   time.Time    `json:"expiresAt" doc:"of the offer"`
	EndsAt      *time.Time   `json:"endsAt,omitempty" doc:"of the window that runs"`
}
