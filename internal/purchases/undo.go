package purchases

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Undo takes a purchase of the member's back: the tokens return and the access ends. It is
// possible within UndoWindow, and only while nothing was delivered, nor begun by the seller:
// of an Undo and a Deliver at once exactly one succeeds. It fails with ErrNoPurchase,
// ErrUndone, ErrDelivered, ErrOnItsWay, ErrUndoLate, ErrRefunded, ErrSpent or
// idempotency.ErrOtherBody.
func (s *Service) Undo(ctx context.Context, memberID, purchaseID, key string) (r Receipt, err error) {
	if !id.Valid(purchaseID) {
		return r, ErrNoPurchase
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		r, err = idempotency.Once(ctx, tx, "purchases.undo:"+memberID, key, purchaseID, s.Now(), func() (Receipt, error) {
			return s.undo(ctx, tx, memberID, purchaseID)
		})
		return err
	})
	if err != nil {
		return Receipt{}, err
	}
	return r, nil
}

func (s *Service) undo(ctx context.Context, tx *db.Tx, memberID, purchaseID string) (Receipt, error) {
	now := s.Now()
	undone, err := updateUndone(ctx, tx, memberID, purchaseID, now)
	if err != nil {
		return Receipt{}, err
	}
	p, err := selectPurchase(ctx, tx, purchaseID)
	switch {
	case errors.Is(err, db.ErrNone) || err == nil && p.MemberID != memberID:
		return Receipt{}, ErrNoPurchase
	case err != nil:
		return Receipt{}, err
	case !undone:
		return Receipt{}, p.undoRefusal()
	}
	posted, err := s.reverse(ctx, tx, p)
	if err != nil {
		return Receipt{}, err
	}
	if p.Item.Kind == Product {
		if err := s.undoOrder(ctx, tx, p); err != nil {
			return Receipt{}, err
		}
	}
	left, err := s.left(ctx, tx, p, posted)
	if err != nil {
		return Receipt{}, err
	}
	return Receipt{Purchase: p, Balance: left}, s.Events.Publish(ctx, tx, Undone{p})
}

func (s *Service) undoOrder(ctx context.Context, tx *db.Tx, p Purchase) error {
	if err := s.Orders.Undone(ctx, tx, p.ID); err != nil {
		return err
	}
	return s.Catalogue.PutBack(ctx, tx, p.Item.ID, p.Quantity)
}

// reverse gives the whole price back, of those who have it, or out of the hold.
func (s *Service) reverse(ctx context.Context, tx *db.Tx, p Purchase) (ledger.Posted, error) {
	transferID, err := s.Ledger.IDOf(ctx, tx, p.Item.Kind+":"+p.ID)
	if err != nil {
		return ledger.Posted{}, fmt.Errorf("undo purchase %s: %w", p.ID, err)
	}
	posted, err := s.Ledger.Reverse(ctx, tx, transferID, undoneMemo.With())
	if errors.Is(err, ledger.ErrFunds) {
		return posted, ErrSpent
	}
	return posted, err
}

// undoRefusal is why a purchase could not be undone.
func (p Purchase) undoRefusal() error {
	switch {
	case !p.UndoneAt.IsZero():
		return ErrUndone
	case p.Refunded > 0:
		return ErrRefunded
	case !p.CapturedAt.IsZero():
		return ErrOnItsWay
	case !p.DeliveredAt.IsZero():
		return ErrDelivered
	}
	return ErrUndoLate
}

// NoteRefund notes that the site gave tokens of a purchase back in tx; all of them, at once or
// in parts, end the access. It fails with ErrNoPurchase, ErrUndone, or ErrRefunded when so
// much is not left of the price.
func (s *Service) NoteRefund(ctx context.Context, tx *db.Tx, purchaseID string, amount money.Tokens) error {
	noted, err := updateRefunded(ctx, tx, purchaseID, amount, s.Now())
	if err != nil {
		return err
	}
	p, err := s.Find(ctx, tx, purchaseID)
	switch {
	case err != nil:
		return err
	case !noted && !p.UndoneAt.IsZero():
		return ErrUndone
	case !noted:
		return ErrRefunded
	case p.EndedAt.IsZero():
		return nil
	}
	if p.Item.Kind == Product {
		if err := s.restock(ctx, tx, p); err != nil {
			return err
		}
		if err := s.Orders.Refunded(ctx, tx, p.ID); err != nil {
			return err
		}
	}
	return s.Events.Publish(ctx, tx, Ended{p})
}
