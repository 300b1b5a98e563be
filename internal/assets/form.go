package assets

import (
	"context"
	"errors"
	"mime/multipart"
	"slices"

	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
)

// Parts are the files that come with the fields of an asset: sent along, or uploaded
// before. Those that are not set stay as they are.
type Parts struct {
	Files     map[Purpose]api.File
	UploadIDs map[Purpose]string // of finished uploads
	Picture   api.File
	Product   ProductFields // of a product
}

// keptParts are parts whose bytes are kept.
type keptParts struct {
	uploads map[Purpose]string
	picture *files.File
	product ProductFields
}

// Forms make and change assets by forms that bring files along.
type Forms struct {
	*core
	assets   *OwnAssets
	photos   *Photos
	media    *AssetMedia
	products *Products
}

// CreateWith is Create with files. Of a refused form what was uploaded stays among the
// performer's uploads for a day.
func (s *Forms) CreateWith(ctx context.Context, performerID, kind string, f Fields, p Parts) (Asset, error) {
	a, err := s.assets.draft(performerID, kind, f)
	if err != nil {
		return a, err
	}
	if _, err := p.Product.applied(&a); err != nil {
		return a, err
	}
	kept, err := s.keepParts(ctx, a, p)
	if err != nil {
		return a, err
	}
	a, err = s.assets.keepDraft(context.WithoutCancel(ctx), a, func(ctx context.Context, tx *db.Tx, a *Asset) error {
		return s.addParts(ctx, tx, a, kept)
	})
	return a, s.orDrop(ctx, kept, err)
}

// ChangeWith is Change with files, of an asset of a kind.
func (s *Forms) ChangeWith(ctx context.Context, performerID, kind, assetID string, f Fields, p Parts) (Asset, error) {
	a, err := s.OwnOf(ctx, performerID, kind, assetID)
	if err != nil {
		return a, err
	}
	if err := f.apply(&a, s.Now()); err != nil { // before the work that files take
		return a, err
	}
	if _, err := p.Product.applied(&a); err != nil {
		return a, err
	}
	if p.Picture.IsSet {
		err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error { return hasRoom(ctx, tx, &a) })
		if err != nil {
			return a, err
		}
	}
	kept, err := s.keepParts(ctx, a, p)
	if err != nil {
		return a, err
	}
	a, err = s.change(context.WithoutCancel(ctx), performerID, assetID, func(ctx context.Context, tx *db.Tx, a *Asset) error {
		if err := s.assets.changeFields(ctx, tx, a, f); err != nil {
			return err
		}
		return s.addParts(ctx, tx, a, kept)
	})
	return a, s.orDrop(ctx, kept, err)
}

func (s *Forms) keepParts(ctx context.Context, a Asset, p Parts) (k keptParts, err error) {
	k.uploads, k.product = map[Purpose]string{}, p.Product
	for _, purpose := range a.rules().media {
		if k.uploads[purpose], err = s.keepPart(ctx, a, purpose, p); err != nil {
			return k, ofField(string(purpose), err)
		}
	}
	if !p.Picture.IsSet {
		return k, nil
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.photos.mayStore(ctx, tx, a.PerformerID, p.Picture.Size)
	})
	if err != nil {
		return k, err
	}
	f, err := s.Files.SavePhoto(ctx, a.PerformerID, files.Photo, p.Picture.Filename, p.Picture, s.PhotoLimits())
	k.picture = &f
	return k, ofField(a.rules().picture, err)
}

// keepPart is the upload of a purpose, whose bytes are kept and were looked into; empty
// when the form has none.
func (s *Forms) keepPart(ctx context.Context, a Asset, purpose Purpose, p Parts) (uploadID string, err error) {
	uploadID = p.UploadIDs[purpose]
	if p.Files[purpose].IsSet {
		if uploadID != "" {
			return "", fault.Field(string(purpose), "Send the file, or name its upload")
		}
		if uploadID, err = s.Media.Keep(ctx, a.PerformerID, purpose, p.Files[purpose]); err != nil {
			return "", err
		}
	}
	if uploadID == "" {
		return "", nil
	}
	err = s.media.checkMedium(ctx, a.ID, a.PerformerID, purpose, uploadID)
	if f, refused := errors.AsType[*fault.Fault](err); refused && f.Kind == fault.Invalid && p.Files[purpose].IsSet {
		return "", errors.Join(err, s.Media.Forget(context.WithoutCancel(ctx), a.PerformerID, uploadID))
	}
	return uploadID, err
}

func (s *Forms) addParts(ctx context.Context, tx *db.Tx, a *Asset, k keptParts) error {
	if err := s.products.changeProduct(ctx, tx, a, k.product); err != nil {
		return err
	}
	for _, purpose := range a.rules().media {
		if k.uploads[purpose] == "" {
			continue
		}
		if _, err := s.media.addMedium(ctx, tx, a, purpose, k.uploads[purpose]); err != nil {
			return ofField(string(purpose)+"UploadId", err)
		}
	}
	if k.picture == nil {
		return nil
	}
	p := photoOf(a.ID, *k.picture)
	if err := s.photos.addPhoto(ctx, tx, a, &p); err != nil || a.Kind != Product {
		return err
	}
	return putFirst(ctx, tx, a, p.ID)
}

// putFirst makes a picture the first one, and the cover.
func putFirst(ctx context.Context, tx *db.Tx, a *Asset, photoID string) error {
	list, err := selectPhotos(ctx, tx, a.ID)
	if err != nil {
		return err
	}
	a.CoverID = photoID
	others := slices.DeleteFunc(idsOf(list), func(one string) bool { return one == photoID })
	return orderPhotos(ctx, tx, append([]string{photoID}, others...))
}

// orDrop drops the picture of a form that was refused. Of a failure only the answer may be
// lost: then the file stays for DropUnused.
func (s *Forms) orDrop(ctx context.Context, k keptParts, err error) error {
	if _, refused := errors.AsType[*fault.Fault](err); refused && k.picture != nil {
		return errors.Join(err, s.dropFiles(ctx, []string{k.picture.ID}))
	}
	return err
}

// fieldsOf reads the fields of a form: what was not sent stays as it is, and what was sent
// empty is emptied.
func fieldsOf(form *multipart.Form) (f Fields, err error) {
	one := func(name string) *string {
		if values := form.Value[name]; len(values) > 0 {
			return &values[0]
		}
		return nil
	}
	list := func(name string) []string {
		if values, sent := form.Value[name]; sent {
			return distinct(values) // one that is empty empties the list
		}
		return nil
	}
	f = Fields{
		Title: one("title"), Description: one("description"), PublishAt: one("publishAt"), Tags: list("tags"), CategoryIDs: list("categoryIds"),
		CoverID: one("coverId"), PhotoIDs: list("photoIds"),
	}
	if text := one("price"); text != nil {
		price, err := money.Parse(*text)
		if err != nil {
			return f, fault.Field("price", fault.NotNumber)
		}
		f.Price = &price
	}
	return f, nil
}
