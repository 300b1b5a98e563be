package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/web"
	"limelight/internal/uploads"
)

const (
	rateOfUploads      = "api.uploads"
	rateOfGuestUploads = "api.uploads.guest"
	uploadsAtOnce      = "api.uploads.open"
)

// uploadPace bounds the forms with files, whatever becomes of them: each picture is
// drawn anew and each is kept. Of an account: a performer who sets up her profile sends
// four, a studio that hires as fast as it may sends thirty. Of an address without an
// account: who registers, with some mistakes, behind one address with some others.
var uploadPace = limit.Rules{
	rateOfUploads:      {Most: 40, Per: time.Hour},
	rateOfGuestUploads: {Most: 30, Per: time.Hour},
}

// How many forms with files may be on their way at once: each lies on this node's disk
// until it is dealt with. Guests have their own, so that they leave the accounts theirs.
const (
	maxUploadsPerOwner = 4 // of an account, or an address without one; a network some times as many
	maxGuestUploads    = 24
	maxAccountUploads  = 48
)

// uploadsUnderWay are the forms with files, and the pieces of large files, that are on
// their way to this node.
type uploadsUnderWay struct {
	guests, accounts, pieces limit.Open

	formBytes atomic.Int64 // that the forms take of this node's disk at most
}

// How many pieces of large files may be on their way at once: of each a block lies on
// this node's disk, or goes through it to the object store.
const (
	maxPiecesPerOwner = 4
	maxPieces         = 64
)

var errManyUploads = fault.New(fault.TooMany, "Too many files are being uploaded. Please wait a moment and try again.").After(10 * time.Second)

// admitUpload counts a form with files before a byte of it is read, and says how many there
// may be.
func (h *house) admitUpload(ctx context.Context, form api.Incoming) (maxBytes int64, done func(), err error) {
	leave, err := h.countUpload(ctx, form.Route)
	if err != nil {
		return 0, nil, err
	}
	var free func()
	if maxBytes, err = h.formBound(ctx, form); err == nil {
		length := form.Length
		if length < 0 {
			length = form.Max
			if maxBytes > 0 {
				length = min(length, maxBytes) // the settings may allow more of a file than a form takes
			}
		}
		free, err = h.roomForForm(ctx, length)
	}
	if err != nil {
		leave()
		return 0, nil, err
	}
	return maxBytes, func() { free(); leave() }, nil
}

// countUpload finds a place for a form with files; done gives it back.
func (h *house) countUpload(ctx context.Context, route string) (done func(), err error) {
	who := account.CallerFrom(ctx).ID
	open, owners, all := &h.underWay.accounts, []string{who}, maxAccountUploads
	switch {
	case who != "":
		err = h.limits.Allow(ctx, uploadRule(route), who)
	case web.OwnMachine(ctx):
		return func() {}, nil
	default:
		open, owners, all = &h.underWay.guests, limit.Owners(api.Address(ctx)), maxGuestUploads
		err = h.limits.AllowAddress(ctx, rateOfGuestUploads, api.Address(ctx))
	}
	if errors.Is(err, limit.ErrTooMany) {
		h.paces.refusals.WithLabelValues(rateOfUploads).Inc()
	}
	if err != nil {
		return nil, err
	}
	if open.Enter(owners, maxUploadsPerOwner, all) != limit.Entered {
		h.paces.refusals.WithLabelValues(uploadsAtOnce).Inc()
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
func (h *house) admitPiece(ctx context.Context) (done func(), err error) {
	owners := []string{account.CallerFrom(ctx).ID}
	if h.underWay.pieces.Enter(owners, maxPiecesPerOwner, maxPieces) != limit.Entered {
		h.paces.refusals.WithLabelValues(uploadsAtOnce).Inc()
		return nil, errManyUploads
	}
	return func() { h.underWay.pieces.Leave(owners) }, nil
}

// newUploads makes what takes large files in pieces.
func (h *house) newUploads() (*uploads.Service, error) {
	return uploads.New(uploads.Deps{
		DB: h.db, Store: h.blobs, Guard: account.Performer.Guard(), Caller: func(ctx context.Context) string { return account.CallerFrom(ctx).ID },
		Performers: h.performers, Allowed: h.uploadsAllowed, Storage: storage{h}, Reserved: h.uploadsReserve, Limiter: h.limits, Admit: h.admitPiece, Now: h.now, Log: h.log,
	})
}

// uploadsAllowed is what the operator allows of large files.
func (h *house) uploadsAllowed(p uploads.Purpose) uploads.Allowed {
	now := h.settings.Get()
	switch p {
	case uploads.Video:
		return uploads.Allowed{MaxMB: now.VideoMaxMB, Accepted: now.VideoAccepted}
	case uploads.Trailer:
		return uploads.Allowed{MaxMB: now.TrailerMaxMB, Accepted: now.VideoAccepted}
	case uploads.DigitalFile:
		return uploads.Allowed{MaxMB: now.DigitalFileMaxMB, Accepted: now.DigitalFileAccepted}
	}
	return uploads.Allowed{}
}

// TempFolder is where uploads lie while they are on their way, which mime/multipart
// learns by $TMPDIR.
func TempFolder(data string) string { return filepath.Join(data, "tmp") }

// uploadForgotten is how old a file in the TempFolder is that nobody can be sending.
const uploadForgotten = time.Hour

// sweepTempFolder drops what a program that was killed had not dealt with: what is older
// than this. Nodes of one PostgreSQL database may share a data folder.
func sweepTempFolder(data string, before time.Time) error {
	dir := TempFolder(data)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the folder for uploads on their way: %w", err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("look for uploads that nobody sends: %w", err)
	}
	for _, file := range files {
		info, err := file.Info()
		if err != nil || info.ModTime().After(before) {
			continue // it is gone already, or young
		}
		if err := os.RemoveAll(filepath.Join(dir, file.Name())); err != nil {
			return fmt.Errorf("drop an upload that nobody sends: %w", err)
		}
	}
	return nil
}
