package assets

import (
	"context"
	"fmt"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
)

// OwnAssets are what performers do with their own assets.
type OwnAssets struct {
	*core
	media    *AssetMedia
	captions *Captions
}

// Create makes a draft of a kind. It fails with ErrMany or a refused field.
func (s *OwnAssets) Create(ctx context.Context, performerID, kind string, f Fields) (Asset, error) {
	a, err := s.draft(performerID, kind, f)
	if err != nil {
		return a, err
	}
	return s.keepDraft(ctx, a, nil)
}

// draft is a new asset that is not kept yet.
func (s *OwnAssets) draft(performerID, kind string, f Fields) (Asset, error) {
	now := s.Now()
	a := Asset{
		ID: id.New(now), Kind: kind, PerformerID: performerID, Status: Draft, Version: 1,
		Tags: []string{}, CategoryIDs: []string{}, CreatedAt: now, UpdatedAt: now,
	}
	if f.Title == nil {
		return a, fault.Missing("title")
	}
	if f.Price == nil {
		return a, fault.Missing("price")
	}
	f.CoverID, f.PhotoIDs = nil, nil
	return a, f.apply(&a, now)
}

// keepDraft keeps a new asset, with what then adds to it.
func (s *OwnAssets) keepDraft(ctx context.Context, a Asset, then func(context.Context, *db.Tx, *Asset) error) (Asset, error) {
	if err := s.Limiter.Allow(ctx, createRule, a.PerformerID); err != nil {
		return a, err
	}
	draft := a
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a = draft
		if err := db.Lock(ctx, tx, "assets:"+a.PerformerID); err != nil { // so that two do not both find room
			return err
		}
		n, err := countOwn(ctx, tx, a.PerformerID, a.Kind)
		if err != nil {
			return err
		}
		if n >= MaxAssets {
			return ErrMany
		}
		if err := s.keepCategories(ctx, tx, &a); err != nil {
			return err
		}
		if err := insertAsset(ctx, tx, a); err != nil || then == nil {
			return err
		}
		if err := then(ctx, tx, &a); err != nil {
			return err
		}
		return updateAsset(ctx, tx, a)
	})
	return a, err
}

// Change changes what a performer says of an asset. Another title or cover is for the
// review to see (touch). It fails with ErrNone or a refused field.
func (s *OwnAssets) Change(ctx context.Context, performerID, assetID string, f Fields) (Asset, error) {
	return s.change(ctx, performerID, assetID, func(ctx context.Context, tx *db.Tx, a *Asset) error {
		return s.changeFields(ctx, tx, a, f)
	})
}

func (s *OwnAssets) changeFields(ctx context.Context, tx *db.Tx, a *Asset, f Fields) error {
	before := *a
	if err := f.apply(a, s.Now()); err != nil {
		return err
	}
	if a.Status == Active && !a.PublishAt.IsZero() {
		return fault.Field("publishAt", "This is on sale already")
	}
	if err := s.keepCategories(ctx, tx, a); err != nil {
		return err
	}
	if err := arrange(ctx, tx, a, f.PhotoIDs); err != nil {
		return err
	}
	if a.Title == before.Title && a.CoverID == before.CoverID {
		if a.Status == Pending {
			a.Version++ // staff decide of what they have seen
		}
		return nil
	}
	return s.touch(ctx, tx, a)
}

// arrange puts the photos into the order asked for, and looks whether the cover is one
// of them.
func arrange(ctx context.Context, tx *db.Tx, a *Asset, order []string) error {
	list, err := selectPhotos(ctx, tx, a.ID)
	if err != nil {
		return err
	}
	has := func(photoID string) bool {
		return slices.ContainsFunc(list, func(p Photo) bool { return p.ID == photoID })
	}
	if a.CoverID != "" && !has(a.CoverID) {
		return fault.Field("coverId", "This photo does not exist.")
	}
	if order == nil {
		return nil
	}
	if len(order) != len(list) || len(distinct(order)) != len(order) || !all(order, has) {
		return fault.Field("photoIds", "Name every photo once")
	}
	return orderPhotos(ctx, tx, order)
}

func all(list []string, fits func(string) bool) bool {
	return !slices.ContainsFunc(list, func(one string) bool { return !fits(one) })
}

// Remove takes an asset away for good. Who has bought it keeps it; without buyers its
// photos and media go too.
func (s *OwnAssets) Remove(ctx context.Context, performerID, assetID string) error {
	var unused []string
	_, err := s.change(ctx, performerID, assetID, func(ctx context.Context, tx *db.Tx, a *Asset) error {
		if err := a.become(remove); err != nil {
			return err
		}
		a.Version++
		a.PublishAt = time.Time{}
		sold, err := s.hasSold(ctx, tx, a)
		if err != nil {
			return err
		}
		if err := s.media.dropMedia(ctx, tx, a, sold); err != nil {
			return err
		}
		if err := s.captions.dropCaptions(ctx, tx, a, sold); err != nil {
			return err
		}
		unused, err = dropPhotos(ctx, tx, a.ID, sold)
		return err
	})
	if err != nil {
		return err
	}
	return s.dropFiles(ctx, unused)
}

// Activate puts an asset on sale that was taken off, or is waiting for its time.
func (s *OwnAssets) Activate(ctx context.Context, performerID, assetID string) (Asset, error) {
	return s.change(ctx, performerID, assetID, func(ctx context.Context, tx *db.Tx, a *Asset) error {
		if err := a.may(activate); err != nil {
			return err
		}
		if err := s.maySell(ctx, tx, performerID); err != nil {
			return err
		}
		return a.sell(activate, s.Now())
	})
}

// Deactivate takes an asset off sale. Its buyers keep it.
func (s *OwnAssets) Deactivate(ctx context.Context, performerID, assetID string) (Asset, error) {
	return s.change(ctx, performerID, assetID, func(_ context.Context, _ *db.Tx, a *Asset) error {
		return a.become(deactivate)
	})
}

// Own is a performer's asset with its photos.
func (s *OwnAssets) Own(ctx context.Context, performerID, assetID string) (a Asset, photos []Photo, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if a, err = s.own(ctx, tx, performerID, assetID, ""); err != nil {
			return err
		}
		photos, err = selectPhotos(ctx, tx, a.ID)
		return err
	})
	return a, photos, err
}

// keepCategories leaves out of the asset's categories those that do not exist.
func (s *OwnAssets) keepCategories(ctx context.Context, tx *db.Tx, a *Asset) (err error) {
	if len(a.CategoryIDs) == 0 {
		return nil
	}
	a.CategoryIDs, err = s.Performers.Categories(ctx, tx, a.CategoryIDs)
	return err
}

// Unapproved is what of a performer's nobody has approved: how many bytes its pictures were
// as uploaded, and its media. What staff took down is not theirs to free: it is kept as they
// saw it, and is not counted.
func (s *OwnAssets) Unapproved(ctx context.Context, tx *db.Tx, performerID string) (pictures int64, media []Medium, err error) {
	pictures, err = db.One(ctx, tx, db.Int64, `
		SELECT CAST(COALESCE(SUM(p.size), 0) AS BIGINT)
		FROM asset_photos p
		JOIN assets a ON a.id = p.asset_id
		WHERE a.performer_id = $1 AND p.approved_at = 0 AND a.taken_from = ''`, performerID)
	if err != nil {
		return 0, nil, fmt.Errorf("count the pictures of drafts: %w", err)
	}
	media, err = db.All(ctx, tx, mediumRows.Scan, `
		SELECT `+mediumColumns+`
		FROM asset_media m
		JOIN assets a ON a.id = m.asset_id
		WHERE a.performer_id = $1 AND m.approved_at = 0 AND a.taken_from = ''
		ORDER BY m.id`, performerID)
	if err != nil {
		return 0, nil, fmt.Errorf("select the media of drafts: %w", err)
	}
	return pictures, media, nil
}
