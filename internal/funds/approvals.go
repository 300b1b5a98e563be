package funds

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/foureyes"
	"limelight/internal/kit/money"
)

// Approvals say what one admin decides alone, and keep what waits for a second one.
type Approvals struct {
	*core
}

// movedAlone is the kind of what admins give and take without a second one, in
// units of tokens.
const movedAlone = "tokens"

// DecidesAlone is mayAlone for a decision about a payment, which an only admin makes
// whatever its sum.
func (s *Approvals) DecidesAlone(ctx context.Context, tx *db.Tx, adminID, subject string, tokens money.Tokens) (bool, error) {
	second, err := s.needsSecond(ctx, tx)
	if err != nil || !second || tokens <= 0 {
		return err == nil, err
	}
	return s.mayAlone(ctx, tx, adminID, subject, tokens)
}

// mayAlone reports whether an admin may give or take these tokens without a second
// one: all that they moved alone within a day, and these, are not above
// SecondAdminAbove.
func (s *Approvals) mayAlone(ctx context.Context, tx *db.Tx, adminID, intentID string, tokens money.Tokens) (bool, error) {
	if err := account.Established(ctx); err != nil {
		return false, err
	}
	return foureyes.Allow(ctx, tx, foureyes.Decision{
		By: adminID, Kind: movedAlone, Subject: intentID, Amount: int64(tokens), Max: int64(s.Rules().SecondAdminAbove),
	}, s.Now())
}
