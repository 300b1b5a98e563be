package app

import (
	"context"
	"net/http"

	"limelight/internal/downloads"
	"limelight/internal/kit/db"
	"limelight/internal/purchases"
)

func (h *house) newDownloads() *downloads.Service {
	return downloads.New(downloads.Deps{
		DB: h.db, Products: digitalFiles{h}, Deliveries: digitalFiles{h}, Blobs: h.blobs, MAC: h.keys.MAC(), Now: h.now,
	})
}

// digitalFiles are digital products in the words of downloads.
type digitalFiles struct{ *house }

// File has none: nobody sells products yet.
func (digitalFiles) File(context.Context, *db.Tx, string, string) (downloads.File, error) {
	return downloads.File{}, downloads.ErrNone
}

func (f digitalFiles) Deliver(ctx context.Context, memberID, productID string) (bool, error) {
	return f.purchases.Deliver(ctx, memberID, purchases.Product, productID)
}

// downloadFiles serve what buyers download.
func (h *house) downloadFiles() (http.Handler, error) {
	return h.accounts.Authenticate(h.located(http.HandlerFunc(h.downloads.Serve))), nil
}
