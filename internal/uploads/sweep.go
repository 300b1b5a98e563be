package uploads

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// lingers is how long the row of a removed upload stays: longer than a writer that
// knows nothing of it yet, whose block would be left in the store.
const lingers = time.Hour

// cancel removes an upload that nothing uses, at once. What the store refuses now the sweep drops.
func (s *Service) cancel(ctx context.Context, uploadID string) error {
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return updateCancelled(ctx, tx, uploadID, s.Now()) })
	if err != nil {
		return err
	}
	if err := s.dropBytes(context.WithoutCancel(ctx), uploadID); err != nil {
		s.Log.Warn("drop the bytes of a cancelled upload", "error", err)
	}
	return nil
}

// Forget removes an owner's upload that nothing uses, at once; ErrNone when there is none.
func (s *Service) Forget(ctx context.Context, ownerID, uploadID string) error {
	if !id.Valid(uploadID) {
		return ErrNone
	}
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := selectOpen(ctx, tx, uploadID, ownerID, s.Now())
		return err
	})
	if err != nil {
		return err
	}
	return s.cancel(ctx, uploadID)
}

func (s *Service) dropBytes(ctx context.Context, uploadID string) error {
	if err := s.Store.DeleteAll(ctx, folder(uploadID)); err != nil {
		return fmt.Errorf("drop the bytes of upload %s: %w", uploadID, err)
	}
	return nil
}

// Sweep removes what nobody went on with for a day, and the bytes and rows of what was
// removed. Several nodes may do it at once.
func (s *Service) Sweep(ctx context.Context) error {
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return updateExpired(ctx, tx, s.Now()) })
	if err != nil {
		return err
	}
	var failed []error
	for after := ""; ; {
		var list []removed
		err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
			list, err = selectRemoved(ctx, tx, after)
			return err
		})
		if err != nil || len(list) == 0 {
			return errors.Join(append(failed, err)...)
		}
		for _, one := range list {
			after = one.id
			failed = append(failed, s.forget(ctx, one))
		}
	}
}

// forget drops bytes, and after a while, once more and with the row.
func (s *Service) forget(ctx context.Context, one removed) error {
	if err := s.dropBytes(ctx, one.id); err != nil {
		return err
	}
	if s.Now().Sub(one.at) < lingers {
		return nil
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return deleteUpload(ctx, tx, one.id) })
}
