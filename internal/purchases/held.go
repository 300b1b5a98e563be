package purchases

import (
	"context"
	"errors"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// ErrPaidOut: those who earned it no longer have what a purchase cost.
var ErrPaidOut = fault.New(fault.Conflict, "The seller no longer has the tokens of this order. The buyer may ask the site for a refund.").Coded("paid_out")

// Capture shares what lies in the hold of a product, which was sent. It fails with
// ErrNoPurchase, or ErrOver when nothing lies there any more.
func (s *Service) Capture(ctx context.Context, tx *db.Tx, purchaseID string) error {
	captured, err := updateCaptured(ctx, tx, purchaseID, s.Now())
	if err != nil {
		return err
	}
	p, err := s.Find(ctx, tx, purchaseID)
	switch {
	case err != nil:
		return err
	case !captured:
		return ErrOver
	}
	_, err = s.Ledger.Post(ctx, tx, p.posting(Product+"-sent", sentMemo.With(),
		p.Terms.Legs(p.Terms.Split(p.Price-p.Refunded), ledger.Hold(p.ID), p.Item.PerformerID)))
	return err
}

// Returned are what was given back of purchases, by their ids; of the others nothing. An undo
// gives all of it back.
func (s *Service) Returned(ctx context.Context, tx *db.Tx, purchaseIDs ...string) (map[string]money.Tokens, error) {
	list, err := selectReturned(ctx, tx, purchaseIDs)
	if err != nil {
		return nil, err
	}
	found := make(map[string]money.Tokens, len(list))
	for _, one := range list {
		found[one.purchaseID] = one.tokens
	}
	return found, nil
}

// GiveBack returns what is left of a product's price to its buyer, out of the hold or from
// those who earned it, and ends the access. What was never sent is in stock again. It fails
// with ErrNoPurchase, ErrOver or ErrPaidOut.
func (s *Service) GiveBack(ctx context.Context, tx *db.Tx, purchaseID string, memo ledger.Memo) error {
	was, err := lockPurchase(ctx, tx, purchaseID)
	switch {
	case errors.Is(err, db.ErrNone):
		return ErrNoPurchase
	case err != nil:
		return err
	case !was.EndedAt.IsZero():
		return ErrOver
	}
	if err := updateGivenBack(ctx, tx, purchaseID, s.Now()); err != nil {
		return err
	}
	_, err = s.Ledger.Post(ctx, tx, was.posting(Product+"-return", memo, was.returning()))
	if errors.Is(err, ledger.ErrFunds) {
		return ErrPaidOut
	}
	if err != nil {
		return err
	}
	if err := s.restock(ctx, tx, was); err != nil {
		return err
	}
	p, err := s.Find(ctx, tx, purchaseID)
	if err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Ended{p})
}

// returning are the legs that give back what is left of the price.
func (p Purchase) returning() []ledger.Leg {
	left, wallet := p.Price-p.Refunded, ledger.Wallet(p.MemberID)
	if p.Held() {
		return []ledger.Leg{{Source: ledger.Hold(p.ID), Target: wallet, Amount: left}}
	}
	legs := p.Terms.Legs(p.Terms.Split(left), wallet, p.Item.PerformerID)
	for i, leg := range legs {
		legs[i].Source, legs[i].Target = leg.Target, leg.Source
	}
	return legs
}

// restock puts back what was bought and never sent.
func (s *Service) restock(ctx context.Context, tx *db.Tx, p Purchase) error {
	if !p.Item.Physical || !p.CapturedAt.IsZero() {
		return nil
	}
	return s.Catalogue.PutBack(ctx, tx, p.Item.ID, p.Quantity)
}
