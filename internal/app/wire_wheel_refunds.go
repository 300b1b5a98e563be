package app

import (
	"context"
	"errors"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/refunds"
	"limelight/internal/wheel"
)

// spinWait is how long a spin is its performer's to decide, before its member may
// ask to have it back (behaviours, "Wheel").
const spinWait = 24 * time.Hour

// wireWheelRefunds lets members ask to have spins back.
func wireWheelRefunds(s *Services) {
	s.refunds.Accept(refunds.Category{Kinds: []string{wheel.Kind}, Reasons: []string{"not_performed"}, Source: paidSpins{s.wheel}})
}

// paidSpins are results of the wheel in the words of refunds. A spin may be asked
// about while nobody has decided it; what was rejected was given back.
type paidSpins struct{ *wheel.Service }

func (p paidSpins) Recent(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]refunds.Payment, error) {
	found, err := p.Spins(ctx, tx, memberID, since, most)
	var list []refunds.Payment
	for _, r := range found {
		if r.Status == wheel.Pending {
			list = append(list, paidSpin(r))
		}
	}
	return list, err
}

func (p paidSpins) Payment(ctx context.Context, tx *db.Tx, _, resultID string) (refunds.Payment, error) {
	r, err := p.Find(ctx, tx, resultID)
	if errors.Is(err, wheel.ErrNoResult) {
		err = refunds.ErrNoPayment
	}
	if err != nil {
		return refunds.Payment{}, err
	}
	return paidSpin(r), nil
}

func (p paidSpins) Refunded(ctx context.Context, tx *db.Tx, _, resultID string, amount money.Tokens) error {
	err := p.NoteRefund(ctx, tx, resultID, amount)
	if errors.Is(err, wheel.ErrDecided) || errors.Is(err, wheel.ErrRefunded) {
		return refunds.ErrNothing
	}
	return err
}

func paidSpin(r wheel.Result) refunds.Payment {
	p := refunds.Payment{
		Kind: wheel.Kind, Reference: r.ID, MemberID: r.MemberID, PerformerID: r.PerformerID, Label: r.Drawn().Label,
		Terms: r.Terms, Amounts: []money.Tokens{r.Version.Price}, PaidAt: r.CreatedAt, From: r.CreatedAt.Add(spinWait),
	}
	if r.Status == wheel.Rejected {
		p.Amounts = append(p.Amounts, -r.Version.Price)
	}
	if r.Refunded > 0 {
		p.Amounts = append(p.Amounts, -r.Refunded)
	}
	p.Settled = r.Status == wheel.Done
	return p
}
