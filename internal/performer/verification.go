package performer

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// Verification is whether the identity of a performer is proved.
type Verification struct{ *core }

// The states of verification.
const (
	None      = "none"
	Submitted = "submitted"
	Verified  = "verified"
	Rejected  = "rejected"
	Expired   = "expired" // in the table: none, with the day it was verified until
)

// IdentitySubmitted is published when a performer has handed in documents. The
// files are private.
type IdentitySubmitted struct {
	PerformerID  string `json:"performerId"`
	SubmittedBy  string `json:"submittedBy"`
	IDFile       string `json:"idFile"`
	DocumentFile string `json:"documentFile"`
}

// EventName names the event on the bus.
func (IdentitySubmitted) EventName() string { return "performer.identity_submitted" }

// Verified reports whether the performer's identity is verified and the document
// still valid.
func (s *Verification) Verified(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	err := s.identity(ctx, tx, performerID)
	if err == nil {
		return true, nil
	}
	return false, expected(err, ErrAbsent, ErrNoDocuments, ErrInReview, ErrRejected, ErrExpired)
}

// CanGoLive returns nil, or the first reason why the performer may not publish:
// ErrAbsent, ErrSuspended, ErrInactive, ErrNoMail, ErrNoDocuments, ErrInReview, ErrRejected,
// ErrExpired or ErrTooYoung (docs/behaviours: going live).
func (s *Verification) CanGoLive(ctx context.Context, tx *db.Tx, performerID string) error {
	a, err := s.person(ctx, tx, performerID)
	switch {
	case err != nil:
		return err
	case a.Status == account.StatusSuspended:
		return ErrSuspended
	case a.Status != account.StatusActive:
		return ErrInactive
	case !a.EmailVerified:
		return ErrNoMail
	case !adult(a.DateOfBirth, s.Now()):
		return ErrTooYoung
	}
	return s.identity(ctx, tx, performerID)
}

// identity returns nil while the performer's documents are in order.
func (s *Verification) identity(ctx context.Context, tx *db.Tx, performerID string) error {
	v, err := selectVerification(ctx, tx, performerID)
	if err != nil {
		return err
	}
	switch {
	case v.state == None && !v.until.IsZero():
		return ErrExpired
	case v.state == None:
		return ErrNoDocuments
	case v.state == Submitted:
		return ErrInReview
	case v.state == Rejected:
		return ErrRejected
	case v.expired(s.Now()):
		return ErrExpired
	}
	return nil
}

// SetVerification records the decision of moderation. until is the day the
// document expires; zero means it does not.
func (s *Verification) SetVerification(ctx context.Context, tx *db.Tx, performerID string, verified bool, reason string, until time.Time) error {
	state := Rejected
	if verified {
		state = Verified
	}
	if err := updateVerification(ctx, tx, performerID, state, reason, until, s.Now()); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Changed{performerID})
}

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
	err = s.withDocuments(ctx, performerID, documents, func(ctx context.Context, tx *db.Tx, k kept) error {
		if err := s.admitDocuments(ctx, tx, performerID); err != nil {
			return err
		}
		if err := s.submit(ctx, tx, performerID, performerID, k); err != nil {
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

// kept is a set of documents that files holds.
type kept struct{ id, document string }

// ownerBefore owns documents until the account they belong to has been made.
const ownerBefore = "registration"

// withDocuments keeps the documents, runs fn in a transaction and drops them again when
// fn fails.
func (s *Verification) withDocuments(ctx context.Context, ownerID string, d Documents, fn func(context.Context, *db.Tx, kept) error) error {
	var k kept
	err := func() (err error) {
		if k.id, err = s.keepDocument(ctx, ownerID, "idVerification", d.ID); err != nil {
			return err
		}
		if k.document, err = s.keepDocument(ctx, ownerID, "documentVerification", d.Document); err != nil {
			return err
		}
		return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return fn(ctx, tx, k) })
	}()
	if err == nil {
		return nil
	}
	for _, one := range []string{k.id, k.document} {
		if one != "" {
			err = errors.Join(err, s.Files.Delete(context.WithoutCancel(ctx), one))
		}
	}
	return err
}

func (s *Verification) keepDocument(ctx context.Context, ownerID, field string, f api.File) (string, error) {
	file, err := s.Files.SaveDocument(ctx, ownerID, f.Filename, f, files.Limits{})
	return file.ID, ofField(field, err)
}

// ofField says which field's file was refused.
func ofField(field string, err error) error {
	if f, ok := errors.AsType[*fault.Fault](err); ok && f.Kind == fault.Invalid && len(f.Fields) == 0 {
		return f.At(field, "file")
	}
	return err
}

// submit marks the performer as waiting and tells moderation. A verified
// performer stays so until the new documents are decided.
func (s *Verification) submit(ctx context.Context, tx *db.Tx, performerID, by string, k kept) error {
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
		PerformerID: performerID, SubmittedBy: by, IDFile: k.id, DocumentFile: k.document,
	})
}

func (v verification) expired(now time.Time) bool {
	return !v.until.IsZero() && !now.Before(v.until)
}

func adult(born string, now time.Time) bool {
	day, err := time.Parse(time.DateOnly, born)
	return err == nil && account.Adult(day, now)
}

// expected turns one of the given refusals into nil.
func expected(err error, refusals ...error) error {
	for _, one := range refusals {
		if errors.Is(err, one) {
			return nil
		}
	}
	return err
}

type verification struct {
	state string
	until time.Time
}

func scanVerification(r db.Row) (v verification, err error) {
	var until int64
	err = r.Scan(&v.state, &until)
	v.until = db.Time(until)
	return v, err
}

// selectVerification reads the state of the documents.
func selectVerification(ctx context.Context, tx *db.Tx, performerID string) (verification, error) {
	v, err := db.One(ctx, tx, scanVerification, `
		SELECT verification, verified_until FROM performers WHERE id = $1`, performerID)
	return v, none(err)
}

func updateVerification(ctx context.Context, tx *db.Tx, performerID, state, reason string, until, now time.Time) error {
	return touched(db.Exec(ctx, tx, `
		UPDATE performers
		SET verification = $2, verification_reason = $3, verified_until = $4, verification_at = $5, updated_at = $5,
			listed = ($6 AND active), expiry_told = 0, renewing = FALSE
		WHERE id = $1`,
		performerID, state, reason, db.Millis(until), db.Millis(now), state == Verified))
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
