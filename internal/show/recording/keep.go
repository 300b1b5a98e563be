package recording

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// oldAtOnce is how many old recordings one run drops.
const oldAtOnce = 500

// DropOld deletes the recordings that are older than the operator keeps them; what staff took down stays.
func (s *Service) DropOld(ctx context.Context) error {
	keep := s.Rules().Keep
	if keep == 0 {
		return nil
	}
	var old []string
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		old, err = db.All(ctx, tx, db.String, `
			SELECT id
			FROM show_recordings
			WHERE ended_at > 0 AND ended_at < $1 AND taken_down_at = 0
			ORDER BY ended_at, id
			LIMIT $2`, db.Millis(s.Now().Add(-keep)), oldAtOnce)
		if err != nil {
			return fmt.Errorf("select old recordings: %w", err)
		}
		for _, one := range old {
			if err := deleteRecording(ctx, tx, one); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, one := range old {
		if err := s.Store.DeleteAll(ctx, folder(one)); err != nil {
			return err
		}
	}
	return nil
}

// orphanAge is how old bytes without a row are when they are dropped: a piece is stored before it is named.
const orphanAge = 24 * time.Hour

// DropOrphans drops the bytes of recordings that have no row any more: of those that were deleted as
// the program was killed.
func (s *Service) DropOrphans(ctx context.Context) error {
	_, err := blob.SweepOrphans(ctx, s.Store, "recordings", id.Floor(s.Now().Add(-orphanAge)), func(ctx context.Context, ids []string) (known map[string]bool, err error) {
		in, args := db.In(1, ids)
		err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			known, err = db.Set(ctx, tx, `SELECT id FROM show_recordings WHERE id IN `+in, args...)
			return err
		})
		return known, err
	})
	return err
}
