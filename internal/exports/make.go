package exports

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"limelight/internal/account"
	"limelight/internal/kit/db"
)

// Make makes the archives that wait.
func (s *Service) Make(ctx context.Context) error {
	for ctx.Err() == nil {
		var e Export
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			e, err = claimExport(ctx, tx, s.Now())
			return err
		})
		if errors.Is(err, db.ErrNone) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("claim an export: %w", err)
		}
		if err := s.make(ctx, e); err != nil {
			s.Log.Error("make an archive of somebody's data", "export", e.ID, "attempt", e.attempts, "error", err)
			if err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return failExport(ctx, tx, e, s.Now()) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// make writes the archive sealed into a file that no name leads to, so that none is left where
// the program is killed, and keeps it.
func (s *Service) make(ctx context.Context, e Export) (err error) {
	var who account.Account
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		who, err = s.Accounts.Get(ctx, tx, e.accountID)
		return err
	})
	if err != nil {
		return err
	}
	file, err := os.CreateTemp("", "export-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := os.Remove(file.Name()); err != nil {
		return err
	}
	size, err := s.seal(ctx, e, who, file)
	if err != nil {
		return err
	}
	sealed, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := s.Store.Put(ctx, keyOf(e.ID), file, sealed); err != nil {
		return fmt.Errorf("keep an archive: %w", err)
	}
	return s.finish(ctx, e, who, size)
}

// seal writes the archive and returns how long it is, unsealed.
func (s *Service) seal(ctx context.Context, e Export, who account.Account, into io.Writer) (size int64, err error) {
	sealing, err := s.Keys.Writer(placeOf(e.ID), into)
	if err != nil {
		return 0, fmt.Errorf("seal an archive: %w", err)
	}
	counted := &counter{w: sealing}
	packed := zip.NewWriter(counted)
	if err := s.write(ctx, packed, who, e.CreatedAt); err != nil {
		return 0, err
	}
	if err := packed.Close(); err != nil {
		return 0, err
	}
	return counted.n, sealing.Close()
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// finish says that the archive is there, and tells its owner. Where the lease was lost, the
// other attempt does that: both write the same under one name.
func (s *Service) finish(ctx context.Context, e Export, who account.Account, size int64) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		finished, err := finishExport(ctx, tx, e, size, s.Now())
		if err != nil || !finished {
			return err
		}
		to := who.Recipient()
		to.Name = who.Username
		return readyNotice.Send(ctx, tx, s.Notices, to, ready{who.Username, string(who.Role), e.ID})
	})
}
