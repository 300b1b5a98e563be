package purchases

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/personal"
)

// EraseOf takes a performer's name out of what members have bought of them, and out of the words
// that find it.
func (s *Service) EraseOf(ctx context.Context, performerID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err := db.All(ctx, tx, purchaseRows.Scan, `
			SELECT `+purchaseRows.Columns+` FROM purchases WHERE performer_id = $1 ORDER BY id`, performerID)
		if err != nil {
			return fmt.Errorf("select purchases: %w", err)
		}
		for _, p := range list {
			p.PerformerName = personal.Nobody
			_, err := db.Exec(ctx, tx, `UPDATE purchases SET performer_name = $2, words = $3 WHERE id = $1`, p.ID, p.PerformerName, wordsOf(p))
			if err != nil {
				return fmt.Errorf("take a name out of a purchase: %w", err)
			}
		}
		return nil
	})
}
