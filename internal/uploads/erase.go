package uploads

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
)

// EraseOf gives up what somebody has sent and nothing uses. The bytes go with the next sweep.
func (s *Service) EraseOf(ctx context.Context, ownerID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `UPDATE uploads SET removed_at = $2 WHERE owner_id = $1 AND claimed_at = 0 AND removed_at = 0`, ownerID, db.Millis(s.Now()))
		if err != nil {
			return fmt.Errorf("give up uploads: %w", err)
		}
		return nil
	})
}
