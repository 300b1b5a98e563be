package performer

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// IdentitySubmitted is published when a performer has handed in documents. The
// files are private.
type IdentitySubmitted struct {
	PerformerID  string `json:"performerId"`
	SubmittedBy  string `json:"submittedBy"`
	IDFile       string `json:"idFile"`
	DocumentFile string `json:"documentFile"`
}

func (IdentitySubmitted) EventName() string { return "performer.identity_submitted" }

// Documents are the two documents of an identity check (spec §3).
type Documents struct {
	ID       api.File
	Document api.File
}

func (d Documents) validate() error {
	if !d.ID.IsSet {
		return fault.Missing("idVerification")
	}
	if !d.Document.IsSet {
		return fault.Missing("documentVerification")
	}
	return nil
}

func (d Documents) uploads() []files.Upload {
	return []files.Upload{{Field: "idVerification", File: d.ID}, {Field: "documentVerification", File: d.Document}}
}

// Submit hands in documents again, after a rejection or before the old ones expire.
// It is ErrIsVerified while the verified ones are valid for another month.
func (s *Verification) Submit(ctx context.Context, performerID string, documents Documents) (Performer, error) {
	if err := documents.validate(); err != nil {
		return Performer{}, err
	}
	var p Performer
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error { return s.admitDocuments(ctx, tx, performerID) })
	if err == nil {
		err = s.Limiter.Allow(ctx, documentsRate, performerID)
	}
	if err != nil { // before the work that files take
		return p, err
	}
	err = s.Files.WithDocuments(ctx, performerID, documents.uploads(), func(ctx context.Context, tx *db.Tx, kept []string) error {
		if err := s.admitDocuments(ctx, tx, performerID); err != nil {
			return err
		}
		if err := s.submit(ctx, tx, performerID, performerID, kept); err != nil {
			return err
		}
		p, err = s.load(ctx, tx, performerID)
		return err
	})
	return p, err
}

// admitDocuments refuses documents of a performer that needs none.
func (s *Verification) admitDocuments(ctx context.Context, tx *db.Tx, performerID string) error {
	v, err := selectVerification(ctx, tx, performerID)
	if err == nil && v.state == Verified && (v.until.IsZero() || s.Now().Before(v.until.AddDate(0, -1, 0))) {
		return ErrIsVerified
	}
	return err
}

// submit marks the performer as waiting and tells moderation. A verified
// performer stays so until the new documents are decided.
func (s *Verification) submit(ctx context.Context, tx *db.Tx, performerID, by string, kept []string) error {
	v, err := selectVerification(ctx, tx, performerID)
	if err != nil {
		return err
	}
	if v.state != Verified || v.expired(s.Now()) {
		err = updateVerification(ctx, tx, performerID, Submitted, "", time.Time{}, s.Now())
	} else {
		err = markRenewing(ctx, tx, performerID)
	}
	if err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, IdentitySubmitted{
		PerformerID: performerID, SubmittedBy: by, IDFile: kept[0], DocumentFile: kept[1],
	})
}

type documentsInput struct {
	RawBody api.Form[documentsForm]
}

type documentsForm struct {
	ID       api.File `form:"idVerification" required:"true"`
	Document api.File `form:"documentVerification" required:"true"`
}

func (s *Verification) documents(ctx context.Context, in *documentsInput) (Performer, error) {
	f := in.RawBody.Data()
	return s.Submit(ctx, account.CallerFrom(ctx).ID, Documents{ID: f.ID, Document: f.Document})
}
