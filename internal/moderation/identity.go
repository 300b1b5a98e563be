package moderation

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/plain"
	"limelight/internal/kit/seal"
)

// Open puts a set of papers into the queue, in the transaction that delivers the
// news of it. Papers handed in while others wait replace those.
func (s *Service) Open(ctx context.Context, tx *db.Tx, p Submission) error {
	now := s.Now()
	if err := deleteWaiting(ctx, tx, p.AccountID); err != nil {
		return err
	}
	return insertCheck(ctx, tx, id.New(now), p, now)
}

// Queue returns one page of the checks in a state: the waiting ones oldest
// first, the decided ones newest first.
func (s *Service) Queue(ctx context.Context, state string, offset, limit int) (list []Check, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if list, total, err = selectChecks(ctx, tx, state, offset, limit); err != nil {
			return err
		}
		return s.name(ctx, tx, list)
	})
	return list, total, err
}

// name puts the accounts' cards on the checks.
func (s *Service) name(ctx context.Context, tx *db.Tx, list []Check) error {
	ids := make([]string, len(list))
	for i, c := range list {
		ids[i] = c.Account.ID
	}
	cards, err := s.Accounts.Cards(ctx, tx, ids...)
	for i := range list {
		if card, ok := cards[list[i].Account.ID]; ok {
			list[i].Account = card
		}
	}
	return err
}

// Check returns one check with what its person said at registration and, once
// decided, what the approver read off the paper.
func (s *Service) Check(ctx context.Context, checkID string) (c Check, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, err = s.check(ctx, tx, checkID)
		return err
	})
	return c, err
}

func (s *Service) check(ctx context.Context, tx *db.Tx, checkID string) (Check, error) {
	c, err := selectCheck(ctx, tx, checkID)
	if err != nil {
		return c, none(err)
	}
	a, err := s.Accounts.Get(ctx, tx, c.Account.ID)
	if err != nil {
		return c, err
	}
	c.Account = a.Card()
	c.Registered = &Registration{Name: a.Name, Email: a.Email, DateOfBirth: a.DateOfBirth, Country: a.Country}
	if c.Paper != nil {
		number, err := s.Seals.Open(seat(c.ID), c.Paper.Number)
		if err != nil {
			return c, fmt.Errorf("unseal the paper of check %s: %w", c.ID, err)
		}
		c.Paper.Number = masked(string(number))
	}
	return c, nil
}

func none(err error) error {
	if errors.Is(err, db.ErrNone) {
		return ErrNoCheck
	}
	return err
}

// seat binds a sealed number to its row.
func seat(checkID string) seal.Place {
	return seal.Place{Table: "identity_checks", Column: "doc_number", Row: checkID}
}

// masked shows the last two characters of a number.
func masked(number string) string {
	letters := []rune(number)
	shown := max(0, len(letters)-2)
	return strings.Repeat("•", shown) + string(letters[shown:])
}

// Verify decides that the person is who they say. It is ErrDecided the second
// time and ErrOwnCheck for whoever handed the papers in.
func (s *Service) Verify(ctx context.Context, checkID string, p Paper, reason string) (Check, error) {
	p.LegalName, p.Number = plain.Line(p.LegalName), plain.Reference(p.Number)
	sealed, err := s.Seals.Seal(seat(checkID), []byte(p.Number))
	if err != nil {
		return Check{}, fmt.Errorf("seal the paper of check %s: %w", checkID, err)
	}
	return s.decide(ctx, checkID, reason, func(ctx context.Context, tx *db.Tx, c Check) (outcome, error) {
		until, err := s.examine(c, p)
		kept := p
		kept.Number = sealed
		return outcome{state: Verified, paper: kept, until: until}, err
	})
}

// Reject decides that the papers do not do; the reason is told to the person.
func (s *Service) Reject(ctx context.Context, checkID, reason string) (Check, error) {
	if plain.Line(reason) == "" {
		return Check{}, errNoReason
	}
	return s.decide(ctx, checkID, reason, func(context.Context, *db.Tx, Check) (outcome, error) {
		return outcome{state: Rejected}, nil
	})
}

type outcome struct {
	state string
	paper Paper
	until time.Time
}

func (s *Service) decide(ctx context.Context, checkID, reason string, judge func(context.Context, *db.Tx, Check) (outcome, error)) (c Check, err error) {
	by := account.CallerFrom(ctx).ID
	reason = plain.Line(reason)
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
		return fmt.Errorf("moderation: nobody keeps the verification of a %s", c.Role)
	}
	verified := o.state == Verified
	if err := subject.SetVerification(ctx, tx, c.Account.ID, verified, reason, o.until); err != nil {
		return err
	}
	if err := s.Record(ctx, tx, Act{
		Action: "identity." + o.state, Subject: "identity_check:" + c.ID, Reason: reason,
		Before: c.State, After: o.state,
	}); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Decided{
		CheckID: c.ID, AccountID: c.Account.ID, Role: c.Role, Verified: verified, Reason: reason,
	})
}

// examine refuses a paper that proves too little, and says when it expires: with
// the end of its last day, everywhere on Earth.
func (s *Service) examine(c Check, p Paper) (until time.Time, err error) {
	if c.Role == account.Performer {
		born, err := time.Parse(time.DateOnly, p.BirthDate)
		switch {
		case err != nil:
			return until, fault.Missing("birthDate")
		case !account.Adult(born, s.Now()):
			return until, errYoung
		case p.BirthDate != c.Registered.DateOfBirth:
			return until, errOtherBorn
		}
		if p.Expiry == "" {
			return until, fault.Missing("expiry")
		}
	}
	if p.Expiry == "" {
		return until, nil
	}
	day, err := time.Parse(time.DateOnly, p.Expiry)
	if err != nil {
		return until, fault.Field("expiry", "Must be a date")
	}
	// The paper ends first where the day ends first: 14 hours before UTC.
	until = day.AddDate(0, 0, 1).Add(-14 * time.Hour)
	if !s.Now().Before(until) {
		return until, errExpired
	}
	return until, nil
}

// longestReason bounds the reason of a look, in characters.
const longestReason = 500

// Look opens one document of a check for an admin. The look and its reason are
// on record before the first byte is read.
func (s *Service) Look(ctx context.Context, checkID, which, reason string) (files.Opened, error) {
	reason = plain.Line(reason)
	if err := fault.Length("reason", reason, 1, longestReason); err != nil {
		return files.Opened{}, err
	}
	var file string
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, err := selectCheck(ctx, tx, checkID)
		if err != nil {
			return none(err)
		}
		if file = c.files[which]; file == "" {
			return ErrNoFile
		}
		return s.Record(ctx, tx, Act{Action: "identity.document_viewed", Subject: "identity_check:" + checkID, Reason: reason, After: which})
	})
	if err != nil {
		return files.Opened{}, err
	}
	return s.Files.OpenDocument(ctx, file, account.CallerFrom(ctx).ID, reason)
}
