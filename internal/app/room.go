package app

import (
	"context"
	"math"
	"strconv"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/uploads"
)

// storage bounds what performers keep here, in the words of uploads and assets.
type storage struct{ *house }

// Drafts is how much room a performer's drafts take, and may take: what is uploaded, on its
// way or in something that nobody has approved, and what was made of it. What buyers can
// have is not counted.
func (s storage) Drafts(ctx context.Context, tx *db.Tx, performerID string) (r uploads.Room, err error) {
	r.Allowed = int64(s.settings.Get().DraftMaxMB) << 20
	held, err := s.uploads.Unclaimed(ctx, tx, performerID)
	if err != nil {
		return r, err
	}
	pictures, media, err := s.assets.Unapproved(ctx, tx, performerID)
	if err != nil {
		return r, err
	}
	r.Used = held + pictures
	ids := make([]string, len(media))
	for i, m := range media {
		ids[i], r.Used = m.ID, r.Used+m.Size
	}
	made, err := s.videos.Made(ctx, tx, ids)
	r.Used += made
	return r, err
}

// MayDraft refuses so many bytes more of a performer's drafts than there may be. Pictures
// that come at the same moment may pass it together, a few of them.
func (s storage) MayDraft(ctx context.Context, tx *db.Tx, performerID string, more int64) error {
	room, err := s.Drafts(ctx, tx, performerID)
	if err != nil || room.Used+more <= room.Allowed {
		return err
	}
	return fault.New(fault.Conflict, "Your drafts may take %s, and they take %s. Submit or delete some of them first.",
		inMB(room.Allowed), inMB(room.Used)).Coded("drafts_full").With("used", room.Used).With("allowed", room.Allowed)
}

// MayStore refuses so many bytes more than the disk has room for, beside the forms that are on
// their way to this node.
func (s storage) MayStore(more int64) error { return s.roomOnDisk(s.underWay.formBytes.Load() + more) }

// inMB is a size as the site writes it, rounded up.
func inMB(bytes int64) string { return strconv.FormatInt((bytes+1<<20-1)>>20, 10) + "MB" }

var errNoRoom = fault.New(fault.Unavailable, "This site has no room for files right now. Please try again later.").After(10 * time.Minute).Coded("disk_full")

// roomForForm refuses a form of a length that the disk has no room for, beside those on their
// way to this node and what was announced; done gives up its room. A form lies in the TempFolder
// until it is dealt with, while what it brings is stored: on this disk too, or in the object
// store, whither announced uploads go as well.
func (h *house) roomForForm(ctx context.Context, length int64) (done func(), err error) {
	if h.diskReserve() == 0 {
		return func() {}, nil
	}
	if h.storesHere() {
		length *= 2
	}
	more := h.underWay.formBytes.Add(length) // before anything is looked at: who comes now knows of it
	done = func() { h.underWay.formBytes.Add(-length) }
	if h.storesHere() {
		var coming int64
		coming, err = h.uploads.Coming(ctx)
		more += coming
	}
	if err == nil {
		err = h.roomOnDisk(more)
	}
	if err != nil {
		done()
		return nil, err
	}
	return done, nil
}

// storesHere reports whether files lie in the data folder, and not in an object store.
func (h *house) storesHere() bool { return h.cfg.ObjectURL == "" }

// uploadsReserve reports whether announced uploads have to leave room on this disk.
func (h *house) uploadsReserve() bool { return h.storesHere() && h.diskReserve() > 0 }

// roomOnDisk refuses to begin what would leave the disk less than the operator's reserve
// (diskReserveMB), with so many bytes more.
func (h *house) roomOnDisk(more int64) error {
	reserve := h.diskReserve()
	if reserve == 0 {
		return nil
	}
	free, err := h.diskFree()
	if err != nil {
		return err
	}
	if int64(min(free, math.MaxInt64))-max(more, 0) >= reserve {
		return nil
	}
	h.log.Warn("an upload was refused: the disk would have less than its reserve", "free", free, "reserve", reserve, "upload", more)
	return errNoRoom
}

// diskReserve is how many bytes uploads leave free on this node's disk; 0: the operator wants
// none.
func (h *house) diskReserve() int64 {
	return int64(h.settings.Get().DiskReserveMB) << 20
}

// mediaForms are the forms that may bring large files along.
var mediaForms = map[string]bool{"videos.create": true, "videos.change": true, "products.create": true, "products.change": true}

// aroundFiles is room for the fields of a form with files, in bytes.
const aroundFiles = 1 << 20

// formBound is how many bytes of a form are read; 0: as many as its route takes. A performer
// whose identity nobody has verified may send pictures and no large file: those are refused
// before they are read.
func (h *house) formBound(ctx context.Context, form api.Incoming) (maxBytes int64, err error) {
	if !mediaForms[form.Route] {
		return 0, nil
	}
	now := h.settings.Get()
	pictures := int64(now.PhotoMaxMB)<<20 + aroundFiles
	maxBytes = pictures + int64(now.DigitalFileMaxMB)<<20
	if form.Route == "videos.create" || form.Route == "videos.change" {
		maxBytes = pictures + int64(now.VideoMaxMB+now.TrailerMaxMB)<<20
	}
	if form.Length >= 0 && form.Length <= pictures {
		return maxBytes, nil
	}
	var verified bool
	err = h.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		verified, err = h.performers.Verified(ctx, tx, account.CallerFrom(ctx).ID)
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
