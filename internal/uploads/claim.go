package uploads

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sort"
	"time"

	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// Claim takes a finished upload for what it was sent for, inside the caller's
// transaction: from then on it lives until Remove, its owner sees it no more among
// the uploads, and nobody else can claim it. ErrNone, ErrPurpose, ErrUnfinished or
// ErrClaimed say why not.
func (s *Service) Claim(ctx context.Context, tx *db.Tx, ownerID, uploadID string, purpose Purpose) (Upload, error) {
	if !id.Valid(uploadID) {
		return Upload{}, ErrNone
	}
	u, claimed, err := selectClaimable(ctx, tx, uploadID, ownerID)
	switch {
	case err != nil:
		return Upload{}, err
	case u.Purpose != purpose:
		return Upload{}, ErrPurpose
	case claimed:
		return Upload{}, ErrClaimed
	case !u.Finished():
		return Upload{}, ErrUnfinished
	}
	return u, updateClaimed(ctx, tx, uploadID, s.Now())
}

// Look is a finished upload of its owner's that Claim would take, before it does: whoever
// claims it may look into it with Open. ErrNone, ErrPurpose or ErrUnfinished say why not.
func (s *Service) Look(ctx context.Context, ownerID, uploadID string, purpose Purpose) (u Upload, err error) {
	if !id.Valid(uploadID) {
		return Upload{}, ErrNone
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		u, err = selectOpen(ctx, tx, uploadID, ownerID, s.Now())
		return err
	})
	switch {
	case err != nil:
		return Upload{}, err
	case u.Purpose != purpose:
		return Upload{}, ErrPurpose
	case !u.Finished():
		return Upload{}, ErrUnfinished
	}
	return u, nil
}

// Remove gives up an upload, inside the caller's transaction. Its bytes go with the
// next sweep. One that is gone already is no error.
func (s *Service) Remove(ctx context.Context, tx *db.Tx, uploadID string) error {
	return updateRemoved(ctx, tx, uploadID, s.Now())
}

// Open reads a finished upload as one file. Whether somebody may is the caller's rule.
// The object is read while ctx lasts.
func (s *Service) Open(ctx context.Context, uploadID string) (blob.Object, error) {
	o := &object{ctx: ctx, store: s.Store, uploadID: uploadID}
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		var finished int64
		_, err := db.One(ctx, tx, func(r db.Row) (struct{}, error) { return struct{}{}, r.Scan(&o.size, &finished) }, `
			SELECT length, finished_at
			FROM uploads
			WHERE id = $1 AND finished_at > 0 AND removed_at = 0`, uploadID)
		if err := orNone(err, "open upload", uploadID); err != nil {
			return err
		}
		o.modified = db.Time(finished)
		o.parts, err = selectParts(ctx, tx, uploadID)
		return err
	})
	if err != nil {
		return nil, err
	}
	return o, nil
}

// object joins the parts of an upload. At most one of them is open.
type object struct {
	ctx      context.Context
	store    blob.Store
	uploadID string
	parts    []part
	size     int64
	modified time.Time

	at   int64
	open blob.Object // the part at o.at, there already; nil: none
	left int64       // of it
}

func (o *object) Size() int64         { return o.size }
func (o *object) Modified() time.Time { return o.modified }

func (o *object) Read(p []byte) (int, error) {
	if o.at >= o.size {
		return 0, io.EOF
	}
	if o.open == nil {
		if err := o.enter(); err != nil {
			return 0, err
		}
	}
	n, err := o.open.Read(p[:min(int64(len(p)), o.left)])
	o.at += int64(n)
	o.left -= int64(n)
	switch {
	case o.left == 0:
		err = o.Close()
	case errors.Is(err, io.EOF):
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// enter opens the part that holds the byte at o.at.
func (o *object) enter() error {
	i := sort.Search(len(o.parts), func(i int) bool { return o.parts[i].start+o.parts[i].size > o.at })
	if i == len(o.parts) || o.parts[i].start > o.at {
		return fmt.Errorf("read upload %s: no part holds byte %d", o.uploadID, o.at)
	}
	p := o.parts[i]
	opened, err := o.store.Open(o.ctx, key(o.uploadID, p.number))
	if err != nil {
		return fmt.Errorf("read upload %s: part %d: %w", o.uploadID, p.number, err)
	}
	if skip := o.at - p.start; skip > 0 {
		if _, err := opened.Seek(skip, io.SeekStart); err != nil {
			return errors.Join(fmt.Errorf("read upload %s: part %d: %w", o.uploadID, p.number, err), opened.Close())
		}
	}
	o.open, o.left = opened, p.start+p.size-o.at
	return nil
}

func (o *object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.at
	case io.SeekEnd:
		offset += o.size
	}
	if offset < 0 {
		return 0, fmt.Errorf("read upload %s: seek before its beginning", o.uploadID)
	}
	if offset == o.at {
		return offset, nil
	}
	o.at = offset
	return offset, o.Close()
}

// Close lets go of the open part; the object may be read on.
func (o *object) Close() error {
	if o.open == nil {
		return nil
	}
	open := o.open
	o.open = nil
	return open.Close()
}
