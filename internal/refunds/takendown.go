package refunds

import (
	"context"

	"limelight/internal/kit/db"
)

// TakenDown is the reason of a request that staff make themselves: they have taken what was paid for.
const TakenDown = "taken_down"

// GiveBack returns in tx all that is left of a payment, by the caller, who are staff and take what was paid for from its
// member: by the member's request that waits, or by one of their own. note, as long as a decision's, is told to the
// member. Where nothing is left nothing happens.
func (s *Service) GiveBack(ctx context.Context, tx *db.Tx, kind, reference, note string) error {
	category, known := s.categoryOf(kind)
	if !known {
		return ErrNoPayment
	}
	p, err := category.Source.Payment(ctx, tx, kind, reference)
	if err != nil || p.Left() <= 0 {
		return err
	}
	r, waits, err := lockPending(ctx, tx, kind, reference)
	if err == nil && !waits {
		var asked map[string]lastRequest
		if asked, err = selectAsked(ctx, tx, kind, []string{reference}); err == nil {
			r, err = s.file(ctx, tx, p, asked[reference], TakenDown, note)
		}
	}
	if err != nil {
		return err
	}
	return s.decide(ctx, tx, &r, Decision{RequestID: r.ID, To: Resolved, Note: note})
}
