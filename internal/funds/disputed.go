package funds

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
)

// Disputed are the members of whose payments an admin has still to decide one that was taken
// back, out of some or, without ids, out of all. Their spending is off (MaySpend).
func (s *Service) Disputed(ctx context.Context, tx *db.Tx, memberIDs ...string) ([]string, error) {
	query, args := `SELECT DISTINCT account_id FROM funds_cases WHERE state = 'open'`, []any(nil)
	if len(memberIDs) > 0 {
		in, ids := db.In(1, memberIDs)
		query, args = query+` AND account_id IN `+in, ids
	}
	list, err := db.All(ctx, tx, db.String, query+` ORDER BY account_id`, args...)
	if err != nil {
		return nil, fmt.Errorf("select the disputed members: %w", err)
	}
	return list, nil
}

// HoldDisputes keeps a case of the member's from beginning until tx ends: what somebody is
// paid in it is seen by a case, or has seen the case.
func (s *Service) HoldDisputes(ctx context.Context, tx *db.Tx, memberID string) error {
	return db.Lock(ctx, tx, "disputes:"+memberID)
}
