package files

import (
	"context"
	"fmt"
	"path"
	"strings"
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

// Orphans finds bytes without a row, and rows without all of their bytes.
type Orphans struct{ *core }

// SweepOrphans drops bytes that have had no row for a day and says how many files
// they were.
func (s *Orphans) SweepOrphans(ctx context.Context) (swept int, err error) {
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

func (s *Orphans) withRow(ctx context.Context, ids []string) (known map[string]bool, err error) {
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

// Lost are sentences about rows whose bytes are not there, or not all of them, and about bytes
// that should have been swept.
func (s *Orphans) Lost(ctx context.Context) (found []string, err error) {
	rows, err := s.all(ctx)
	if err != nil {
		return nil, err
	}
	there := map[string]held{} // by folder
	for _, folder := range folders {
		if err := s.countBlobs(ctx, folder, there); err != nil {
			return nil, err
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
		flaw := there[f.folder()].flaw(f)
		if flaw == "" {
			continue
		}
		known, err := s.withRow(ctx, []string{f.ID}) // it may have been deleted meanwhile
		if err != nil {
			return nil, err
		}
		if known[f.ID] {
			found = append(found, "files.bytes: "+f.ID+": "+flaw)
		}
	}
	return found, nil
}

// held is how many blobs of a file there are.
type held struct{ drawn, avif int }

func (s *Orphans) countBlobs(ctx context.Context, folder string, into map[string]held) error {
	err := s.Store.List(ctx, folder, func(key string) error {
		h := into[path.Dir(key)]
		if path.Ext(key) == ".avif" {
			h.avif++
		} else {
			h.drawn++
		}
		into[path.Dir(key)] = h
		return nil
	})
	if err != nil {
		return fmt.Errorf("count the blobs in %s: %w", folder, err)
	}
	return nil
}

// flaw says what a file lacks, or nothing. There may be more AVIF than its row knows: a try that
// has not come to its end.
func (h held) flaw(f kept) string {
	switch want := f.Kind.blobs(); {
	case h.drawn == 0:
		return "has a row and no bytes"
	case h.drawn < want:
		return fmt.Sprintf("has %d of its %d variants", h.drawn, want)
	case h.avif < len(f.avif):
		return fmt.Sprintf("has %d of its %d variants as AVIF", h.avif, len(f.avif))
	}
	return ""
}

// blobs is how many there are of a file of the kind, but for AVIF.
func (k Kind) blobs() int {
	switch k {
	case Document:
		return 1
	case Photo, Chat:
		return 2 * len(photoSizes)
	}
	return 2 * len(variants[k])
}

// kept is a file, and its variants that there are as AVIF.
type kept struct {
	File
	avif []string
}

func (s *Orphans) all(ctx context.Context) (list []kept, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err = db.All(ctx, tx, func(r db.Row) (f kept, err error) {
			var names string
			err = r.Scan(&f.ID, &f.Kind, &f.Private, &names)
			f.avif = strings.Fields(names)
			return f, err
		}, `
			SELECT id, kind, private, avif
			FROM files
			ORDER BY id`)
		if err != nil {
			return fmt.Errorf("select the files: %w", err)
		}
		return nil
	})
	return list, err
}
