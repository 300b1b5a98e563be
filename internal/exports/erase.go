package exports

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
)

// EraseOf drops somebody's archives: the bytes first, so that no row forgets them.
func (s *Service) EraseOf(ctx context.Context, accountID string) error {
	var ids []string
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		ids, err = db.All(ctx, tx, db.String, `SELECT id FROM exports WHERE account_id = $1 ORDER BY id`, accountID)
		return err
	})
	if err != nil {
		return fmt.Errorf("select exports: %w", err)
	}
	for _, exportID := range ids {
		if err := s.drop(ctx, exportID); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) drop(ctx context.Context, exportID string) error {
	if err := s.Store.Delete(ctx, keyOf(exportID)); err != nil {
		return fmt.Errorf("delete an archive: %w", err)
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return deleteExport(ctx, tx, exportID) })
}
