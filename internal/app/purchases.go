package app

import (
	"context"
	"errors"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/purchases"
	"limelight/internal/refunds"
)

func (h *house) newPurchases() *purchases.Service {
	return purchases.New(purchases.Deps{
		DB: h.db, Ledger: h.ledger, Catalogue: catalogue{h}, Rates: rates{h}, People: people{h.accounts},
		Events: h.bus, Limiter: h.limits, MAC: h.keys.MAC(), Now: h.now,
	})
}

// paidItems are purchases in the words of refunds. What was undone was given back.
type paidItems struct{ *purchases.Service }

func (p paidItems) Recent(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]refunds.Payment, error) {
	found, err := p.Since(ctx, tx, memberID, since, most)
	var list []refunds.Payment
	for _, one := range found {
		if one.EndedAt.IsZero() {
			list = append(list, paidItem(one))
		}
	}
	return list, err
}

func (p paidItems) Payment(ctx context.Context, tx *db.Tx, kind, purchaseID string) (refunds.Payment, error) {
	found, err := p.Find(ctx, tx, purchaseID)
	if errors.Is(err, purchases.ErrNoPurchase) || err == nil && found.Item.Kind != kind {
		err = refunds.ErrNoPayment
	}
	if err != nil {
		return refunds.Payment{}, err
	}
	return paidItem(found), nil
}

func (p paidItems) Refunded(ctx context.Context, tx *db.Tx, _, purchaseID string, amount money.Tokens) error {
	err := p.NoteRefund(ctx, tx, purchaseID, amount)
	if errors.Is(err, purchases.ErrUndone) || errors.Is(err, purchases.ErrRefunded) {
		return refunds.ErrNothing
	}
	return err
}

func paidItem(p purchases.Purchase) refunds.Payment {
	paid := refunds.Payment{
		Kind: p.Item.Kind, Reference: p.ID, MemberID: p.MemberID, PerformerID: p.Item.PerformerID, Label: p.Item.Title,
		Terms: p.Terms, Amounts: []money.Tokens{p.Item.Price}, PaidAt: p.CreatedAt, From: p.CreatedAt,
	}
	if !p.UndoneAt.IsZero() {
		paid.Amounts = append(paid.Amounts, -p.Item.Price)
	}
	if p.Refunded > 0 {
		paid.Amounts = append(paid.Amounts, -p.Refunded)
	}
	return paid
}
