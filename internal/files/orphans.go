package files

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// orphanAge is how long bytes may be without a row. An upload stores its bytes
// first and its row seconds later; a crash in between leaves bytes nobody knows.
const orphanAge = 24 * time.Hour

// folders are where files' bytes are, by their ids (File.folder).
var folders = []string{"images", "documents", "photos"}

// SweepOrphans drops bytes that have had no row for a day and says how many files
// they were.
func (s *Service) SweepOrphans(ctx context.Context) (swept int, err error) {
	for _, folder := range folders {
		n, err := blob.SweepOrphans(ctx, s.Store, folder, id.Floor(s.Now().Add(-orphanAge)), s.withRow)
		swept += n
		if err != nil {
			return swept, err
		}
	}
	if swept > 0 {
		s.Log.Info("bytes of uploads that were cut off are dropped", "files", swept)
	}
	return swept, nil
}

func (s *Service) withRow(ctx context.Context, ids []string) (known map[string]bool, err error) {
	known = map[string]bool{}
	if len(ids) == 0 {
		return known, nil
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		in, args := db.In(1, ids)
		found, err := db.All(ctx, tx, db.String, `SELECT id FROM files WHERE id IN `+in, args...)
		for _, one := range found {
			known[one] = true
		}
		return err
	})
	return known, err
}

// Lost are sentences about rows whose bytes are not there, and about bytes that should have
// been swept.
func (s *Service) Lost(ctx context.Context) (found []string, err error) {
	rows, err := s.all(ctx)
	if err != nil {
		return nil, err
	}
	there := map[string]bool{} // by folder
	for _, folder := range folders {
		counts, err := blob.Counts(ctx, s.Store, folder)
		if err != nil {
			return nil, err
		}
		for one := range counts {
			there[folder+"/"+one] = true
		}
		orphans, _, err := blob.Orphans(ctx, s.Store, folder, id.Floor(s.Now().Add(-2*orphanAge)), s.withRow)
		if err != nil {
			return nil, err
		}
		for _, one := range orphans {
			found = append(found, "files.row: "+one+": has bytes in "+folder+" and no row")
		}
	}
	for _, f := range rows {
		if there[f.folder()] {
			continue
		}
		known, err := s.withRow(ctx, []string{f.ID}) // it may have been deleted meanwhile
		if err != nil {
			return nil, err
		}
		if known[f.ID] {
			found = append(found, "files.bytes: "+f.ID+": has a row and no bytes")
		}
	}
	return found, nil
}

func (s *Service) all(ctx context.Context) (list []File, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err = db.All(ctx, tx, scanFile, `SELECT `+columns+` FROM files ORDER BY id`)
		if err != nil {
			return fmt.Errorf("select the files: %w", err)
		}
		return nil
	})
	return list, err
}
