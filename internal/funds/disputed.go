package funds

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
)

// Disputed are those of some members of whose payments an admin has still to decide one that
// was taken back. Their spending is off (MaySpend).
func (s *Losses) Disputed(ctx context.Context, tx *db.Tx, memberIDs ...string) ([]string, error) {
	in, ids := db.In(1, memberIDs)
	return selectDisputed(ctx, tx, ` AND account_id IN `+in, ids...)
}

// AllDisputed are all members of whom Disputed says so.
func (s *Losses) AllDisputed(ctx context.Context, tx *db.Tx) ([]string, error) {
	return selectDisputed(ctx, tx, "")
}

func selectDisputed(ctx context.Context, tx *db.Tx, chosen string, args ...any) ([]string, error) {
	list, err := db.All(ctx, tx, db.String, `
		SELECT DISTINCT account_id
		FROM funds_cases
		WHERE state = 'open'`+chosen+`
		ORDER BY account_id`, args...)
	if err != nil {
		return nil, fmt.Errorf("select the disputed members: %w", err)
	}
	return list, nil
}

// HoldDisputes keeps a case of the member's from beginning until tx ends: what somebody is
// paid in it is seen by a case, or has seen the case.
func (s *Losses) HoldDisputes(ctx context.Context, tx *db.Tx, memberID string) error {
	return db.Lock(ctx, tx, "disputes:"+memberID)
}
