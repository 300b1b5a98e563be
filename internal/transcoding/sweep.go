package transcoding

import (
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// orphanAge is how old bytes are that nobody will count any more: no try lasts so long from
// storing them to counting them.
const orphanAge = 24 * time.Hour

// Sweep removes the bytes and rows of removed videos, and what killed jobs left on this
// machine. Several nodes may do it at once.
func (s *Service) Sweep(ctx context.Context) error {
	failed := []error{s.cleanFolder(ctx)}
	for after := ""; ; {
		var ids []string
		err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			ids, err = selectGone(ctx, tx, after)
			return err
		})
		if err != nil || len(ids) == 0 {
			return errors.Join(append(failed, err)...)
		}
		for _, mediaID := range ids {
			after = mediaID
			failed = append(failed, s.forget(ctx, mediaID))
		}
	}
}

// forget drops the bytes first. What a job stores after that DropOrphans finds.
func (s *Service) forget(ctx context.Context, mediaID string) error {
	if err := s.Store.DeleteAll(ctx, folderOf(mediaID)); err != nil {
		return fmt.Errorf("drop the bytes of video %s: %w", mediaID, err)
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return deleteMedia(ctx, tx, mediaID) })
}

// maxAsked is how many keys are asked for at once.
const maxAsked = 500

// DropOrphans removes bytes that are older than a day and that no row counts: what nodes
// stored that died before they could count it. It lists every file of every video.
func (s *Service) DropOrphans(ctx context.Context) error {
	var old []string
	before := s.Now().Add(-orphanAge)
	err := s.Store.List(ctx, allMedia, func(key string) error {
		if stored, ok := id.Time(path.Base(key)); !ok || stored.After(before) {
			return nil
		}
		if old = append(old, key); len(old) < maxAsked {
			return nil
		}
		err := s.dropUncounted(ctx, old)
		old = old[:0]
		return err
	})
	return errors.Join(err, s.dropUncounted(ctx, old))
}

func (s *Service) dropUncounted(ctx context.Context, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	var known map[string]bool
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		known, err = selectKnown(ctx, tx, keys)
		return err
	})
	if err != nil {
		return err
	}
	for _, key := range keys {
		if known[key] {
			continue
		}
		if err := s.Store.Delete(ctx, key); err != nil {
			return fmt.Errorf("drop what no video has: %w", err)
		}
	}
	return nil
}
