package app

import (
	"context"
	"encoding/json"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/messages"
	"limelight/internal/paidmessages"
)

// paidLines is what lines and photos cost, in the words of conversations.
type paidLines struct {
	*paidmessages.Service
	s *Services
}

func (p paidLines) Charge(ctx context.Context, tx *db.Tx, c messages.Charge) error {
	return p.Service.Charge(ctx, tx, paidmessages.Line(c))
}

func (p paidLines) CheckSale(sale messages.Sale) (messages.Offer, error) {
	declared, err := p.CheckOffer(sale.Price, sale.Consents)
	return messages.Offer{Price: sale.Price, OnlyMe: declared.OnlyMe, Others: declared.Others}, err
}

func (p paidLines) Sell(ctx context.Context, tx *db.Tx, o messages.Offer) error {
	others, err := json.Marshal(o.Others)
	if err != nil {
		return err
	}
	return p.Offer(ctx, tx, paidmessages.Offer{
		MessageID: o.MessageID, FileID: o.FileID, PerformerID: o.PerformerID, MemberID: o.MemberID, Price: o.Price, OnlyMe: o.OnlyMe, Others: string(others),
	}, o.Held)
}

func (p paidLines) Offers(ctx context.Context, tx *db.Tx, messageIDs ...string) (map[string]messages.Offered, error) {
	found, err := p.Offered(ctx, tx, messageIDs...)
	sold := make(map[string]messages.Offered, len(found))
	for messageID, o := range found {
		one := messages.Offered{IsApproved: !o.ApprovedAt.IsZero(), Unlocks: o.Unlocks, Earned: o.Earned, OnlyMe: o.OnlyMe, DeclaredAt: o.DeclaredAt}
		if err := json.Unmarshal([]byte(o.Others), &one.Others); err != nil {
			return nil, err
		}
		sold[messageID] = one
	}
	return sold, err
}

func (p paidLines) Open(ctx context.Context, tx *db.Tx, messageID, memberID string, price money.Tokens) (money.Tokens, error) {
	return p.Unlock(ctx, tx, messageID, memberID, price)
}

func (p paidLines) GiveBack(ctx context.Context, tx *db.Tx, messageID, reason string) error {
	opened, err := p.UnlocksOf(ctx, tx, messageID)
	for _, u := range opened {
		if p.s.giveBack == nil {
			return fmt.Errorf("photo %s was paid for, and this site has no refunds", messageID)
		}
		if err = p.s.giveBack(ctx, tx, paidmessages.Photo, u.ID, reason); err != nil {
			break
		}
	}
	return err
}

// linesRule is what the audit looks at of lines and what was paid for them together, which neither package can alone.
func linesRule() ledger.Rule {
	return ledger.Rule{Check: func(ctx context.Context, tx *db.Tx) ([]ledger.Violation, error) {
		return ledger.FindAll(ctx, tx, lineInvariants...)
	}}
}

// What was deleted long ago is purged: it says nothing any more, and has no file.
var lineInvariants = []ledger.Invariant{
	{Rule: "messages.charged", Query: `
		SELECT c.id, 'was charged for another line'
		FROM message_charges c
		LEFT JOIN messages m ON m.id = c.message_id AND m.sender_id = c.member_id
		WHERE m.id IS NULL
		   OR (c.held AND c.captured_at = 0 AND c.returned_at = 0) <> (m.held_at > 0)
		   OR c.returned_at > 0 AND m.deleted_at = 0
		   OR NOT m.purged AND m.payload NOT LIKE '%"token":%'
		ORDER BY c.id`},
	{Rule: "messages.paid", Query: `
		SELECT m.id, 'says that it was paid for'
		FROM messages m
		LEFT JOIN message_charges c ON c.message_id = m.id
		WHERE m.kind IN ('text', 'photo') AND m.payload LIKE '%"token":%' AND c.id IS NULL
		ORDER BY m.id`},
	{Rule: "messages.offered", Query: `
		SELECT o.message_id, 'is offered as another line says'
		FROM message_photos o
		LEFT JOIN messages m ON m.id = o.message_id AND m.sender_id = o.performer_id
		WHERE m.id IS NULL
		   OR o.approved_at = 0 AND m.held_at = 0 AND m.deleted_at = 0
		   OR o.approved_at > 0 AND m.held_at > 0
		   OR NOT m.purged AND (m.file_id <> o.file_id
			OR m.payload NOT LIKE '%"price":' || (o.price / 100) || ',%' AND m.payload NOT LIKE '%"price":' || (o.price / 100) || '}%')
		ORDER BY o.message_id`},
}
