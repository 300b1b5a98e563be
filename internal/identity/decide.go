package identity

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/sanitize"
)

// Verify decides that the person is who they say. It is ErrDecided the second
// time and ErrOwnCheck for whoever handed the documents in.
func (s *Service) Verify(ctx context.Context, checkID string, d Document, reason string) (Check, error) {
	d.LegalName, d.Number = sanitize.Line(d.LegalName), sanitize.Reference(d.Number)
	sealed, err := s.Seals.Seal(numberPlace(checkID), []byte(d.Number))
	if err != nil {
		return Check{}, fmt.Errorf("seal the document of check %s: %w", checkID, err)
	}
	return s.decide(ctx, checkID, reason, func(ctx context.Context, tx *db.Tx, c Check) (outcome, error) {
		until, err := s.examine(c, d)
		kept := d
		kept.Number = sealed
		return outcome{state: Verified, act: identityVerified, document: kept, until: until}, err
	})
}

// Reject decides that the documents do not do; the reason is told to the person.
func (s *Service) Reject(ctx context.Context, checkID, reason string) (Check, error) {
	if sanitize.Line(reason) == "" {
		return Check{}, errNoReason
	}
	return s.decide(ctx, checkID, reason, func(context.Context, *db.Tx, Check) (outcome, error) {
		return outcome{state: Rejected, act: identityRejected}, nil
	})
}

type outcome struct {
	state    string
	act      audit.Action
	document Document
	until    time.Time
}

func (s *Service) decide(ctx context.Context, checkID, reason string, judge func(context.Context, *db.Tx, Check) (outcome, error)) (c Check, err error) {
	by := account.CallerFrom(ctx).ID
	reason = sanitize.Line(reason)
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if c, err = s.check(ctx, tx, checkID); err != nil {
			return err
		}
		if c.State != Submitted {
			return ErrDecided
		}
		if by == c.SubmittedBy || by == c.Account.ID {
			return ErrOwnCheck
		}
		o, err := judge(ctx, tx, c)
		if err != nil {
			return err
		}
		return s.settle(ctx, tx, c, o, reason, by)
	})
	if err != nil {
		return Check{}, err
	}
	return s.Check(ctx, checkID)
}

// settle records a decision everywhere it is known: the check, its subject, the
// audit log, the news.
func (s *Service) settle(ctx context.Context, tx *db.Tx, c Check, o outcome, reason, by string) error {
	first, err := updateDecision(ctx, tx, c.ID, o, reason, by, s.Now())
	if err != nil {
		return err
	}
	if !first {
		return ErrDecided
	}
	subject, ok := s.Subjects[c.Role]
	if !ok {
		return fmt.Errorf("identity: nobody keeps the verification of a %s", c.Role)
	}
	verified := o.state == Verified
	if err := subject.SetVerification(ctx, tx, c.Account.ID, verified, reason, o.until); err != nil {
		return err
	}
	if err := s.Audit.Record(ctx, tx, audit.Act{
		Action: o.act, Subject: "identity_check:" + c.ID, Reason: reason,
		Before: c.State, After: o.state,
	}); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Decided{
		CheckID: c.ID, AccountID: c.Account.ID, Role: c.Role, Verified: verified, Reason: reason,
	})
}

// examine refuses a document that proves too little, and says when it expires: with
// the end of its last day, everywhere on Earth.
func (s *Service) examine(c Check, d Document) (until time.Time, err error) {
	if c.Role == account.Performer {
		born, err := time.Parse(time.DateOnly, d.BirthDate)
		switch {
		case err != nil:
			return until, fault.Missing("birthDate")
		case !account.Adult(born, s.Now()):
			return until, errYoung
		case d.BirthDate != c.Registered.DateOfBirth:
			return until, errOtherBorn
		}
		if d.Expiry == "" {
			return until, fault.Missing("expiry")
		}
	}
	if d.Expiry == "" {
		return until, nil
	}
	day, err := time.Parse(time.DateOnly, d.Expiry)
	if err != nil {
		return until, fault.Field("expiry", "Must be a date")
	}
	// The document ends first where the day ends first: 14 hours before UTC.
	until = day.AddDate(0, 0, 1).Add(-14 * time.Hour)
	if !s.Now().Before(until) {
		return until, errExpired
	}
	return until, nil
}
