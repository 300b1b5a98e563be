package app

import (
	"context"
	"errors"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/refunds"
	"limelight/internal/show/meter"
	"limelight/internal/show/recording"
)

// wireShowRefunds lets members ask to have paid shows back.
func wireShowRefunds(s *Services) {
	s.refunds.Accept(refunds.Category{
		Kinds:   meter.Incomes.IDs(),
		Reasons: []string{"no_picture", "no_sound", "not_as_promised", "other"}, Source: paidShows{s.meters, s.recordings},
	})
}

// paidShows are closed meters in the words of refunds. An open one is no payment
// yet.
type paidShows struct {
	*meter.Meters
	recordings *recording.Service
}

func (p paidShows) Recent(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]refunds.Payment, error) {
	found, err := p.EndedOf(ctx, tx, memberID, since, most)
	list := make([]refunds.Payment, len(found))
	for i, m := range found {
		list[i] = paidMeter(m)
	}
	return list, err
}

func (p paidShows) Payment(ctx context.Context, tx *db.Tx, kind, meterID string) (refunds.Payment, error) {
	m, err := p.Get(ctx, tx, meterID)
	if errors.Is(err, meter.ErrUnknown) || err == nil && (string(m.Kind) != kind || m.State != meter.Closed || m.Periods == 0) {
		err = refunds.ErrNoPayment
	}
	if err != nil {
		return refunds.Payment{}, err
	}
	return paidMeter(m), nil
}

// Refunded changes no closed meter; whoever has everything back watches no recording of the show.
func (p paidShows) Refunded(ctx context.Context, tx *db.Tx, _, meterID string, amount money.Tokens) error {
	return p.recordings.NoteRefund(ctx, tx, meterID, amount)
}

// paidMeter is what each period cost, and what a fault gave back of the last ones.
func paidMeter(m meter.Meter) refunds.Payment {
	amounts := slices.Repeat([]money.Tokens{m.Price}, m.Periods)
	if m.Refund > 0 {
		amounts = append(amounts, -m.Refund)
	}
	return refunds.Payment{
		Kind: string(m.Kind), Reference: m.ID, ShowID: m.ShowID, MemberID: m.MemberID, PerformerID: m.PerformerID,
		Terms: m.Terms, Amounts: amounts, PaidAt: m.EndedAt, From: m.EndedAt,
	}
}
