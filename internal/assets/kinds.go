package assets

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/db"
)

// The kinds of assets.
const (
	Gallery = "gallery"
	Video   = "video"
	Product = "product"
)

// Kinds are all of them.
var Kinds = []string{Gallery, Video, Product}

// kind is what differs from kind to kind.
type kind struct {
	maxPhotos int // those for buyers alone not counted
	// sellsPhotos says that the photos are what is sold, and shown to buyers alone. Those of
	// the other kinds are shown to everybody who may see that it is on sale.
	sellsPhotos bool
	// onePicture says that there is one picture, which another one replaces as soon as it is
	// approved: until then there are both.
	onePicture bool
	media      []Purpose
	picture    string // the field of the form that brings one
}

var kinds = map[string]kind{
	Gallery: {maxPhotos: MaxPhotos, sellsPhotos: true},
	Video:   {maxPhotos: 1, onePicture: true, media: []Purpose{VideoFile, TrailerFile}, picture: "thumbnail"},
	Product: {maxPhotos: MaxPictures, media: []Purpose{DigitalFile}, picture: "image"},
}

func (a *Asset) rules() kind { return kinds[a.Kind] }

// OwnOf is a performer's asset of a kind, for callers who may name no other.
func (s *Service) OwnOf(ctx context.Context, performerID, kind, assetID string) (a Asset, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if a, err = s.own(ctx, tx, performerID, assetID, ""); err == nil && a.Kind != kind {
			return ErrNone
		}
		return err
	})
	return a, err
}

// ViewOf is View of an asset of a kind.
func (s *Service) ViewOf(ctx context.Context, viewer account.Caller, kind, assetID string) (Offer, error) {
	o, err := s.View(ctx, viewer, assetID)
	if err == nil && o.Kind != kind {
		return Offer{}, ErrNone
	}
	return o, err
}
