package performer

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
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
