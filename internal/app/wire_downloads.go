package app

import (
	"context"
	"errors"
	"net/http"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/downloads"
	"limelight/internal/funds"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/filecheck"
	"limelight/internal/purchases"
	"limelight/internal/uploads"
)

// wireDownloads builds the links to digital products.
func wireDownloads(s *Services) {
	bought := digitalFiles{s.assets, s.uploads, s.purchases, s.funds}
	s.downloads = downloads.New(downloads.Deps{
		DB: s.db, Products: bought, Deliveries: bought, Blobs: bought, MAC: s.keys.MAC(), Now: s.now,
	})
	s.section("downloads", "Links to digital products", s.downloads.Routes)
	s.mount(mounted{pattern: "GET " + downloads.Prefix + "{linkId}/{mac}", handler: func() (http.Handler, error) {
		return s.accounts.Authenticate(s.locations.locate(http.HandlerFunc(s.downloads.Serve))), nil
	}})
}

// digitalFiles are digital products in the words of downloads. The key of a file is the id
// of the upload that it was sent as.
type digitalFiles struct {
	assets    *assets.Service
	uploads   *uploads.Service
	purchases *purchases.Service
	funds     *funds.Service
}

func (f digitalFiles) File(ctx context.Context, tx *db.Tx, memberID, productID string) (downloads.File, error) {
	caller := account.CallerFrom(ctx)
	if caller.ID != memberID {
		caller = account.Caller{ID: memberID, Role: account.Member}
	}
	m, err := f.assets.Download(ctx, tx, caller, productID)
	if errors.Is(err, assets.ErrNone) {
		err = downloads.ErrNone
	}
	if err == nil {
		err = f.undisputed(ctx, tx, memberID)
	}
	return downloads.File{Key: m.UploadID, Name: m.Name, MediaType: filecheck.MediaType(m.Name)}, err
}

// undisputed refuses a file while a payment of its buyer's is checked: it is not had back, as
// a parcel is not. What is watched on the site goes on.
func (f digitalFiles) undisputed(ctx context.Context, tx *db.Tx, memberID string) error {
	disputed, err := f.funds.Disputed(ctx, tx, memberID)
	if err == nil && len(disputed) > 0 {
		err = downloads.ErrChecked
	}
	return err
}

func (f digitalFiles) Open(ctx context.Context, uploadID string) (blob.Object, error) {
	object, err := f.uploads.Open(ctx, uploadID)
	if errors.Is(err, uploads.ErrNone) {
		err = blob.ErrNone
	}
	return object, err
}

func (f digitalFiles) Deliver(ctx context.Context, memberID, productID string) (bool, error) {
	return f.purchases.Deliver(ctx, memberID, purchases.Product, productID)
}
