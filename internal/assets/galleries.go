package assets

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/fold"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/kit/plain"
)

// Fields are what a performer says of an asset; what is nil stays as it is.
type Fields struct {
	Title       *string
	Description *string
	Price       *money.Tokens
	Tags        []string
	CategoryIDs []string
	PublishAt   *string // a time, or empty: as soon as it may
	CoverID     *string
	PhotoIDs    []string // all of them, in their new order
}

// Create makes a draft. It fails with ErrMany or a refused field.
func (s *Service) Create(ctx context.Context, performerID string, f Fields) (a Asset, err error) {
	now := s.Now()
	a = Asset{
		ID: id.New(now), Kind: Gallery, PerformerID: performerID, Status: Draft, Version: 1,
		Tags: []string{}, CategoryIDs: []string{}, CreatedAt: now, UpdatedAt: now,
	}
	if f.Title == nil {
		return a, fault.Missing("title")
	}
	if f.Price == nil {
		return a, fault.Missing("price")
	}
	f.CoverID, f.PhotoIDs = nil, nil
	if err := f.apply(&a, now); err != nil {
		return a, err
	}
	if err := s.Limiter.Allow(ctx, createRule, performerID); err != nil {
		return a, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := db.Lock(ctx, tx, "assets:"+performerID); err != nil { // so that two do not both find room
			return err
		}
		n, err := countOwn(ctx, tx, performerID, Gallery)
		if err != nil {
			return err
		}
		if n >= MaxGalleries {
			return ErrMany
		}
		if err := s.keepCategories(ctx, tx, &a); err != nil {
			return err
		}
		return insertAsset(ctx, tx, a)
	})
	return a, err
}

// Change changes what a performer says of a gallery. Another title or cover is for the
// review to see (touch). It fails with ErrNone or a refused field.
func (s *Service) Change(ctx context.Context, performerID, assetID string, f Fields) (Asset, error) {
	return s.change(ctx, performerID, assetID, func(ctx context.Context, tx *db.Tx, a *Asset) error {
		before := *a
		if err := f.apply(a, s.Now()); err != nil {
			return err
		}
		if a.Status == Active && !a.PublishAt.IsZero() {
			return fault.Field("publishAt", "This gallery is on sale already")
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
	})
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
		return fault.Field("photoIds", "Name every photo of the gallery once")
	}
	return orderPhotos(ctx, tx, order)
}

func all(list []string, fits func(string) bool) bool {
	return !slices.ContainsFunc(list, func(one string) bool { return !fits(one) })
}

// Remove takes a gallery away for good. Who has bought it keeps it; without buyers its
// pictures go too.
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

// Activate puts a gallery on sale that was taken off, or is waiting for its time.
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

// Deactivate takes a gallery off sale. Its buyers keep it.
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

// Own is a performer's gallery with its photos.
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

// own is a performer's gallery that was not removed; lock is a fragment of SQL.
func (s *Service) own(ctx context.Context, tx *db.Tx, performerID, assetID, lock string) (Asset, error) {
	if !id.Valid(assetID) {
		return Asset{}, ErrNone
	}
	a, err := selectAsset(ctx, tx, assetID, lock)
	if err != nil || a.PerformerID != performerID || a.Kind != Gallery || a.Status == Removed {
		return Asset{}, refuse(unlessNone(err), ErrNone)
	}
	return a, nil
}

// change runs fn with a performer's gallery, whose row is locked, and keeps what fn made
// of it.
func (s *Service) change(ctx context.Context, performerID, assetID string, fn func(context.Context, *db.Tx, *Asset) error) (a Asset, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if a, err = s.own(ctx, tx, performerID, assetID, tx.Fragment(db.ForUpdate)); err != nil {
			return err
		}
		if err := fn(ctx, tx, &a); err != nil {
			return err
		}
		a.UpdatedAt = s.Now()
		return updateAsset(ctx, tx, a)
	})
	return a, err
}

// keepCategories leaves out of the asset's categories those that do not exist.
func (s *Service) keepCategories(ctx context.Context, tx *db.Tx, a *Asset) (err error) {
	if len(a.CategoryIDs) == 0 {
		return nil
	}
	a.CategoryIDs, err = s.Performers.Categories(ctx, tx, a.CategoryIDs)
	return err
}

// apply puts the fields into the asset, cleaned and checked.
func (f Fields) apply(a *Asset, now time.Time) error {
	if f.Title != nil {
		a.Title = plain.Line(*f.Title)
	}
	if f.Description != nil {
		a.Description = plain.Paragraphs(*f.Description)
	}
	if f.Price != nil {
		a.Price = *f.Price
	}
	if f.CoverID != nil {
		a.CoverID = *f.CoverID
	}
	if f.Tags != nil {
		a.Tags = tagsOf(f.Tags)
	}
	if f.CategoryIDs != nil {
		a.CategoryIDs = distinct(f.CategoryIDs)
	}
	if err := f.applyTime(a, now); err != nil {
		return err
	}
	return a.checked()
}

// applyTime reads when the asset is to go on sale.
func (f Fields) applyTime(a *Asset, now time.Time) error {
	if f.PublishAt == nil {
		return nil
	}
	if *f.PublishAt == "" {
		a.PublishAt = time.Time{}
		return nil
	}
	at, err := time.Parse(time.RFC3339Nano, *f.PublishAt)
	switch {
	case err != nil:
		return fault.Field("publishAt", "Must be a time such as 2026-11-02T12:00:00Z")
	case !at.After(now):
		return fault.Field("publishAt", "Must be a time to come")
	case at.After(now.Add(maxAhead)):
		return fault.Field("publishAt", "Must be within a year")
	}
	a.PublishAt = at.UTC()
	return nil
}

func (a *Asset) checked() error {
	switch {
	case a.Title == "":
		return fault.Missing("title")
	case utf8.RuneCountInString(a.Title) > maxTitle:
		return fault.Field("title", "Must have at most %d characters", maxTitle)
	case utf8.RuneCountInString(a.Description) > maxDescription:
		return fault.Field("description", "Must have at most %d characters", maxDescription)
	case a.Price < money.Whole(1) || a.Price > money.Whole(maxPrice):
		return fault.Between("price", 1, maxPrice)
	case a.Price%money.Unit != 0:
		return fault.Field("price", "Must be a whole number of tokens")
	case len(a.Tags) > maxTags:
		return fault.Field("tags", "Choose at most %d", maxTags)
	case slices.ContainsFunc(a.Tags, func(tag string) bool { return utf8.RuneCountInString(tag) > maxTag || strings.ContainsAny(tag, ",#") }):
		return fault.Field("tags", "A tag has at most %d characters, none of them a comma or #", maxTag)
	case len(a.CategoryIDs) > maxCategories:
		return fault.Field("categoryIds", "Choose at most %d", maxCategories)
	}
	return nil
}

// words are what an asset is found by.
func (a *Asset) words() string {
	return strings.Join(fold.Words(a.Title+" "+strings.Join(a.Tags, " ")), " ")
}

func tagsOf(values []string) []string {
	list := make([]string, 0, len(values))
	for _, v := range values {
		list = append(list, fold.Text(plain.Line(v)))
	}
	return distinct(list)
}

// distinct drops empty and repeated values.
func distinct(values []string) []string {
	list := []string{}
	for _, v := range values {
		if v != "" && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}
