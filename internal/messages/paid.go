package messages

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
)

// ErrPriceChanged: a line costs something else than its writer has seen.
var ErrPriceChanged = fault.New(fault.Conflict, "The price of a message has changed. Have another look before you send it.").Coded("price_changed")

// Paid takes what performers ask of members for lines, and for photos in them, in the transaction that writes them.
type Paid interface {
	PhotoSales
	// Prices are what performers ask for a line; who asks nothing is absent.
	Prices(ctx context.Context, tx *db.Tx, performerIDs ...string) (map[string]money.Tokens, error)
	// Charge takes the price of a new line.
	Charge(ctx context.Context, tx *db.Tx, c Charge) error
	// Release says that a line which was held is delivered, under another id, and the photo that it sells is approved.
	Release(ctx context.Context, tx *db.Tx, heldID, messageID string) error
	// Drop says that lines which were held are never delivered.
	Drop(ctx context.Context, tx *db.Tx, messageIDs ...string) error
	// Balance is what a member has left.
	Balance(ctx context.Context, tx *db.Tx, memberID string) (money.Tokens, error)
}

// Charge is what a line costs whom.
type Charge struct {
	MessageID   string
	MemberID    string
	PerformerID string
	Price       money.Tokens
	Held        bool // it waits for staff
}

// SentMessage is a line as whoever has written it is answered.
type SentMessage struct {
	Message
	Balance *money.Tokens `json:"balance,omitempty" doc:"what is left in the wallet, where the line cost something"`
}

func sent(m Message, err error) (SentMessage, error) { return SentMessage{m, m.balance}, err }

// cost puts on a line what its writer pays for it. It fails with ErrPriceChanged when they have seen something else, and for
// a line that could not be told from its repetition.
func (s *Messages) cost(ctx context.Context, tx *db.Tx, who account.Caller, c Conversation, draft Draft, m *Message) error {
	price := money.Tokens(0)
	if who.Role == account.Member && c.OwnerID == c.other(who.ID) {
		prices, err := s.Paid.Prices(ctx, tx, c.OwnerID)
		if err != nil {
			return err
		}
		price = prices[c.OwnerID]
	}
	switch {
	case draft.Price == nil && price > 0, draft.Price != nil && *draft.Price != price:
		return ErrPriceChanged.With("price", price)
	case price == 0:
		return nil
	case draft.ClientID == "":
		return fault.Missing("clientId")
	}
	m.price, m.Token = price, &price
	return nil
}

// answered is a line as its writer is answered, with what is left to them if they have paid for it.
func (s *Messages) answered(ctx context.Context, tx *db.Tx, who account.Caller, m Message) (Message, error) {
	m, err := s.readBy(ctx, tx, who, m)
	if err != nil || m.Token == nil {
		return m, err
	}
	left, err := s.Paid.Balance(ctx, tx, who.ID)
	m.balance = &left
	return m, err
}

// addPrices says of somebody's conversations what a line costs them.
func (s *core) addPrices(ctx context.Context, tx *db.Tx, role account.Role, list []Conversation) error {
	if role != account.Member {
		return nil
	}
	var performers []string
	for _, c := range list {
		if c.OwnerID != "" && c.OwnerID == c.SourceID {
			performers = append(performers, c.OwnerID)
		}
	}
	prices, err := s.Paid.Prices(ctx, tx, performers...)
	for i, c := range list {
		if c.OwnerID == c.SourceID {
			list[i].MessagePrice = prices[c.OwnerID]
		}
	}
	return err
}
