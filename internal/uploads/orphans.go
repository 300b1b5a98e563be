package uploads

import (
	"context"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// orphanAge is how old an upload's id is whose bytes may go without a row. Its row is there
// before its first byte, so that bytes without one are of a restored database, or of a writer
// that was an hour late.
const orphanAge = 24 * time.Hour

// allUploads is the folder of all of them.
const allUploads = "uploads"

// SweepOrphans drops bytes of uploads that no row knows, and says of how many.
func (s *Service) SweepOrphans(ctx context.Context) (swept int, err error) {
	swept, err = blob.SweepOrphans(ctx, s.Store, allUploads, id.Floor(s.Now().Add(-orphanAge)), s.withRow)
	if swept > 0 {
		s.Log.Info("bytes of uploads that no row knows are dropped", "uploads", swept)
	}
	return swept, err
}

func (s *Service) withRow(ctx context.Context, ids []string) (known map[string]bool, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		in, args := db.In(1, ids)
		known, err = db.Set(ctx, tx, `SELECT id FROM uploads WHERE id IN `+in, args...)
		return err
	})
	return known, err
}

// counted is how many parts an upload has.
type counted struct {
	uploadID string
	parts    int
}

// Lost are sentences about uploads whose bytes are not all there, and about bytes that
// should have been swept.
func (s *Service) Lost(ctx context.Context) (found []string, err error) {
	var rows []counted
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		rows, err = db.All(ctx, tx, func(r db.Row) (c counted, err error) { return c, r.Scan(&c.uploadID, &c.parts) }, `
			SELECT u.id, COUNT(*)
			FROM uploads u
			JOIN upload_parts p ON p.upload_id = u.id
			WHERE u.removed_at = 0
			GROUP BY u.id
			ORDER BY u.id`)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("count the parts of uploads: %w", err)
	}
	there, err := blob.Counts(ctx, s.Store, allUploads)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if there[row.uploadID] == row.parts {
			continue
		}
		lacks, err := s.lacks(ctx, row.uploadID)
		if err != nil {
			return nil, err
		}
		if lacks > 0 {
			found = append(found, fmt.Sprintf("uploads.bytes: %s: %d of its parts are not there", row.uploadID, lacks))
		}
	}
	orphans, _, err := blob.Orphans(ctx, s.Store, allUploads, id.Floor(s.Now().Add(-2*orphanAge)), s.withRow)
	for _, one := range orphans {
		found = append(found, "uploads.row: "+one+": has bytes and no row")
	}
	return found, err
}

// lacks is how many parts of an upload are not there, key by key; of one that was removed
// meanwhile none.
func (s *Service) lacks(ctx context.Context, uploadID string) (n int, err error) {
	there := map[string]bool{}
	err = s.Store.List(ctx, folder(uploadID), func(key string) error {
		there[strings.TrimPrefix(key, "/")] = true
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("list the parts of %s: %w", uploadID, err)
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		n = 0
		parts, err := db.All(ctx, tx, db.Int64, `
			SELECT p.number
			FROM upload_parts p
			JOIN uploads u ON u.id = p.upload_id
			WHERE u.id = $1 AND u.removed_at = 0`, uploadID)
		for _, number := range parts {
			if !there[key(uploadID, number)] {
				n++
			}
		}
		return err
	})
	return n, err
}
