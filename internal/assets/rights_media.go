package assets

import (
	"cmp"
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// Watching is what somebody may watch now.
type Watching struct {
	MediumID   string
	Version    int64 // another one when the right was given anew
	DurationMS int64
	Captions   []CaptionFile // of a video, not of its trailer
}

// CaptionFile is a caption and where it lies in the blob store.
type CaptionFile struct {
	Caption
	Key string
}

// Watch is the one place that decides who watches what of a video; ErrNone for who may not.
// Its performer and staff may: what waits to be approved, once there is something to watch
// of it, instead of what was. Members who own it and are not blocked watch what was
// approved. A trailer that was approved is for everybody whom the performer admits as long
// as the video is on sale, and for those who own it.
func (s *Rights) Watch(ctx context.Context, viewer account.Caller, assetID string, purpose Purpose) (w Watching, err error) {
	if !id.Valid(assetID) || !purpose.watched() {
		return w, ErrNone
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		w, err = s.watch(ctx, tx, viewer, assetID, purpose)
		return err
	})
	return w, err
}

func (s *Rights) watch(ctx context.Context, tx *db.Tx, viewer account.Caller, assetID string, purpose Purpose) (w Watching, err error) {
	a, err := selectAsset(ctx, tx, assetID, "")
	if err != nil || a.Kind != Video {
		return w, cmp.Or[error](unlessNone(err), ErrNone)
	}
	looks := looksAfter(viewer, a)
	if !looks {
		since, err := s.watchesSince(ctx, tx, viewer, a, purpose)
		if err != nil || since.IsZero() {
			return w, cmp.Or[error](err, ErrNone)
		}
		w.Version = since.UnixMilli()
	}
	list, err := selectMedia(ctx, tx, a.ID)
	if err != nil {
		return w, err
	}
	if err := s.states(ctx, tx, list); err != nil {
		return w, err
	}
	for _, m := range list { // those that wait come first
		if m.Purpose != purpose || !m.canPlay() || m.ApprovedAt.IsZero() && !looks {
			continue
		}
		w.MediumID, w.DurationMS = m.ID, m.State.DurationMS
		if purpose == VideoFile {
			w.Captions, err = captionFiles(ctx, tx, a.ID)
		}
		return w, err
	}
	return w, ErrNone
}

// looksAfter reports whether the asset is the viewer's, or the viewer is staff.
func looksAfter(viewer account.Caller, a Asset) bool {
	return viewer.Role == account.Admin || viewer.Role == account.Performer && viewer.ID == a.PerformerID && a.Status != Removed
}

// watchesSince is when the right began that the viewer has now; zero: they have none. That
// to a trailer without a purchase has always been.
func (s *Rights) watchesSince(ctx context.Context, tx *db.Tx, viewer account.Caller, a Asset, purpose Purpose) (since time.Time, err error) {
	if purpose == TrailerFile && a.Status == Active {
		if admits, err := s.Performers.Admits(ctx, tx, a.PerformerID, viewer); err != nil || admits {
			return time.UnixMilli(1), err
		}
	}
	since, err = s.ownedSince(ctx, tx, viewer, a)
	if err != nil || since.IsZero() {
		return time.Time{}, err
	}
	if hides, err := s.Performers.Hides(ctx, tx, a.PerformerID, viewer); err != nil || hides {
		return time.Time{}, err
	}
	return since, nil
}

func captionFiles(ctx context.Context, tx *db.Tx, assetID string) ([]CaptionFile, error) {
	list, err := selectCaptions(ctx, tx, assetID)
	found := make([]CaptionFile, len(list))
	for i, c := range list {
		found[i] = CaptionFile{c, captionKey(assetID, c.ID)}
	}
	return found, err
}

// DeliverVideo notes that bytes of a video go to a viewer who may Watch it, and reports
// whether they may: a delivery to its buyer, after which the purchase cannot be undone, and
// the look of staff.
func (s *Rights) DeliverVideo(ctx context.Context, viewer account.Caller, assetID string) (bool, error) {
	var a Asset
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		a, err = selectAsset(ctx, tx, assetID, "")
		return err
	})
	switch {
	case errors.Is(err, db.ErrNone):
		return false, nil
	case err != nil:
		return false, err
	case viewer.Role == account.Admin:
		return true, s.noteLook(ctx, viewer, a)
	case looksAfter(viewer, a):
		return true, nil
	case viewer.Role != account.Member || a.hasEnded():
		return false, nil
	}
	return s.Purchases.Deliver(ctx, viewer.ID, a.Kind, a.ID)
}

// lookedEvery is how exactly it is on record when staff watched a video.
const lookedEvery = 10 * time.Minute

// maxLooks are remembered, when staff watched what; beyond them each one is on record anew.
const maxLooks = 1_000

// look is one admin's, at one asset.
type look struct{ adminID, assetID string }

// noteLook puts on record that an admin watches a video.
func (s *Rights) noteLook(ctx context.Context, viewer account.Caller, a Asset) error {
	l, now := look{viewer.ID, a.ID}, s.Now()
	if _, noted := s.looks.Get(l, now); noted {
		return nil
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Audit.Record(ctx, tx, audit.Act{Action: videoViewed, Subject: "asset:" + a.ID})
	})
	if err == nil {
		s.looks.Put(l, struct{}{}, now)
	}
	return err
}
