package orders

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/personal"
)

// EraseOf takes somebody's name out of orders, and out of the words that find them.
func (s *core) EraseOf(ctx context.Context, accountID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err := db.All(ctx, tx, orderRows.Scan, `
			SELECT `+orderRows.Columns+` FROM orders WHERE member_id = $1 OR performer_id = $1 ORDER BY id`, accountID)
		if err != nil {
			return fmt.Errorf("select orders: %w", err)
		}
		for _, o := range list {
			if o.MemberID == accountID {
				o.MemberName = personal.Nobody
			}
			if o.PerformerID == accountID {
				o.PerformerName = personal.Nobody
			}
			_, err := db.Exec(ctx, tx, `
				UPDATE orders SET member_name = $2, performer_name = $3, words = $4 WHERE id = $1`, o.ID, o.MemberName, o.PerformerName, wordsOf(o))
			if err != nil {
				return fmt.Errorf("take a name out of an order: %w", err)
			}
		}
		return nil
	})
}
