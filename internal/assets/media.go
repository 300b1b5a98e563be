package assets

import (
	"context"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
)

// Purpose is what a medium is for, in the words of uploads.
type Purpose string

// The purposes.
const (
	VideoFile   Purpose = "video"
	TrailerFile Purpose = "trailer"
	DigitalFile Purpose = "digitalFile"
)

// Medium is a large file of an asset: a video, its trailer, or what a digital product is.
// Of each purpose there is at most one that was approved, which is the one that buyers
// get, and one that waits to replace it.
type Medium struct {
	ID         string
	AssetID    string
	Purpose    Purpose
	UploadID   string
	Name       string // as the file was called
	Size       int64  // bytes as uploaded
	ConsentID  string // the declaration that covers it; empty: none yet
	ApprovedAt time.Time
	CreatedAt  time.Time
}

// AddMedium makes a finished upload the asset's medium of a purpose, instead of one that
// waits already. An asset that was approved waits for its people to be declared, and for
// the review; its buyers keep the medium that was approved. It fails with ErrNone, a
// refused field, or the refusals of uploads.
func (s *Service) AddMedium(ctx context.Context, performerID, assetID string, purpose Purpose, uploadID string) (m Medium, err error) {
	_, err = s.change(ctx, performerID, assetID, func(ctx context.Context, tx *db.Tx, a *Asset) error {
		m, err = s.addMedium(ctx, tx, a, purpose, uploadID)
		return err
	})
	return m, err
}

func (s *Service) addMedium(ctx context.Context, tx *db.Tx, a *Asset, purpose Purpose, uploadID string) (m Medium, err error) {
	if !slices.Contains(a.rules().media, purpose) {
		return m, fault.Field(string(purpose)+"UploadId", "This has no such file")
	}
	now := s.Now()
	m, err = s.Media.Take(ctx, tx, Medium{ID: id.New(now), AssetID: a.ID, Purpose: purpose, UploadID: uploadID, CreatedAt: now}, a.PerformerID)
	if err != nil {
		return m, err
	}
	if err := s.dropWhere(ctx, tx, a.ID, func(old Medium) bool { return old.Purpose == purpose && old.ApprovedAt.IsZero() }); err != nil {
		return m, err
	}
	if err := insertMedium(ctx, tx, m); err != nil {
		return m, err
	}
	a.Version++
	s.reopen(a) // reviewed or not: its people are to be declared
	return m, nil
}

// approveMedia lets buyers have the media that waited, instead of those they had.
func (s *Service) approveMedia(ctx context.Context, tx *db.Tx, a *Asset, at time.Time) error {
	list, err := selectMedia(ctx, tx, a.ID)
	if err != nil {
		return err
	}
	for _, fresh := range list {
		if !fresh.ApprovedAt.IsZero() {
			continue
		}
		if err := s.dropWhere(ctx, tx, a.ID, func(old Medium) bool { return old.Purpose == fresh.Purpose && !old.ApprovedAt.IsZero() }); err != nil {
			return err
		}
		if err := approveMedium(ctx, tx, fresh.ID, at); err != nil {
			return err
		}
	}
	return nil
}

// dropMedia gives up the media of an asset that is removed: all of them, or those that no
// buyer may have.
func (s *Service) dropMedia(ctx context.Context, tx *db.Tx, a *Asset, sold bool) error {
	return s.dropWhere(ctx, tx, a.ID, func(m Medium) bool { return !sold || m.ApprovedAt.IsZero() })
}

func (s *Service) dropWhere(ctx context.Context, tx *db.Tx, assetID string, fits func(Medium) bool) error {
	list, err := selectMedia(ctx, tx, assetID)
	if err != nil {
		return err
	}
	for _, m := range list {
		if !fits(m) {
			continue
		}
		if err := deleteMedium(ctx, tx, m.ID); err != nil {
			return err
		}
		if err := s.Media.Drop(ctx, tx, m); err != nil {
			return err
		}
	}
	return nil
}
