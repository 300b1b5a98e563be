package assets

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
)

// Purpose is what a medium is for, in the words of uploads.
type Purpose string

// The purposes.
const (
	VideoFile   Purpose = "video"
	TrailerFile Purpose = "trailer"
	DigitalFile Purpose = "digitalFile"
)

// Medium is a large file of an asset: a video, its trailer, or what a digital product is.
// Of each purpose there is at most one that was approved, which is the one that buyers
// get, and one that waits to replace it.
type Medium struct {
	ID         string       `db:"id"`
	AssetID    string       `db:"asset_id"`
	Purpose    Purpose      `db:"purpose"`
	UploadID   string       `db:"upload_id"`
	Name       string       `db:"name"`       // as the file was called
	Size       int64        `db:"size"`       // bytes as uploaded
	ConsentID  string       `db:"consent_id"` // the declaration that covers it; empty: none yet
	ApprovedAt time.Time    `db:"approved_at"`
	CreatedAt  time.Time    `db:"created_at"`
	State      *MediumState // of what is watched; nil: not asked for
}

// MediumState is what is there of a medium that is watched.
type MediumState struct {
	Status      MediumStatus `json:"status" enum:"waiting,working,playable,done,refused,failed,unavailable" doc:"playable: the first rendition is there; refused: the file is at fault, for good; failed: the site is; unavailable: it cannot make videos now"`
	Progress    int          `json:"progress" minimum:"0" maximum:"100" doc:"of what is played first, and then of the rest"`
	Reason      string       `json:"reason,omitempty" doc:"why it was refused or failed, in words for people"`
	IsRetryable bool         `json:"isRetryable"`
	DurationMS  int64        `json:"durationMs"`
	Width       int          `json:"width" doc:"as it is shown, in pixels"`
	Height      int          `json:"height"`
	HasSound    bool         `json:"hasSound"`
	HasPoster   bool         `json:"hasPoster"`
	Renditions  []int        `json:"renditions" doc:"the shorter sides of what can be played, in pixels, largest first"`
}

// MediumStatus says how far a medium is.
type MediumStatus string

// The statuses.
const (
	MediumWaiting     MediumStatus = "waiting"
	MediumWorking     MediumStatus = "working"
	MediumPlayable    MediumStatus = "playable"
	MediumDone        MediumStatus = "done"
	MediumRefused     MediumStatus = "refused"
	MediumFailed      MediumStatus = "failed"
	MediumUnavailable MediumStatus = "unavailable"
)

// canPlay reports whether there is something to watch.
func (m Medium) canPlay() bool {
	return m.State != nil && (m.State.Status == MediumPlayable || m.State.Status == MediumDone)
}

// AssetMedia are the large files of assets: added, approved, replaced and given up.
type AssetMedia struct{ *core }

// checkMedium looks into an upload before it becomes a medium; what is one of the asset's
// already was looked into then.
func (s *AssetMedia) checkMedium(ctx context.Context, assetID, performerID string, purpose Purpose, uploadID string) error {
	isIn := false
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		_, isIn, err = mediumOf(ctx, tx, assetID, purpose, uploadID)
		return err
	})
	if err != nil || isIn {
		return err
	}
	return s.Media.Check(ctx, performerID, purpose, uploadID)
}

// mediumOf is the medium of an asset that an upload has become, if it has.
func mediumOf(ctx context.Context, tx *db.Tx, assetID string, purpose Purpose, uploadID string) (Medium, bool, error) {
	list, err := selectMedia(ctx, tx, assetID)
	i := slices.IndexFunc(list, func(m Medium) bool { return m.Purpose == purpose && m.UploadID == uploadID })
	if err != nil || i < 0 {
		return Medium{}, false, err
	}
	return list[i], true, nil
}

// addMedium makes a finished upload the asset's medium of a purpose, instead of one that
// waits already. An asset that was approved waits for its people to be declared, and for
// the review; its buyers keep the medium that was approved. An upload that is the asset's
// already stays as it is: who asks again did not hear the answer, or has a second page open.
func (s *AssetMedia) addMedium(ctx context.Context, tx *db.Tx, a *Asset, purpose Purpose, uploadID string) (m Medium, err error) {
	if !slices.Contains(a.rules().media, purpose) {
		return m, fault.Field(string(purpose)+"UploadId", "This has no such file")
	}
	if err := a.Product.takesFile(purpose); err != nil {
		return m, err
	}
	// Looked for once more with the asset's row locked: another page may have been faster.
	if m, isIn, err := mediumOf(ctx, tx, a.ID, purpose, uploadID); err != nil || isIn {
		return m, err
	}
	now := s.Now()
	m, err = s.Media.Take(ctx, tx, Medium{ID: id.New(now), AssetID: a.ID, Purpose: purpose, UploadID: uploadID, CreatedAt: now}, a.PerformerID)
	if err != nil {
		return m, err
	}
	if err := s.dropWhere(ctx, tx, a.ID, func(old Medium) bool { return old.Purpose == purpose && old.ApprovedAt.IsZero() }); err != nil {
		return m, err
	}
	if err := insertMedium(ctx, tx, m); err != nil {
		return m, err
	}
	a.Version++
	a.reopen(s.Now()) // reviewed or not: its people are to be declared
	return m, nil
}

func (p Purpose) watched() bool { return p == VideoFile || p == TrailerFile }

// RemoveMedium takes a medium out of an asset: one that waits, or a trailer. What buyers
// have can only be replaced: ErrLastMedium; so can the only file of what is reviewed:
// ErrOnlyMedium.
func (s *AssetMedia) RemoveMedium(ctx context.Context, performerID, assetID, mediumID string) error {
	return s.changeMedium(ctx, performerID, assetID, mediumID, func(ctx context.Context, tx *db.Tx, a *Asset, list []Medium, m Medium) error {
		switch {
		case m.Purpose == TrailerFile:
		case !m.ApprovedAt.IsZero():
			return ErrLastMedium
		case a.Status == Pending && !slices.ContainsFunc(list, func(other Medium) bool { return other.ID != m.ID && other.Purpose == m.Purpose }):
			return ErrOnlyMedium
		}
		a.Version++ // staff decide of what they have seen
		return s.dropWhere(ctx, tx, a.ID, func(one Medium) bool { return one.ID == m.ID })
	})
}

// RetryMedium lets a medium that failed be worked on again.
func (s *AssetMedia) RetryMedium(ctx context.Context, performerID, assetID, mediumID string) error {
	return s.changeMedium(ctx, performerID, assetID, mediumID, func(ctx context.Context, tx *db.Tx, _ *Asset, _ []Medium, m Medium) error {
		return s.Media.Retry(ctx, tx, m.ID)
	})
}

// changeMedium is change with a medium of the asset's, and with all that it has.
func (s *AssetMedia) changeMedium(
	ctx context.Context, performerID, assetID, mediumID string, fn func(ctx context.Context, tx *db.Tx, a *Asset, list []Medium, m Medium) error,
) error {
	_, err := s.change(ctx, performerID, assetID, func(ctx context.Context, tx *db.Tx, a *Asset) error {
		list, err := selectMedia(ctx, tx, a.ID)
		i := slices.IndexFunc(list, func(m Medium) bool { return m.ID == mediumID })
		if err != nil || i < 0 {
			return cmp.Or[error](err, ErrNoMedium)
		}
		return fn(ctx, tx, a, list, list[i])
	})
	return err
}

// OfMedium is the asset that a medium is part of, or ErrNone.
func (s *AssetMedia) OfMedium(ctx context.Context, mediumID string) (a Asset, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		assetID, err := selectAssetOf(ctx, tx, mediumID)
		if err == nil {
			a, err = selectAsset(ctx, tx, assetID, "")
		}
		return err
	})
	if errors.Is(err, db.ErrNone) {
		err = ErrNone
	}
	return a, err
}

// approveMedia lets buyers have the media that waited, instead of those they had.
func (s *AssetMedia) approveMedia(ctx context.Context, tx *db.Tx, a *Asset, at time.Time) error {
	list, err := selectMedia(ctx, tx, a.ID)
	if err != nil {
		return err
	}
	for _, fresh := range list {
		if !fresh.ApprovedAt.IsZero() {
			continue
		}
		if err := s.dropWhere(ctx, tx, a.ID, func(old Medium) bool { return old.Purpose == fresh.Purpose && !old.ApprovedAt.IsZero() }); err != nil {
			return err
		}
		if err := approveMedium(ctx, tx, fresh.ID, at); err != nil {
			return err
		}
	}
	return nil
}

// dropMedia gives up the media of an asset that is removed: all of them, or those that no
// buyer may have.
func (s *AssetMedia) dropMedia(ctx context.Context, tx *db.Tx, a *Asset, sold bool) error {
	return s.dropWhere(ctx, tx, a.ID, func(m Medium) bool { return !sold || m.ApprovedAt.IsZero() })
}

func (s *AssetMedia) dropWhere(ctx context.Context, tx *db.Tx, assetID string, fits func(Medium) bool) error {
	list, err := selectMedia(ctx, tx, assetID)
	if err != nil {
		return err
	}
	for _, m := range list {
		if !fits(m) {
			continue
		}
		if err := deleteMedium(ctx, tx, m.ID); err != nil {
			return err
		}
		if err := s.Media.Drop(ctx, tx, m); err != nil {
			return err
		}
	}
	return nil
}
