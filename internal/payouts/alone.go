package payouts

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/currency"
	"limelight/internal/kit/db"
	"limelight/internal/kit/foureyes"
)

// What one admin approves alone is summed by these kinds, each by currency. A
// request is in both when it is paid by a file: approving it and paying it are two
// decisions.
const (
	requestsAlone = "payout_request:"
	batchesAlone  = "payout_batch:"
)

// twoNeeded reports whether what an admin approves, in minor units, needs a second
// person: it, and all of this kind that they approved alone within a day, are above
// TwoAbove. What needs nobody else is counted.
func (s *core) twoNeeded(ctx context.Context, tx *db.Tx, adminID, kind, subject string, amount int64, code string) (bool, error) {
	if err := account.Established(ctx); err != nil {
		return false, err
	}
	limit := s.Rules().TwoAbove * currency.Scale(code)
	if limit == 0 || amount == 0 {
		return false, nil
	}
	enough, err := foureyes.Allow(ctx, tx, foureyes.Decision{By: adminID, Kind: kind + code, Subject: subject, Amount: amount, Max: limit}, s.Now())
	return !enough, err
}
