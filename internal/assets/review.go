package assets

import (
	"cmp"
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sanitize"
)

// approvedOften is how many approvals make a performer one whose assets are no longer
// reviewed under ReviewNew.
const approvedOften = 3

// Review is the way of an asset to the shop: submitted, decided by staff, on sale at its time.
type Review struct {
	*core
	media  *AssetMedia
	videos *Videos
}

// Submit declares the people in an asset and asks for it to be sold: it waits for the
// review, or is on sale, at once or at its time. One that waits already is submitted
// again when photos or media were added since.
func (s *Review) Submit(ctx context.Context, performerID, assetID string, c Consents) (Asset, error) {
	c, err := c.Checked()
	if err != nil {
		return Asset{}, err
	}
	if err := s.videos.usePoster(ctx, performerID, assetID); err != nil {
		return Asset{}, err
	}
	return s.change(ctx, performerID, assetID, func(ctx context.Context, tx *db.Tx, a *Asset) error {
		if err := s.maySubmit(ctx, tx, a); err != nil {
			return err
		}
		now := s.Now()
		if err := a.become(submit); err != nil {
			return err
		}
		a.Version++
		a.SubmittedAt = now
		if err := insertConsents(ctx, tx, id.New(now), a, c, now); err != nil {
			return err
		}
		reviewed, err := s.reviewed(ctx, tx, performerID)
		if err != nil || reviewed {
			return err
		}
		rejected, err := lastRejected(ctx, tx, a.ID)
		if err != nil || rejected {
			return err // what staff rejected only staff approve, whatever the setting says by now
		}
		return s.accept(ctx, tx, a)
	})
}

func (s *Review) maySubmit(ctx context.Context, tx *db.Tx, a *Asset) error {
	if err := a.may(submit); err != nil {
		return err
	}
	if err := s.maySell(ctx, tx, a.PerformerID); err != nil {
		return err
	}
	if err := s.isWhole(ctx, tx, a); err != nil {
		return err
	}
	if a.Status != Pending {
		return nil
	}
	undeclared, err := countUndeclared(ctx, tx, a.ID)
	if err == nil && undeclared == 0 {
		return ErrWaits
	}
	return err
}

// isWhole refuses an asset that lacks something its buyers get.
func (s *Review) isWhole(ctx context.Context, tx *db.Tx, a *Asset) error {
	if err := s.videos.mayWatch(ctx, tx, a); err != nil {
		return err
	}
	if n, err := countPhotos(ctx, tx, a.ID); err != nil || n == 0 {
		return cmp.Or[error](err, ErrEmpty)
	}
	return maySubmitProduct(ctx, tx, a)
}

// Reviewed reports whether staff look at what a performer sells before it is shown; it fails with ErrMayNot for who may
// not sell.
func (s *Review) Reviewed(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	if err := s.maySell(ctx, tx, performerID); err != nil {
		return false, err
	}
	return s.reviewed(ctx, tx, performerID)
}

// accept lets a pending asset be sold: now, or when its time comes. It fails as a submission
// does when there is nothing to sell by now.
func (s *Review) accept(ctx context.Context, tx *db.Tx, a *Asset) error {
	if err := a.may(approve); err != nil {
		return err
	}
	now := s.Now()
	if n, err := countUndeclared(ctx, tx, a.ID); err != nil || n > 0 {
		return cmp.Or[error](err, ErrConsents.With("undeclared", n))
	}
	if err := s.isWhole(ctx, tx, a); err != nil { // a file may have failed since it was submitted
		return err
	}
	before, err := replacePicture(ctx, tx, a)
	if err != nil {
		return err
	}
	a.replaced = append(a.replaced, before...)
	if err := approvePhotos(ctx, tx, a.ID, now); err != nil {
		return err
	}
	if err := s.media.approveMedia(ctx, tx, a, now); err != nil {
		return err
	}
	a.ShownTitle = a.Title
	if a.PublishAt.After(now) {
		a.Status = Inactive
		return nil
	}
	a.Status, a.PublishAt = Active, time.Time{}
	if a.PublishedAt.IsZero() {
		a.PublishedAt = now
	}
	return nil
}

// Submission is an asset that waits, with what was declared, its photos and its media,
// the new ones first.
type Submission struct {
	Asset
	Seller    Seller
	Declared  Declaration
	Photos    []Photo
	Media     []Medium
	Approvals int // of the performer's assets so far
}

// Queue is a page of what waits for a decision, the oldest submission first. What has
// photos or media whose people are not declared waits for its performer, not for staff.
func (s *Review) Queue(ctx context.Context, offset, limit int) (list []Submission, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		waiting, n, err := selectQueue(ctx, tx, offset, limit)
		if err != nil {
			return err
		}
		list, total = []Submission{}, n
		for _, a := range waiting {
			one := Submission{Asset: a}
			if one.Seller, err = selectSeller(ctx, tx, a.PerformerID); err != nil {
				return err
			}
			if one.Declared, err = selectDeclaration(ctx, tx, a.ID); err != nil {
				return err
			}
			if one.Photos, err = selectNewestPhotos(ctx, tx, a.ID); err != nil {
				return err
			}
			if one.Media, err = selectMedia(ctx, tx, a.ID); err != nil {
				return err
			}
			if err := s.states(ctx, tx, one.Media); err != nil {
				return err
			}
			if one.Approvals, err = countApprovals(ctx, tx, a.PerformerID); err != nil {
				return err
			}
			list = append(list, one)
		}
		return nil
	})
	return list, total, err
}

// Decide approves a submission, or rejects it for a reason that its performer is told.
// version is the one that staff have seen: ErrVersion for another one by now, and for one
// that somebody has decided.
func (s *Review) Decide(ctx context.Context, assetID string, version int64, approved bool, reason string) (a Asset, err error) {
	reason = sanitize.Line(reason)
	least := 1
	if approved {
		least = 0
	}
	if err := fault.Length("reason", reason, least, maxReason); err != nil {
		return a, err
	}
	if !id.Valid(assetID) {
		return a, ErrNone
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if a, err = selectAsset(ctx, tx, assetID, tx.Fragment(db.ForUpdate)); err != nil || a.Status == Removed {
			return cmp.Or[error](unlessNone(err), ErrNone)
		}
		if a.Status != Pending || a.Version != version {
			return ErrVersion
		}
		if err := s.decide(ctx, tx, &a, approved, reason); err != nil {
			return err
		}
		return updateAsset(ctx, tx, a)
	})
	if err == nil {
		s.dropReplaced(ctx, a)
	}
	return a, err
}

func (s *Review) decide(ctx context.Context, tx *db.Tx, a *Asset, approved bool, reason string) error {
	now, decision, act := s.Now(), "rejected", assetRejected
	a.UpdatedAt = now
	if approved {
		decision, act = "approved", assetApproved
		if err := s.accept(ctx, tx, a); err != nil {
			return err
		}
	} else {
		if err := a.become(reject); err != nil {
			return err
		}
		a.RejectReason = reason
	}
	by := account.CallerFrom(ctx).ID
	if err := insertReview(ctx, tx, id.New(now), a, decision, reason, by, now); err != nil {
		return err
	}
	if err := s.Audit.Record(ctx, tx, audit.Act{Action: act, Subject: "asset:" + a.ID, Reason: reason}); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Decided{
		AssetID: a.ID, Kind: a.Kind, PerformerID: a.PerformerID, Title: a.Title, Approved: approved, Status: a.Status, Reason: reason,
	})
}

// maxAtOnce is how much one run of a job deals with.
const maxAtOnce = 200

// PublishDue puts on sale what waits for a time that has come, of those who may sell. It
// is a job; two nodes that run it at once put each one on sale once.
func (s *Review) PublishDue(ctx context.Context) error {
	var due []string
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		due, err = selectDue(ctx, tx, s.Now(), maxAtOnce)
		return err
	})
	if err != nil {
		return err
	}
	for _, assetID := range due {
		if err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.publishOne(ctx, tx, assetID) }); err != nil {
			return err
		}
	}
	return nil
}

func (s *Review) publishOne(ctx context.Context, tx *db.Tx, assetID string) error {
	a, err := selectAsset(ctx, tx, assetID, tx.Fragment(db.ForUpdate))
	if err != nil {
		return unlessNone(err)
	}
	if a.Status != Inactive || a.PublishAt.IsZero() || a.PublishAt.After(s.Now()) {
		return nil // somebody was faster
	}
	if ok, err := s.Performers.MaySell(ctx, tx, a.PerformerID); err != nil || !ok {
		return err
	}
	if err := a.sell(publish, s.Now()); err != nil {
		return err
	}
	a.UpdatedAt = s.Now()
	if err := updateAsset(ctx, tx, a); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Published{AssetID: a.ID, Kind: a.Kind, PerformerID: a.PerformerID})
}
