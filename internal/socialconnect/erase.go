package socialconnect

import (
	"context"
	"errors"

	"limelight/internal/kit/db"
)

// EraseOf ends that it is posted on X for somebody, and that they log in by it.
func (s *Service) EraseOf(ctx context.Context, accountID string) error {
	if err := s.Disconnect(ctx, accountID); err != nil && !errors.Is(err, ErrNotConnected) {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.EndLogins(ctx, tx, accountID) })
}
