package app

import (
	"context"
	"errors"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/paidmessages"
	"limelight/internal/refunds"
)

// wirePaidMessagesRefunds lets members ask to have back what they paid for messages, and for photos in them.
func wirePaidMessagesRefunds(s *Services) {
	s.giveBack = s.refunds.GiveBack
	paid := s.paidMessages
	s.refunds.Accept(refunds.Category{
		Kinds: []string{paidmessages.Message}, Reasons: []string{"duplicate", "mistake"},
		Source: paidInTalk[paidmessages.Charge]{paid.Charges, paid.FindCharge, paid.NoteChargeRefund, chargedLine},
	})
	s.refunds.Accept(refunds.Category{
		Kinds: []string{paidmessages.Photo}, Reasons: []string{"not_as_promised", "other"},
		Source: paidInTalk[paidmessages.Unlock]{openUnlocks(paid), paid.FindUnlock, paid.NoteUnlockRefund, openedPhoto},
	})
}

// paidInTalk are payments of one kind in conversations in the words of refunds.
type paidInTalk[T any] struct {
	recent  func(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]T, error)
	find    func(ctx context.Context, tx *db.Tx, id string) (T, error)
	note    func(ctx context.Context, tx *db.Tx, id string, amount money.Tokens) error
	payment func(T) refunds.Payment
}

func (p paidInTalk[T]) Recent(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]refunds.Payment, error) {
	found, err := p.recent(ctx, tx, memberID, since, most)
	list := make([]refunds.Payment, len(found))
	for i, one := range found {
		list[i] = p.payment(one)
	}
	return list, err
}

func (p paidInTalk[T]) Payment(ctx context.Context, tx *db.Tx, _, id string) (refunds.Payment, error) {
	found, err := p.find(ctx, tx, id)
	if errors.Is(err, paidmessages.ErrNoPayment) {
		err = refunds.ErrNoPayment
	}
	return p.payment(found), err
}

func (p paidInTalk[T]) Refunded(ctx context.Context, tx *db.Tx, _, id string, amount money.Tokens) error {
	err := p.note(ctx, tx, id, amount)
	if errors.Is(err, paidmessages.ErrRefunded) {
		err = refunds.ErrNothing
	}
	return err
}

// openUnlocks leaves out what was given back: all of it was.
func openUnlocks(paid *paidmessages.Service) func(context.Context, *db.Tx, string, time.Time, int) ([]paidmessages.Unlock, error) {
	return func(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]paidmessages.Unlock, error) {
		found, err := paid.Unlocks(ctx, tx, memberID, since, most)
		return slices.DeleteFunc(found, func(u paidmessages.Unlock) bool { return !u.EndedAt.IsZero() }), err
	}
}

func chargedLine(c paidmessages.Charge) refunds.Payment {
	paid := paidFor(c.Terms, c.Gross, c.Refunded, c.DeliveredAt())
	paid.Kind, paid.Reference, paid.MemberID, paid.PerformerID = paidmessages.Message, c.ID, c.MemberID, c.PerformerID
	return paid
}

func openedPhoto(u paidmessages.Unlock) refunds.Payment {
	paid := paidFor(u.Terms, u.Gross, u.Refunded, u.CreatedAt)
	paid.Kind, paid.Reference, paid.MemberID, paid.PerformerID = paidmessages.Photo, u.ID, u.MemberID, u.PerformerID
	return paid
}

func paidFor(terms ledger.Terms, gross, refunded money.Tokens, at time.Time) refunds.Payment {
	paid := refunds.Payment{Terms: terms, Amounts: []money.Tokens{gross}, PaidAt: at, From: at}
	if refunded > 0 {
		paid.Amounts = append(paid.Amounts, -refunded)
	}
	return paid
}
