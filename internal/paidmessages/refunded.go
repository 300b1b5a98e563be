package paidmessages

import (
	"context"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
)

var (
	// ErrNoPayment is the refusal of what was never paid, or was given back, or waits.
	ErrNoPayment = fault.New(fault.NotFound, "This payment does not exist.")
	// ErrRefunded: so much is not left of it.
	ErrRefunded = fault.New(fault.Conflict, "The site has given tokens of this purchase back already.").Coded("refunded")
)

// Charges are what a member paid for lines since an instant, the newest first.
func (s *Service) Charges(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]Charge, error) {
	return selectCharges(ctx, tx, memberID, since, most)
}

// FindCharge is what was paid for a line that its performer has got; ErrNoPayment for anything else.
func (s *Service) FindCharge(ctx context.Context, tx *db.Tx, chargeID string) (Charge, error) {
	c, found, err := selectCharge(ctx, tx, chargeID)
	if err == nil && (!found || c.waits() || !c.ReturnedAt.IsZero()) {
		err = ErrNoPayment
	}
	return c, err
}

// NoteChargeRefund notes that the site gave tokens of a charge back in tx, or fails with ErrRefunded.
func (s *Service) NoteChargeRefund(ctx context.Context, tx *db.Tx, chargeID string, amount money.Tokens) error {
	noted, err := refundCharge(ctx, tx, chargeID, amount)
	if err == nil && !noted {
		err = ErrRefunded
	}
	return err
}
