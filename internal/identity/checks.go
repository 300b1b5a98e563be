package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/files"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sanitize"
	"limelight/internal/kit/secretbox"
)

// Open puts a set of documents into the queue, in the transaction that delivers the
// news of it. Documents handed in while others wait replace those.
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
// decided, what the approver read off the document.
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
	if c.Document != nil {
		number, err := s.Seals.Open(numberPlace(c.ID), c.Document.Number)
		if err != nil {
			return c, fmt.Errorf("unseal the document of check %s: %w", c.ID, err)
		}
		c.Document.Number = masked(string(number))
	}
	return c, nil
}

func none(err error) error {
	if errors.Is(err, db.ErrNone) {
		return ErrNoCheck
	}
	return err
}

// numberPlace binds a sealed number to its row.
func numberPlace(checkID string) secretbox.Place {
	return secretbox.Place{Table: "identity_checks", Column: "doc_number", Row: checkID}
}

// masked shows the last two characters of a number.
func masked(number string) string {
	letters := []rune(number)
	shown := max(0, len(letters)-2)
	return strings.Repeat("•", shown) + string(letters[shown:])
}

// maxReason bounds the reason of a look, in characters.
const maxReason = 500

// Look opens one document of a check for an admin. The look and its reason are
// on record before the first byte is read.
func (s *Service) Look(ctx context.Context, checkID, which, reason string) (files.Opened, error) {
	reason = sanitize.Line(reason)
	if err := fault.Length("reason", reason, 1, maxReason); err != nil {
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
		return s.Audit.Record(ctx, tx, audit.Act{Action: documentViewed, Subject: "identity_check:" + checkID, Reason: reason, After: which})
	})
	if err != nil {
		return files.Opened{}, err
	}
	return s.Files.OpenDocument(ctx, file, account.CallerFrom(ctx).ID, reason)
}
