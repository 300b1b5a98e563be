package files

import (
	"context"

	"limelight/internal/kit/db"
)

// SetOwner gives a file to an account that did not exist yet when it was kept, in
// the transaction that makes the account. ErrNone when there is no such file.
func (s *Service) SetOwner(ctx context.Context, tx *db.Tx, fileID, owner string) error {
	rows, err := db.Exec(ctx, tx, `UPDATE files SET owner_id = $2 WHERE id = $1`, fileID, owner)
	if err == nil && rows == 0 {
		return ErrNone
	}
	return err
}
