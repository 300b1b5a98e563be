package files

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// orphanAge is how long bytes may be without a row. An upload stores its bytes
// first and its row seconds later; a crash in between leaves bytes nobody knows.
const orphanAge = 24 * time.Hour

// fewOrphans is a number that is swept whatever the others are.
const fewOrphans = 20

// folders are where files' bytes are, by their ids (File.folder).
var folders = []string{"images", "documents", "photos"}

// errManyOrphans stops a sweep that would drop most of what is kept: then the
// database is the wrong one, or an old one.
var errManyOrphans = errors.New("files: more bytes without a row than with one; nothing was swept")

// SweepOrphans drops bytes that have had no row for a day and says how many files
// they were.
func (s *Service) SweepOrphans(ctx context.Context) (swept int, err error) {
	for _, folder := range folders {
		orphans, kept, err := s.orphans(ctx, folder)
		if err != nil {
			return swept, fmt.Errorf("look for orphans in %s: %w", folder, err)
		}
		if len(orphans) > fewOrphans && len(orphans) > kept {
			return swept, fmt.Errorf("%w: %d of %d in %s", errManyOrphans, len(orphans), len(orphans)+kept, folder)
		}
		for _, fileID := range orphans {
			if err := s.Store.DeleteAll(ctx, folder+"/"+fileID); err != nil {
				return swept, fmt.Errorf("drop orphan %s: %w", fileID, err)
			}
			swept++
		}
	}
	if swept > 0 {
		s.Log.Info("bytes of uploads that were cut off are dropped", "files", swept)
	}
	return swept, nil
}

// orphans are the ids below a folder that are old enough and have no row, and how
// many have one or are young.
func (s *Service) orphans(ctx context.Context, folder string) (orphans []string, kept int, err error) {
	before := id.Floor(s.Now().Add(-orphanAge)) // ids sort by the time they were made
	var asked []string
	ask := func() error {
		missing, err := s.withoutRow(ctx, asked)
		orphans, kept, asked = append(orphans, missing...), kept+len(asked)-len(missing), nil
		return err
	}
	last := ""
	err = s.Store.List(ctx, folder, func(key string) error {
		fileID, _, _ := strings.Cut(strings.TrimPrefix(key, folder+"/"), "/")
		switch {
		case fileID == last:
			return nil
		case len(fileID) != len(before) || fileID >= before:
			last, kept = fileID, kept+1
			return nil
		}
		last, asked = fileID, append(asked, fileID)
		if len(asked) < 500 {
			return nil
		}
		return ask()
	})
	if err == nil {
		err = ask()
	}
	return orphans, kept, err
}

func (s *Service) withoutRow(ctx context.Context, ids []string) (missing []string, err error) {
	known := map[string]bool{}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		in, args := db.In(1, ids)
		found, err := db.All(ctx, tx, db.String, `SELECT id FROM files WHERE id IN `+in, args...)
		for _, one := range found {
			known[one] = true
		}
		return err
	})
	for _, one := range ids {
		if !known[one] {
			missing = append(missing, one)
		}
	}
	return missing, err
}
