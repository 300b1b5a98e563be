package assets

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/kit/db"
)

// EraseOf takes away for good what a performer offers, as she could herself (Remove): who has bought
// something keeps it. What staff took down is kept as they saw it.
func (s *OwnAssets) EraseOf(ctx context.Context, performerID string) error {
	var ids []string
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		ids, err = db.All(ctx, tx, db.String, `SELECT id FROM assets WHERE performer_id = $1 AND status <> 'removed' ORDER BY id`, performerID)
		return err
	})
	if err != nil {
		return fmt.Errorf("select assets: %w", err)
	}
	for _, assetID := range ids {
		if err := s.Remove(ctx, performerID, assetID); err != nil && !errors.Is(err, ErrTakenDown) {
			return fmt.Errorf("remove an asset: %w", err)
		}
	}
	return nil
}
