package assets

import (
	"context"
	"errors"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
)

// Create makes a draft of a kind. It fails with ErrMany or a refused field.
func (s *Service) Create(ctx context.Context, performerID, kind string, f Fields) (Asset, error) {
	a, err := s.draft(performerID, kind, f)
	if err != nil {
		return a, err
	}
	return s.keepDraft(ctx, a, nil)
}

// draft is a new asset that is not kept yet.
func (s *Service) draft(performerID, kind string, f Fields) (Asset, error) {
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
func (s *Service) keepDraft(ctx context.Context, a Asset, then func(context.Context, *db.Tx, *Asset) error) (Asset, error) {
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
func (s *Service) Change(ctx context.Context, performerID, assetID string, f Fields) (Asset, error) {
	return s.change(ctx, performerID, assetID, func(ctx context.Context, tx *db.Tx, a *Asset) error {
		return s.changeFields(ctx, tx, a, f)
	})
}

func (s *Service) changeFields(ctx context.Context, tx *db.Tx, a *Asset, f Fields) error {
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
	if err := s.arrange(ctx, tx, a, f.PhotoIDs); err != nil {
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

// touch notes that something which a review is about has changed: a new version, that
// waits for the review, or is a draft, where the performer's assets are reviewed.
func (s *Service) touch(ctx context.Context, tx *db.Tx, a *Asset) error {
	a.Version++
	reviewed, err := s.reviewed(ctx, tx, a.PerformerID)
	if err != nil {
		return err
	}
	if !reviewed {
		if a.Status == Active || a.Status == Inactive {
			a.ShownTitle = a.Title
		}
		return nil
	}
	s.reopen(a)
	return nil
}

// reopen sends an asset that was approved back to the review.
func (s *Service) reopen(a *Asset) {
	was := a.Status
	a.Status = was.edited()
	if was == Active {
		a.SubmittedAt = s.Now()
	}
}

// arrange puts the photos into the order asked for, and looks whether the cover is one
// of them.
func (s *Service) arrange(ctx context.Context, tx *db.Tx, a *Asset, order []string) error {
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
func (s *Service) Remove(ctx context.Context, performerID, assetID string) error {
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
		if err := s.dropMedia(ctx, tx, a, sold); err != nil {
			return err
		}
		if err := s.dropCaptions(ctx, tx, a, sold); err != nil {
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

func (s *Service) hasSold(ctx context.Context, tx *db.Tx, a *Asset) (bool, error) {
	sales, err := s.Purchases.Sales(ctx, tx, a.Kind, []string{a.ID})
	return sales[a.ID].Count > 0, err
}

// dropFiles deletes the bytes of photos whose rows are gone.
func (s *Service) dropFiles(ctx context.Context, fileIDs []string) (err error) {
	ctx = context.WithoutCancel(ctx)
	for _, one := range fileIDs {
		err = errors.Join(err, s.Files.Delete(ctx, one))
	}
	return err
}

// Activate puts an asset on sale that was taken off, or is waiting for its time.
func (s *Service) Activate(ctx context.Context, performerID, assetID string) (Asset, error) {
	return s.change(ctx, performerID, assetID, func(ctx context.Context, tx *db.Tx, a *Asset) error {
		if err := a.may(activate); err != nil {
			return err
		}
		if err := s.maySell(ctx, tx, performerID); err != nil {
			return err
		}
		return s.sell(a, activate)
	})
}

// Deactivate takes an asset off sale. Its buyers keep it.
func (s *Service) Deactivate(ctx context.Context, performerID, assetID string) (Asset, error) {
	return s.change(ctx, performerID, assetID, func(_ context.Context, _ *db.Tx, a *Asset) error {
		return a.become(deactivate)
	})
}

// sell puts an asset on sale by a verb.
func (s *Service) sell(a *Asset, v verb) error {
	if err := a.become(v); err != nil {
		return err
	}
	a.PublishAt = time.Time{}
	if a.PublishedAt.IsZero() {
		a.PublishedAt = s.Now()
	}
	return nil
}

func (s *Service) maySell(ctx context.Context, tx *db.Tx, performerID string) error {
	if ok, err := s.Performers.MaySell(ctx, tx, performerID); err != nil || !ok {
		return refuse(err, ErrMayNot)
	}
	return nil
}

// Own is a performer's asset with its photos.
func (s *Service) Own(ctx context.Context, performerID, assetID string) (a Asset, photos []Photo, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if a, err = s.own(ctx, tx, performerID, assetID, ""); err != nil {
			return err
		}
		photos, err = selectPhotos(ctx, tx, a.ID)
		return err
	})
	return a, photos, err
}

// own is a performer's asset that was not removed; lock is a fragment of SQL.
func (s *Service) own(ctx context.Context, tx *db.Tx, performerID, assetID, lock string) (Asset, error) {
	if !id.Valid(assetID) {
		return Asset{}, ErrNone
	}
	a, err := selectAsset(ctx, tx, assetID, lock)
	if err != nil || a.PerformerID != performerID || a.Status == Removed {
		return Asset{}, refuse(unlessNone(err), ErrNone)
	}
	return a, nil
}

// change runs fn with a performer's asset, whose row is locked, and keeps what fn made
// of it.
func (s *Service) change(ctx context.Context, performerID, assetID string, fn func(context.Context, *db.Tx, *Asset) error) (a Asset, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if a, err = s.own(ctx, tx, performerID, assetID, tx.Fragment(db.ForUpdate)); err != nil {
			return err
		}
		if a.IsTakenDown() {
			return ErrTakenDown
		}
		if err := fn(ctx, tx, &a); err != nil {
			return err
		}
		a.UpdatedAt = s.Now()
		return updateAsset(ctx, tx, a)
	})
	if err == nil {
		s.dropReplaced(ctx, a)
	}
	return a, err
}

// dropReplaced deletes the bytes of pictures that others have replaced. What is kept is
// kept, so that a failure is nobody's here: those files go with DropUnused, and the operator
// is told.
func (s *Service) dropReplaced(ctx context.Context, a Asset) {
	if err := s.dropFiles(ctx, a.replaced); err != nil {
		s.Log.Warn("drop the files of replaced pictures", "asset", a.ID, "error", err)
	}
}

// keepCategories leaves out of the asset's categories those that do not exist.
func (s *Service) keepCategories(ctx context.Context, tx *db.Tx, a *Asset) (err error) {
	if len(a.CategoryIDs) == 0 {
		return nil
	}
	a.CategoryIDs, err = s.Performers.Categories(ctx, tx, a.CategoryIDs)
	return err
}
