package files

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
)

// EraseOf deletes the pictures by which somebody shows themselves: what is sold and what is in
// conversations goes as its package says, and documents are kept as long as the law has it.
func (s *core) EraseOf(ctx context.Context, ownerID string) error {
	in, kinds := db.In(2, []string{string(Avatar), string(Card), string(Portrait), string(Wide), string(Banner)})
	var ids []string
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		ids, err = db.All(ctx, tx, db.String, `SELECT id FROM files WHERE owner_id = $1 AND kind IN `+in+` ORDER BY id`, append([]any{ownerID}, kinds...)...)
		return err
	})
	if err != nil {
		return fmt.Errorf("select pictures: %w", err)
	}
	for _, fileID := range ids {
		if err := s.Delete(ctx, fileID); err != nil {
			return err
		}
	}
	return nil
}
