package tips

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/money"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Post(r, "/member/send-tip-token/{performerId}", "tips.send", s.postTip, account.Member.Guard,
		api.Summary("Tip a performer; send an Idempotency-Key per click"))
	api.Get(r, "/performers/me/tips", "tips.received", s.getReceived, account.Performer.Guard,
		api.Summary("The tips I have received, newest first"))
}

type sendInput struct {
	PerformerID string `path:"performerId"`
	Body        sendBody
}

type sendBody struct {
	Token          money.Tokens `json:"token" doc:"15 to 50 in steps of 5, unless the site has other limits"`
	ConversationID string       `json:"conversationId,omitempty" doc:"the room that hears of it"`
	Note           string       `json:"note,omitempty" maxLength:"200" doc:"shown in the room"`
	Anonymous      bool         `json:"anonymous,omitempty" doc:"hides the name from the room"`
}

// Transaction is a tip as its sender sees it: what was paid, without the split.
type Transaction struct {
	ID             string       `json:"_id"`
	Type           string       `json:"type" enum:"tip"`
	OriginalPrice  money.Tokens `json:"originalPrice"`
	Token          money.Tokens `json:"token"`
	PerformerID    string       `json:"performerId"`
	ConversationID string       `json:"conversationId,omitempty"`
	CreatedAt      time.Time    `json:"createdAt"`
	Balance        money.Tokens `json:"balance" doc:"what is left in the wallet"`
}

func (s *Service) postTip(ctx context.Context, in *sendInput) (Transaction, error) {
	me := account.CallerFrom(ctx)
	receipt, err := s.Send(ctx, Order{
		SenderID:       me.ID,
		SenderName:     me.Username,
		PerformerID:    in.PerformerID,
		ConversationID: in.Body.ConversationID,
		Token:          in.Body.Token,
		Note:           in.Body.Note,
		Anonymous:      in.Body.Anonymous,
	}, api.IdempotencyKey(ctx))
	tip := receipt.Tip
	return Transaction{
		ID: tip.ID, Type: Kind, OriginalPrice: tip.Gross, Token: tip.Gross,
		PerformerID: tip.PerformerID, ConversationID: tip.ConversationID,
		CreatedAt: tip.CreatedAt, Balance: receipt.Balance,
	}, err
}

// ReceivedTip is a tip as its performer sees it.
type ReceivedTip struct {
	ID             string       `json:"_id"`
	SenderInfo     SenderInfo   `json:"senderInfo"`
	ConversationID string       `json:"conversationId,omitempty"`
	Token          money.Tokens `json:"token"`
	NetPrice       money.Tokens `json:"netPrice"`
	Note           string       `json:"note,omitempty"`
	Anonymous      bool         `json:"anonymous" doc:"the room did not see the name"`
	CreatedAt      time.Time    `json:"createdAt"`
}

// SenderInfo is who sent a tip.
type SenderInfo struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
}

func (s *Service) getReceived(ctx context.Context, in *api.Page) (page api.List[ReceivedTip], err error) {
	list, total, err := s.Received(ctx, account.CallerFrom(ctx).ID, in.Offset, in.Limit)
	page = api.List[ReceivedTip]{Data: make([]ReceivedTip, len(list)), Total: total}
	for i, tip := range list {
		page.Data[i] = ReceivedTip{
			ID: tip.ID, SenderInfo: SenderInfo{ID: tip.SenderID, Username: tip.SenderName},
			ConversationID: tip.ConversationID, Token: tip.Gross, NetPrice: tip.Shares.Net,
			Note: tip.Note, Anonymous: tip.Anonymous, CreatedAt: tip.CreatedAt,
		}
	}
	return page, err
}
