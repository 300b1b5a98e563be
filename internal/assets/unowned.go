package assets

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/kit/db"
)

// DropUnowned deletes for good what was kept for buyers of whom none is left: photos that
// were taken out of a gallery, and all of what was removed. It is a job.
func (s *Service) DropUnowned(ctx context.Context) error {
	return errors.Join(
		s.eachPage(ctx, selectHidden, s.dropHidden),
		s.eachPage(ctx, selectKeptOfRemoved, s.dropRemoved),
	)
}

// eachPage deals with ids page by page.
func (s *Service) eachPage(ctx context.Context, page func(ctx context.Context, tx *db.Tx, after string, most int) ([]string, error),
	deal func(ctx context.Context, one string) error,
) error {
	for after := ""; ; {
		var list []string
		err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			list, err = page(ctx, tx, after, maxAtOnce)
			return err
		})
		if err != nil || len(list) == 0 {
			return err
		}
		for _, one := range list {
			if err := deal(ctx, one); err != nil {
				return err
			}
		}
		after = list[len(list)-1]
	}
}

// dropHidden deletes a photo that was taken out of a gallery, unless somebody owns the
// gallery who bought it before.
func (s *Service) dropHidden(ctx context.Context, photoID string) error {
	var unused []string
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		unused = nil
		p, err := selectPhoto(ctx, tx, photoID)
		if err != nil || p.RemovedAt.IsZero() {
			return unlessNone(err)
		}
		a, err := selectAsset(ctx, tx, p.AssetID, tx.Fragment(db.ForUpdate))
		if err != nil {
			return err
		}
		if a.IsTakenDown() { // it is kept as staff saw it
			return nil
		}
		first, err := s.Purchases.FirstOwned(ctx, tx, a.Kind, a.ID)
		if err != nil || !first.IsZero() && p.soldTo(first) {
			return err
		}
		unused = []string{p.FileID}
		return deletePhoto(ctx, tx, p.ID)
	})
	if err != nil {
		return fmt.Errorf("drop the hidden photo %s: %w", photoID, err)
	}
	return s.dropFiles(ctx, unused)
}

// dropRemoved deletes the photos, media and captions of an asset that was removed, unless
// somebody still owns it.
func (s *Service) dropRemoved(ctx context.Context, assetID string) error {
	var unused []string
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		unused = nil
		a, err := selectAsset(ctx, tx, assetID, tx.Fragment(db.ForUpdate))
		if err != nil || a.Status != Removed || a.IsTakenDown() { // what staff took down is kept as it was
			return unlessNone(err)
		}
		first, err := s.Purchases.FirstOwned(ctx, tx, a.Kind, a.ID)
		if err != nil || !first.IsZero() {
			return err
		}
		if err := s.dropMedia(ctx, tx, &a, false); err != nil {
			return err
		}
		if err := s.dropCaptions(ctx, tx, &a, false); err != nil {
			return err
		}
		unused, err = dropPhotos(ctx, tx, a.ID, false)
		return err
	})
	if err != nil {
		return fmt.Errorf("drop what is left of %s: %w", assetID, err)
	}
	return s.dropFiles(ctx, unused)
}

// selectHidden is a page of the photos that were taken out.
func selectHidden(ctx context.Context, tx *db.Tx, after string, most int) ([]string, error) {
	return db.All(ctx, tx, db.String, `
		SELECT id
		FROM asset_photos
		WHERE removed_at > 0 AND id > $1
		ORDER BY id
		LIMIT $2`, after, most)
}

// selectKeptOfRemoved is a page of the removed assets of which something is kept.
func selectKeptOfRemoved(ctx context.Context, tx *db.Tx, after string, most int) ([]string, error) {
	return db.All(ctx, tx, db.String, `
		SELECT a.id
		FROM assets a
		WHERE a.status = 'removed' AND a.id > $1 AND (
			EXISTS (SELECT 1 FROM asset_photos p WHERE p.asset_id = a.id)
			OR EXISTS (SELECT 1 FROM asset_media m WHERE m.asset_id = a.id)
			OR EXISTS (SELECT 1 FROM asset_captions c WHERE c.asset_id = a.id))
		ORDER BY a.id
		LIMIT $2`, after, most)
}
