package recording

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
)

// EraseOf deletes a performer's recordings but those that staff took down, which are evidence: the bytes first, so
// that a row names what is left of them should the node die in between.
func (s *Service) EraseOf(ctx context.Context, performerID string) error {
	var ids []string
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		ids, err = db.All(ctx, tx, db.String, `SELECT id FROM show_recordings WHERE performer_id = $1 AND taken_down_at = 0 ORDER BY id`, performerID)
		return err
	})
	if err != nil {
		return fmt.Errorf("select recordings: %w", err)
	}
	for _, recordingID := range ids {
		if err := s.Store.DeleteAll(ctx, folder(recordingID)); err != nil {
			return fmt.Errorf("drop a recording: %w", err)
		}
		if err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return deleteRecording(ctx, tx, recordingID) }); err != nil {
			return err
		}
	}
	return nil
}
