package assets

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
)

// Photos are the pictures of assets, as their performers add, order and remove them.
type Photos struct{ *core }

// AddPhoto puts a picture at the end of an asset. An asset that was approved waits
// for its people to be declared, and for the review. It fails with ErrNone, ErrFull, or
// the refusals of pictures (spec §5).
func (s *Photos) AddPhoto(ctx context.Context, performerID, assetID string, upload api.File) (p Photo, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error { // before the work that a picture takes
		a, err := s.own(ctx, tx, performerID, assetID, "")
		if err != nil {
			return err
		}
		if err := hasRoom(ctx, tx, &a); err != nil {
			return err
		}
		return s.mayStore(ctx, tx, performerID, upload.Size)
	})
	if err != nil {
		return p, err
	}
	f, err := s.Files.SavePhoto(ctx, performerID, files.Photo, upload.Filename, upload, s.PhotoLimits())
	if err != nil {
		return p, ofField("photo", err)
	}
	_, err = s.change(context.WithoutCancel(ctx), performerID, assetID, func(ctx context.Context, tx *db.Tx, a *Asset) error {
		p = photoOf(a.ID, f)
		return s.addPhoto(ctx, tx, a, &p)
	})
	if _, refused := errors.AsType[*fault.Fault](err); refused {
		return p, errors.Join(err, s.dropFiles(ctx, []string{f.ID}))
	}
	return p, err // of a failure only the answer may be lost: the file stays for DropUnused
}

func photoOf(assetID string, f files.File) Photo {
	return Photo{
		ID: id.New(f.CreatedAt), AssetID: assetID, FileID: f.ID, Name: f.Name, Size: f.Size, Width: f.Width, Height: f.Height,
		Blurhash: f.Blurhash, Colour: f.Colour, CreatedAt: f.CreatedAt,
	}
}

func (s *Photos) addPhoto(ctx context.Context, tx *db.Tx, a *Asset, p *Photo) error {
	if err := hasRoom(ctx, tx, a); err != nil {
		return err
	}
	if a.rules().onePicture {
		a.CoverID = ""
		waiting, err := deleteWaiting(ctx, tx, a.ID)
		if err != nil {
			return err
		}
		a.replaced = append(a.replaced, waiting...)
	}
	last, err := lastPosition(ctx, tx, a.ID)
	if err != nil {
		return err
	}
	p.Position = last + 1
	if err := insertPhoto(ctx, tx, *p); err != nil {
		return err
	}
	if a.CoverID == "" {
		a.CoverID = p.ID
	}
	a.Version++
	a.reopen(s.Now()) // reviewed or not: its people are to be declared
	return nil
}

// mayStore bounds what is stored of a performer: a picture of so many bytes is about to be.
// Of one whom nobody has verified yet it is less.
func (s *Photos) mayStore(ctx context.Context, tx *db.Tx, performerID string, more int64) error {
	if err := s.Storage.MayDraft(ctx, tx, performerID, more); err != nil {
		return err
	}
	if ok, err := s.Performers.MaySell(ctx, tx, performerID); err != nil || ok {
		return err
	}
	n, err := countOwnPhotos(ctx, tx, performerID)
	if err == nil && n >= MaxUnverifiedPhotos {
		return ErrUnverified
	}
	return err
}

func hasRoom(ctx context.Context, tx *db.Tx, a *Asset) error {
	if a.rules().onePicture {
		return nil // another one replaces it
	}
	n, err := countPhotos(ctx, tx, a.ID)
	if err == nil && n >= a.rules().maxPhotos {
		return ErrFull
	}
	return err
}

// MovePhoto puts a photo to another place in its asset, counted from 0.
func (s *Photos) MovePhoto(ctx context.Context, performerID, photoID string, place int) (p Photo, err error) {
	_, err = s.changeOf(ctx, performerID, photoID, func(ctx context.Context, tx *db.Tx, a *Asset, list []Photo, at int) error {
		p = list[at]
		list = slices.Delete(list, at, at+1)
		p.Position = min(max(place, 0), len(list))
		return orderPhotos(ctx, tx, idsOf(slices.Insert(list, p.Position, p)))
	})
	return p, err
}

// RemovePhoto takes a photo out of its asset. Where somebody has bought it, the photo
// stays for its buyers. The next one takes the place of a cover.
func (s *Photos) RemovePhoto(ctx context.Context, performerID, photoID string) error {
	var unused []string
	_, err := s.changeOf(ctx, performerID, photoID, func(ctx context.Context, tx *db.Tx, a *Asset, list []Photo, at int) error {
		if len(list) == 1 && a.Status != Draft && a.Status != Rejected {
			return ErrLast
		}
		gone := list[at]
		sold, err := s.hasSold(ctx, tx, a)
		if err != nil {
			return err
		}
		unused = nil
		if sold && a.rules().sellsPhotos && !gone.ApprovedAt.IsZero() {
			err = hidePhoto(ctx, tx, gone.ID, s.Now())
		} else {
			unused, err = []string{gone.FileID}, deletePhoto(ctx, tx, gone.ID)
		}
		if err != nil || a.CoverID != gone.ID {
			return err
		}
		return s.nextCover(ctx, tx, a, slices.Delete(list, at, at+1))
	})
	if err != nil {
		return err
	}
	return s.dropFiles(ctx, unused)
}

// nextCover makes the first photo the cover; buyers are shown approved ones first.
func (s *Photos) nextCover(ctx context.Context, tx *db.Tx, a *Asset, list []Photo) error {
	a.CoverID = ""
	if len(list) > 0 {
		a.CoverID = list[0].ID
	}
	return s.touch(ctx, tx, a)
}

// changeOf is change for the asset of a photo: fn gets its photos, and which one it is.
func (s *Photos) changeOf(ctx context.Context, performerID, photoID string,
	fn func(ctx context.Context, tx *db.Tx, a *Asset, list []Photo, at int) error,
) (Asset, error) {
	p, err := s.OwnPhoto(ctx, performerID, photoID)
	if err != nil {
		return Asset{}, err
	}
	a, err := s.change(ctx, performerID, p.AssetID, func(ctx context.Context, tx *db.Tx, a *Asset) error {
		list, err := selectPhotos(ctx, tx, a.ID)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(list, func(p Photo) bool { return p.ID == photoID })
		if at < 0 {
			return ErrNoPhoto
		}
		return fn(ctx, tx, a, list, at)
	})
	if errors.Is(err, ErrNone) {
		return a, ErrNoPhoto
	}
	return a, err
}

// OwnPhoto is a photo of one of the performer's assets.
func (s *Photos) OwnPhoto(ctx context.Context, performerID, photoID string) (p Photo, err error) {
	if !id.Valid(photoID) {
		return p, ErrNoPhoto
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err = selectPhoto(ctx, tx, photoID)
		if err != nil || !p.RemovedAt.IsZero() {
			return cmp.Or[error](unlessNone(err), ErrNoPhoto)
		}
		if _, err := s.own(ctx, tx, performerID, p.AssetID, ""); err != nil {
			return cmp.Or[error](unlessRefused(err), ErrNoPhoto)
		}
		return nil
	})
	return p, err
}

// OwnPhotos is a page of the photos of one of the performer's assets, or of all galleries,
// those by gallery, the newest first.
func (s *Photos) OwnPhotos(ctx context.Context, performerID, assetID string, offset, limit int) (list []Photo, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if assetID != "" {
			if _, err := s.own(ctx, tx, performerID, assetID, ""); err != nil {
				return err
			}
		}
		list, total, err = selectOwnPhotos(ctx, tx, performerID, assetID, offset, limit)
		return err
	})
	return list, total, err
}

func idsOf(list []Photo) []string {
	ids := make([]string, len(list))
	for i, p := range list {
		ids[i] = p.ID
	}
	return ids
}

// ofField says which field's file was refused.
func ofField(field string, err error) error {
	if f, ok := errors.AsType[*fault.Fault](err); ok && f.Kind == fault.Invalid && len(f.Fields) == 0 {
		return f.At(field, "file")
	}
	return err
}
