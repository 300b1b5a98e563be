package paidmessages

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/money"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	mine := account.Performer.Guard()
	api.Get(r, "/performers/me/message-price", "paidmessages.price", s.getPrice, mine,
		api.Summary("What I ask of members for a message"))
	api.Put(r, "/performers/me/message-price", "paidmessages.setPrice", s.putPrice, mine,
		api.Summary("Ask something of members for a message, or nothing"))
}

// MessagePrice is what a performer asks of members for a message.
type MessagePrice struct {
	Price money.Tokens `json:"price" doc:"whole tokens, at most 1,000; 0: nothing"`
}

func (s *Service) getPrice(ctx context.Context, _ *struct{}) (MessagePrice, error) {
	price, err := s.Price(ctx, account.CallerFrom(ctx).ID)
	return MessagePrice{price}, err
}

type priceInput struct{ Body MessagePrice }

func (s *Service) putPrice(ctx context.Context, in *priceInput) (MessagePrice, error) {
	return in.Body, s.SetPrice(ctx, account.CallerFrom(ctx).ID, in.Body.Price)
}
