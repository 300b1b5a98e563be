package app

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/web"
	"limelight/internal/performer"
	"limelight/internal/settings"
	"limelight/internal/uploads"
)

// How many forms with files may be on their way at once: each lies on this node's disk
// until it is dealt with. Guests have their own, so that they leave the accounts theirs.
const (
	maxUploadsPerOwner = 4 // of an account, or an address without one; a network some times as many
	maxGuestUploads    = 24
	maxAccountUploads  = 48
)

// openUploads are the forms with files, and the pieces of large files, that are on their way
// to this node.
type openUploads struct {
	guests, accounts, pieces limit.Open

	formBytes atomic.Int64 // that the forms take of this node's disk at most
	refusals  *prometheus.CounterVec
}

// How many pieces of large files may be on their way at once: of each a block lies on
// this node's disk, or goes through it to the object store.
const (
	maxPiecesPerOwner = 4
	maxPieces         = 64
)

var errManyUploads = fault.New(fault.TooMany, "Too many files are being uploaded. Please wait a moment and try again.").After(10 * time.Second)

// uploadForms admit forms with files.
type uploadForms struct {
	db         *db.DB
	settings   *settings.Service
	performers *performer.Service
	uploads    *uploads.Service
	limits     *limit.Limiter
	open       *openUploads
	disk       disk
}

// admit counts a form with files before a byte of it is read, and says how many there
// may be.
func (f uploadForms) admit(ctx context.Context, form api.Incoming) (maxBytes int64, done func(), err error) {
	leave, err := f.count(ctx, form.Route)
	if err != nil {
		return 0, nil, err
	}
	var free func()
	if maxBytes, err = f.bound(ctx, form); err == nil {
		length := form.Length
		if length < 0 {
			length = form.Max
			if maxBytes > 0 {
				length = min(length, maxBytes) // the settings may allow more of a file than a form takes
			}
		}
		free, err = f.reserve(ctx, length)
	}
	if err != nil {
		leave()
		return 0, nil, err
	}
	return maxBytes, func() { free(); leave() }, nil
}

// count finds a place for a form with files; done gives it back.
func (f uploadForms) count(ctx context.Context, route string) (done func(), err error) {
	who := account.CallerFrom(ctx).ID
	open, owners, all := &f.open.accounts, []string{who}, maxAccountUploads
	switch {
	case who != "":
		err = f.limits.Allow(ctx, uploadRule(route), who)
	case web.OwnMachine(ctx):
		return func() {}, nil
	default:
		open, owners, all = &f.open.guests, limit.Owners(api.Address(ctx)), maxGuestUploads
		err = f.limits.AllowAddress(ctx, rateOfGuestUploads, api.Address(ctx))
	}
	if errors.Is(err, limit.ErrTooMany) {
		f.open.refusals.WithLabelValues(rateOfUploads).Inc()
	}
	if err != nil {
		return nil, err
	}
	if open.Enter(owners, maxUploadsPerOwner, all) != limit.Entered {
		f.open.refusals.WithLabelValues(uploadsAtOnce).Inc()
		return nil, errManyUploads
	}
	return func() { open.Leave(owners) }, nil
}

// uploadRule is what the forms of a route are counted by.
func uploadRule(route string) string {
	if slices.Contains(photoUploadRoutes, route) {
		return rateOfPhotos
	}
	return rateOfUploads
}

// admitPiece counts a piece of a large file before a byte of it is read.
func (o *openUploads) admitPiece(ctx context.Context) (done func(), err error) {
	owners := []string{account.CallerFrom(ctx).ID}
	if o.pieces.Enter(owners, maxPiecesPerOwner, maxPieces) != limit.Entered {
		o.refusals.WithLabelValues(uploadsAtOnce).Inc()
		return nil, errManyUploads
	}
	return func() { o.pieces.Leave(owners) }, nil
}

// reserve refuses a form of a length that the disk has no room for, beside those on their
// way to this node and what was announced; done gives up its room. A form lies in the TempFolder
// until it is dealt with, while what it brings is stored: on this disk too, or in the object
// store, whither announced uploads go as well.
func (f uploadForms) reserve(ctx context.Context, length int64) (done func(), err error) {
	if f.disk.reserve() == 0 {
		return func() {}, nil
	}
	if f.disk.uploads {
		length *= 2
	}
	more := f.open.formBytes.Add(length) // before anything is looked at: who comes now knows of it
	done = func() { f.open.formBytes.Add(-length) }
	if f.disk.uploads {
		var coming int64
		coming, err = f.uploads.Coming(ctx)
		more += coming
	}
	if err == nil {
		err = f.disk.admit(more)
	}
	if err != nil {
		done()
		return nil, err
	}
	return done, nil
}

// mediaForms are the forms that may bring large files along.
var mediaForms = map[string]bool{"videos.create": true, "videos.change": true, "products.create": true, "products.change": true}

// aroundFiles is room for the fields of a form with files, in bytes.
const aroundFiles = 1 << 20

// bound is how many bytes of a form are read; 0: as many as its route takes. A performer
// whose identity nobody has verified may send pictures and no large file: those are refused
// before they are read.
func (f uploadForms) bound(ctx context.Context, form api.Incoming) (maxBytes int64, err error) {
	if !mediaForms[form.Route] {
		return 0, nil
	}
	now := f.settings.Get()
	pictures := int64(now.PhotoMaxMB)<<20 + aroundFiles
	maxBytes = pictures + int64(now.DigitalFileMaxMB)<<20
	if form.Route == "videos.create" || form.Route == "videos.change" {
		maxBytes = pictures + int64(now.VideoMaxMB+now.TrailerMaxMB)<<20
	}
	if form.Length >= 0 && form.Length <= pictures {
		return maxBytes, nil
	}
	var verified bool
	err = f.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		verified, err = f.performers.Verified(ctx, tx, account.CallerFrom(ctx).ID)
		return err
	})
	switch {
	case err != nil || verified:
		return maxBytes, err
	case form.Length < 0:
		return pictures, nil
	}
	return 0, uploads.ErrUnverified
}
