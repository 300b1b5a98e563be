package studio

import (
	"context"
	"errors"

	"limelight/internal/kit/db"
)

// EraseOf takes a performer out of the studio that they belong to, without its word.
func (s *Partings) EraseOf(ctx context.Context, performerID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		studioID, err := s.members.StudioOf(ctx, tx, performerID)
		if err != nil || studioID == "" {
			return err
		}
		if err := s.end(ctx, tx, studioID, performerID); !errors.Is(err, ErrNoStudio) {
			return err
		}
		return nil
	})
}
