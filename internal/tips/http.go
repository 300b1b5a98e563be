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
	api.Post(r, "/member/send-tip-token/{performerId}", "tips.send", s.postTip, account.Member.Guard(),
		api.Summary("Tip a performer"))
	api.Get(r, "/performers/me/tips", "tips.received", s.getReceived, account.Performer.Guard(),
		api.Summary("The tips I have received, newest first"))
	api.Get(r, "/tip-menu", "tips.menu", s.getMenu, account.Performer.Guard(),
		api.Summary("My tip menu, in order"))
	api.Put(r, "/tip-menu", "tips.setMenu", s.putMenu, account.Performer.Guard(),
		api.Summary("Replace my tip menu"))
	api.Get(r, "/tip-menu/search", "tips.lookMenu", s.getLookMenu, api.Public,
		api.Summary("A performer's tip menu"))
}

type sendInput struct {
	api.Idempotent
	PerformerID string `path:"performerId"`
	Body        sendBody
}

type sendBody struct {
	Token          money.Tokens `json:"token" doc:"15 to 50 in steps of 5, unless the site has other limits"`
	ConversationID string       `json:"conversationId,omitempty" doc:"the room that hears of it"`
	Note           string       `json:"note,omitempty" maxLength:"200" doc:"shown in the room"`
	Anonymous      bool         `json:"anonymous,omitempty" doc:"hides the name from the room"`
	MenuItemID     string       `json:"menuItemId,omitempty" doc:"what of the tip menu it is for; the amount is its price then"`
}

// Transaction is a tip as its sender sees it: what was paid, without the split.
type Transaction struct {
	ID             string       `json:"_id"`
	Type           string       `json:"type" enum:"tip"`
	OriginalPrice  money.Tokens `json:"originalPrice"`
	Token          money.Tokens `json:"token"`
	PerformerID    string       `json:"performerId"`
	ConversationID string       `json:"conversationId,omitempty"`
	Label          string       `json:"label,omitempty" doc:"what of the tip menu it was for"`
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
		MenuItemID:     in.Body.MenuItemID,
	}, in.IdempotencyKey)
	tip := receipt.Tip
	return Transaction{
		ID: tip.ID, Type: Kind, OriginalPrice: tip.Gross, Token: tip.Gross,
		PerformerID: tip.PerformerID, ConversationID: tip.ConversationID,
		Label: tip.Label, CreatedAt: tip.CreatedAt, Balance: receipt.Balance,
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
	Label          string       `json:"label,omitempty" doc:"what of the tip menu it was for, as it said then"`
	Anonymous      bool         `json:"anonymous" doc:"the room did not see the name"`
	CreatedAt      time.Time    `json:"createdAt"`
}

// SenderInfo is who sent a tip.
type SenderInfo struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
}

func (s *Service) getReceived(ctx context.Context, in *api.Page) (api.List[ReceivedTip], error) {
	list, total, err := s.Received(ctx, account.CallerFrom(ctx).ID, in.Offset, in.Limit)
	return api.ListOf(list, total, func(tip Tip) ReceivedTip {
		return ReceivedTip{
			ID: tip.ID, SenderInfo: SenderInfo{ID: tip.SenderID, Username: tip.SenderName},
			ConversationID: tip.ConversationID, Token: tip.Gross, NetPrice: tip.Shares.Net,
			Note: tip.Note, Label: tip.Label, Anonymous: tip.Anonymous, CreatedAt: tip.CreatedAt,
		}
	}), err
}

// MenuItem is an item of a tip menu.
type MenuItem struct {
	ID    string       `json:"_id"`
	Label string       `json:"label"`
	Token money.Tokens `json:"token"`
}

func (s *Service) getMenu(ctx context.Context, _ *struct{}) (api.List[MenuItem], error) {
	menu, err := s.Menu(ctx, account.CallerFrom(ctx).ID)
	return listed(menu), err
}

type menuInput struct{ Body menuBody }

type menuBody struct {
	Items []itemBody `json:"items" doc:"at most 30, in order"`
}

type itemBody struct {
	ID    string       `json:"_id,omitempty" doc:"of an item that stays"`
	Label string       `json:"label" doc:"at most 60 characters"`
	Token money.Tokens `json:"token" doc:"whole tokens"`
}

func (s *Service) putMenu(ctx context.Context, in *menuInput) (api.List[MenuItem], error) {
	menu := make([]Item, len(in.Body.Items))
	for i, item := range in.Body.Items {
		menu[i] = Item(item)
	}
	menu, err := s.SetMenu(ctx, account.CallerFrom(ctx).ID, menu)
	return listed(menu), err
}

type lookMenuInput struct {
	PerformerID string `query:"performerId" required:"true"`
}

func (s *Service) getLookMenu(ctx context.Context, in *lookMenuInput) (api.List[MenuItem], error) {
	menu, err := s.LookMenu(ctx, account.CallerFrom(ctx), in.PerformerID)
	return listed(menu), err
}

func listed(menu []Item) api.List[MenuItem] {
	return api.ListOf(menu, len(menu), func(i Item) MenuItem { return MenuItem(i) })
}
