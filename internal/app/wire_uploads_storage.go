package app

import (
	"context"
	"strconv"

	"limelight/internal/assets"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/settings"
	"limelight/internal/transcoding"
	"limelight/internal/uploads"
)

// lateStorage is storage in the words of uploads, which are among what it counts.
type lateStorage struct{ storage *Late[storage] }

func (l lateStorage) Drafts(ctx context.Context, tx *db.Tx, performerID string) (uploads.Room, error) {
	return l.storage.Get().Drafts(ctx, tx, performerID)
}

func (l lateStorage) MayDraft(ctx context.Context, tx *db.Tx, performerID string, more int64) error {
	return l.storage.Get().MayDraft(ctx, tx, performerID, more)
}

func (l lateStorage) MayStore(more int64) error { return l.storage.Get().MayStore(more) }

// storage bounds what performers keep here, in the words of uploads and assets.
type storage struct {
	settings *settings.Service
	uploads  *uploads.Service
	assets   *assets.Service
	videos   *transcoding.Service
	open     *openUploads
	disk     disk
}

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
func (s storage) MayStore(more int64) error { return s.disk.admit(s.open.formBytes.Load() + more) }

// inMB is a size as the site writes it, rounded up.
func inMB(bytes int64) string { return strconv.FormatInt((bytes+1<<20-1)>>20, 10) + "MB" }
