package assets

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/files"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/ttlcache"
)

const (
	sentFor = 2 * time.Second // who was let have a picture may have it so long without being asked about
	maxSent = 20_000          // such pictures; of those beyond them each request is asked about
)

// sentPhoto is one variant for one viewer: what is seen in one country may not be in another.
type sentPhoto struct {
	viewerID string
	role     account.Role
	country  string
	photoID  string
	variant  files.Variant
}

// Rights decide who gets the bytes of photos and videos.
type Rights struct {
	*core
	looks *ttlcache.Cache[look, struct{}]
	sent  *ttlcache.Cache[sentPhoto, string]
}

// PhotoFile implements files.PhotoRights: it is the one place that decides who gets the
// bytes of a photo. A picture that is sold is for its owner, for admins, and for members
// who own what it is part of and are not blocked; its blur, and the pictures of what is
// sold without them, are for everybody who may see that the asset is on sale. Sending a
// buyer a picture that was sold is a delivery, and is noted first. What was sent is sent
// again for two seconds (store.md: access ends within five); each look of staff is noted.
func (s *Rights) PhotoFile(ctx context.Context, photoID string, v files.Variant, method string) (fileID string, err error) {
	if !id.Valid(photoID) {
		return "", files.ErrNone
	}
	viewer, now := account.CallerFrom(ctx), s.Now()
	one := sentPhoto{viewer.ID, viewer.Role, viewer.Country, photoID, v}
	if fileID, found := s.sent.Get(one, now); found {
		return fileID, nil
	}
	var p Photo
	var a Asset
	var sees bool
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if p, err = selectPhoto(ctx, tx, photoID); err != nil {
			return err
		}
		if a, err = selectAsset(ctx, tx, p.AssetID, ""); err != nil {
			return err
		}
		sees, err = s.seesPhoto(ctx, tx, viewer, a, p, v)
		return err
	})
	if err == nil && sees && v != files.Blur {
		err = s.noteSent(ctx, viewer, a, p, v, method)
	}
	if err != nil || !sees {
		return "", cmp.Or[error](unlessNone(err), files.ErrNone)
	}
	if method != http.MethodHead && viewer.Role != account.Admin {
		s.sent.Put(one, p.FileID, now)
	}
	return p.FileID, nil
}

func (s *Rights) seesPhoto(ctx context.Context, tx *db.Tx, viewer account.Caller, a Asset, p Photo, v files.Variant) (bool, error) {
	switch {
	case viewer.Role == account.Admin:
		return true, nil
	case viewer.Role == account.Performer && viewer.ID == a.PerformerID && a.Status != Removed && p.RemovedAt.IsZero():
		return true, nil
	case p.ApprovedAt.IsZero():
		return false, nil
	}
	if (v == files.Blur || !a.rules().sellsPhotos) && a.Status == Active && p.RemovedAt.IsZero() {
		if admits, err := s.Performers.Admits(ctx, tx, a.PerformerID, viewer); err != nil || admits {
			return admits, err
		}
	}
	since, err := s.ownedSince(ctx, tx, viewer, a)
	if err != nil || since.IsZero() || !p.soldTo(since) {
		return false, err
	}
	hides, err := s.Performers.Hides(ctx, tx, a.PerformerID, viewer)
	return !hides && err == nil, err
}

// soldTo reports whether the photo was part of the gallery for who bought it at an
// instant: one that was taken out stays with those who had bought it by then.
func (p Photo) soldTo(since time.Time) bool {
	return p.RemovedAt.IsZero() || !p.RemovedAt.Before(since)
}

// noteSent writes down that a picture goes out: the delivery to its buyer, after which
// the purchase cannot be undone, and the look of staff. Cards of what waits for the
// review are on record with the queue that shows them.
func (s *Rights) noteSent(ctx context.Context, viewer account.Caller, a Asset, p Photo, v files.Variant, method string) error {
	switch {
	case method == http.MethodHead:
		return nil // no byte of it
	case viewer.Role == account.Member && a.rules().sellsPhotos:
		deliver := s.Purchases.Deliver
		if v == files.CardSize {
			var coverID string
			err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
				coverID, err = selectShownCover(ctx, tx, a.ID)
				return err
			})
			if err != nil {
				return err
			}
			if p.ID == coverID {
				deliver = s.Purchases.DeliverCover // as it is seen in the library
			}
		}
		if ok, err := deliver(ctx, viewer.ID, a.Kind, a.ID); err != nil || !ok {
			return cmp.Or[error](err, files.ErrNone)
		}
	case viewer.Role == account.Admin && (a.Status != Pending || v != files.CardSize):
		return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return s.Audit.Record(ctx, tx, audit.Act{Action: photoViewed, Subject: "photo:" + p.ID})
		})
	}
	return nil
}

// ownedSince is when the viewer bought the asset that they have; zero: they have not, or
// staff ended their access.
func (s *Rights) ownedSince(ctx context.Context, tx *db.Tx, viewer account.Caller, a Asset) (time.Time, error) {
	if viewer.Role != account.Member || a.hasEnded() {
		return time.Time{}, nil
	}
	return s.Purchases.OwnedSince(ctx, tx, viewer.ID, a.Kind, a.ID)
}
