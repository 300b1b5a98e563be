package assets

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// Cleanup deletes what nothing and nobody needs any more.
type Cleanup struct {
	*core
	media    *AssetMedia
	captions *Captions
}

// DropUnowned deletes for good what was kept for buyers of whom none is left: photos that
// were taken out of a gallery, and all of what was removed. It is a job.
func (s *Cleanup) DropUnowned(ctx context.Context) error {
	return errors.Join(
		s.eachUnowned(ctx, selectHidden, s.dropHidden),
		s.eachUnowned(ctx, selectKeptOfRemoved, s.dropRemoved),
	)
}

// leftover is something that is kept for the buyers of an asset.
type leftover struct {
	id       string // of the photo, or of the asset
	assetID  string
	kind     string
	takenOut time.Time // of a photo; zero: the asset was removed
}

func scanLeftover(r db.Row) (l leftover, err error) {
	var takenOut int64
	err = r.Scan(&l.id, &l.assetID, &l.kind, &takenOut)
	l.takenOut = db.Time(takenOut)
	return l, err
}

// eachUnowned drops what nobody owns, page by page. Who owns what is asked in the read, as
// most of it is owned and stays, and again by drop, for which nothing changes any more. One
// that fails keeps no other.
func (s *Cleanup) eachUnowned(ctx context.Context, page func(ctx context.Context, tx *db.Tx, after string, most int) ([]leftover, error),
	drop func(ctx context.Context, one string) error,
) (failed error) {
	for after := ""; ; {
		var list, unowned []leftover
		err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			if list, err = page(ctx, tx, after, maxAtOnce); err == nil {
				unowned, err = s.unowned(ctx, tx, list)
			}
			return err
		})
		if err != nil || len(list) == 0 {
			return errors.Join(failed, err)
		}
		for _, one := range unowned {
			if failed = errors.Join(failed, drop(ctx, one.id)); ctx.Err() != nil {
				return failed
			}
		}
		after = list[len(list)-1].id
	}
}

// unowned are those that no buyer may have.
func (s *Cleanup) unowned(ctx context.Context, tx *db.Tx, list []leftover) (unowned []leftover, err error) {
	firsts := map[string]time.Time{}
	for _, one := range list {
		first, known := firsts[one.assetID]
		if !known {
			if first, err = s.Purchases.FirstOwned(ctx, tx, one.kind, one.assetID); err != nil {
				return nil, err
			}
			firsts[one.assetID] = first
		}
		if first.IsZero() || !one.takenOut.IsZero() && one.takenOut.Before(first) {
			unowned = append(unowned, one)
		}
	}
	return unowned, nil
}

// dropHidden deletes a photo that was taken out of a gallery, unless somebody owns the
// gallery who bought it before.
func (s *Cleanup) dropHidden(ctx context.Context, photoID string) error {
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
func (s *Cleanup) dropRemoved(ctx context.Context, assetID string) error {
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
		if err := s.media.dropMedia(ctx, tx, &a, false); err != nil {
			return err
		}
		if err := s.captions.dropCaptions(ctx, tx, &a, false); err != nil {
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

// selectHidden is a page of the photos that were taken out. It finds its rows by the partial
// index asset_photos_removed.
func selectHidden(ctx context.Context, tx *db.Tx, after string, most int) ([]leftover, error) {
	return db.All(ctx, tx, scanLeftover, `
		SELECT p.id, p.asset_id, a.kind, p.removed_at
		FROM asset_photos p
		JOIN assets a ON a.id = p.asset_id
		WHERE p.removed_at > 0 AND p.id > $1 AND a.taken_from = ''
		ORDER BY p.id
		LIMIT $2`, after, most)
}

// selectKeptOfRemoved is a page of the removed assets of which something is kept.
func selectKeptOfRemoved(ctx context.Context, tx *db.Tx, after string, most int) ([]leftover, error) {
	return db.All(ctx, tx, scanLeftover, `
		SELECT a.id, a.id, a.kind, 0
		FROM assets a
		WHERE a.status = 'removed' AND a.taken_from = '' AND a.id > $1 AND (
			EXISTS (SELECT 1 FROM asset_photos p WHERE p.asset_id = a.id)
			OR EXISTS (SELECT 1 FROM asset_media m WHERE m.asset_id = a.id)
			OR EXISTS (SELECT 1 FROM asset_captions c WHERE c.asset_id = a.id))
		ORDER BY a.id
		LIMIT $2`, after, most)
}

// unusedAfter is how long a file may be without its photo: an upload keeps its file first,
// and a moment later its photo.
const unusedAfter = 24 * time.Hour

// DropUnused deletes the files of photos and captions that are gone, or never came to be: a
// crash was between the one and the other. It is a job.
func (s *Cleanup) DropUnused(ctx context.Context) error {
	if err := s.captions.dropUnusedCaptions(ctx); err != nil {
		return err
	}
	for {
		var unused []string
		err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			unused, err = selectUnused(ctx, tx, s.Now().Add(-unusedAfter), maxAtOnce)
			return err
		})
		if err != nil {
			return err
		}
		if err := s.dropFiles(ctx, unused); err != nil || len(unused) < maxAtOnce {
			return err
		}
	}
}
