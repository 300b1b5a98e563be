package assets

import (
	"cmp"
	"context"
	"errors"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// core is what every part has: what they stand on, and how an asset is changed.
type core struct{ Deps }

// own is a performer's asset that was not removed; lock is a fragment of SQL.
func (s *core) own(ctx context.Context, tx *db.Tx, performerID, assetID, lock string) (Asset, error) {
	if !id.Valid(assetID) {
		return Asset{}, ErrNone
	}
	a, err := selectAsset(ctx, tx, assetID, lock)
	if err != nil || a.PerformerID != performerID || a.Status == Removed {
		return Asset{}, cmp.Or[error](unlessNone(err), ErrNone)
	}
	return a, nil
}

// change runs fn with a performer's asset, whose row is locked, and keeps what fn made
// of it.
func (s *core) change(ctx context.Context, performerID, assetID string, fn func(context.Context, *db.Tx, *Asset) error) (a Asset, err error) {
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
func (s *core) dropReplaced(ctx context.Context, a Asset) {
	if err := s.dropFiles(ctx, a.replaced); err != nil {
		s.Log.Warn("drop the files of replaced pictures", "asset", a.ID, "error", err)
	}
}

// dropFiles deletes the bytes of photos whose rows are gone.
func (s *core) dropFiles(ctx context.Context, fileIDs []string) (err error) {
	ctx = context.WithoutCancel(ctx)
	for _, one := range fileIDs {
		err = errors.Join(err, s.Files.Delete(ctx, one))
	}
	return err
}

func (s *core) hasSold(ctx context.Context, tx *db.Tx, a *Asset) (bool, error) {
	sales, err := s.Purchases.Sales(ctx, tx, a.Kind, []string{a.ID})
	return sales[a.ID].Count > 0, err
}

func (s *core) maySell(ctx context.Context, tx *db.Tx, performerID string) error {
	if ok, err := s.Performers.MaySell(ctx, tx, performerID); err != nil || !ok {
		return cmp.Or[error](err, ErrMayNot)
	}
	return nil
}

// touch notes that something which a review is about has changed: a new version, that
// waits for the review, or is a draft, where the performer's assets are reviewed.
func (s *core) touch(ctx context.Context, tx *db.Tx, a *Asset) error {
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
	a.reopen(s.Now())
	return nil
}

// reviewed reports whether staff look at what the performer sells before it is shown.
func (s *core) reviewed(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	switch s.Mode() {
	case ReviewOff:
		return false, nil
	case ReviewNew:
		n, err := countApprovals(ctx, tx, performerID)
		return n < approvedOften, err
	}
	return true, nil
}

// states tells media how far they are.
func (s *core) states(ctx context.Context, tx *db.Tx, lists ...[]Medium) error {
	ids := []string{}
	for _, list := range lists {
		for _, m := range list {
			if m.Purpose.watched() {
				ids = append(ids, m.ID)
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	states, err := s.Media.States(ctx, tx, ids)
	if err != nil {
		return err
	}
	for _, list := range lists {
		for i := range list {
			if state, known := states[list[i].ID]; known {
				list[i].State = &state
			}
		}
	}
	return nil
}

// OwnOf is a performer's asset of a kind, for callers who may name no other.
func (s *core) OwnOf(ctx context.Context, performerID, kind, assetID string) (a Asset, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if a, err = s.own(ctx, tx, performerID, assetID, ""); err == nil && a.Kind != kind {
			return ErrNone
		}
		return err
	})
	return a, err
}

// unlessNone is nil for a row that is not there.
func unlessNone(err error) error {
	if errors.Is(err, db.ErrNone) {
		return nil
	}
	return err
}

// unlessRefused is nil for the refusal of an asset.
func unlessRefused(err error) error {
	if errors.Is(err, ErrNone) {
		return nil
	}
	return err
}
