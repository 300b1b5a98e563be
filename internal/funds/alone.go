package funds

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
)

// aloneFor is the time over which what one admin decided alone is summed: many small
// entries are one large one.
const aloneFor = 24 * time.Hour

// mayAlone reports whether an admin may give or take these tokens without a second
// one: all that they moved alone within a day, and these, are not above
// SecondAdminAbove. What may be done alone is counted at once; the caller's
// transaction does it. Two calls of one admin wait for each other.
func (s *Service) mayAlone(ctx context.Context, tx *db.Tx, adminID, intentID string, tokens money.Tokens) (bool, error) {
	now := s.Now()
	_, err := db.Exec(ctx, tx, `
		INSERT INTO funds_alone_admins (admin_id, at) VALUES ($1, $2)
		ON CONFLICT (admin_id) DO UPDATE SET at = excluded.at`, adminID, db.Millis(now))
	if err != nil {
		return false, fmt.Errorf("lock the sum of an admin: %w", err)
	}
	before, err := db.One(ctx, tx, db.Int64, `
		SELECT COALESCE(SUM(tokens), 0) FROM funds_alone WHERE admin_id = $1 AND at > $2`, adminID, db.Millis(now.Add(-aloneFor)))
	if err != nil {
		return false, fmt.Errorf("sum what an admin moved alone: %w", err)
	}
	if money.Tokens(before)+tokens > s.Rules().SecondAdminAbove {
		return false, nil
	}
	_, err = db.Exec(ctx, tx, `INSERT INTO funds_alone (id, admin_id, intent_id, tokens, at) VALUES ($1, $2, $3, $4, $5)`,
		id.New(now), adminID, intentID, int64(tokens), db.Millis(now))
	if err != nil {
		return false, fmt.Errorf("count what an admin moved alone: %w", err)
	}
	return true, nil
}
