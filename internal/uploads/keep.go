package uploads

import (
	"context"
	"errors"
	"io"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sanitize"
)

// Arrived is a file that came whole, in a form. Length is that of Bytes.
type Arrived struct {
	Purpose Purpose
	Name    string // as the client calls it
	Length  int64
	Bytes   io.Reader
}

// Keep stores a file that came in one piece as a finished upload of its owner's, to be
// claimed. It is refused as an announcement of it would be, but that the room for it is asked
// for before its form comes; what is not claimed goes after a day, as every upload.
func (s *Service) Keep(ctx context.Context, ownerID string, file Arrived) (u Upload, err error) {
	a := announcement{purpose: file.Purpose, name: sanitize.FileName(file.Name), length: file.Length}
	if err := s.allowed(a); err != nil {
		return u, err
	}
	if err := s.Limiter.Allow(ctx, rateOfCreation, ownerID); err != nil {
		return u, err
	}
	now := s.Now()
	u = Upload{ID: id.New(now), OwnerID: ownerID, Purpose: a.purpose, Name: a.name, Length: a.length, CreatedAt: now, ExpiresAt: now.Add(keptFor)}
	if err := s.create(ctx, u, roomForForms); err != nil {
		return u, err
	}
	w := writer{Service: s, upload: u, left: u.Length, stopped: ctx.Err}
	if err := w.write(ctx, file.Bytes); err != nil {
		return u, errors.Join(err, s.cancel(context.WithoutCancel(ctx), u.ID))
	}
	if !w.upload.Finished() {
		return u, errors.Join(errBroken, s.cancel(context.WithoutCancel(ctx), u.ID))
	}
	return w.upload, nil
}

// roomForForms leaves it to who let the form in.
func roomForForms(context.Context, *db.Tx, Upload, int64) error { return nil }
