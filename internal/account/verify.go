package account

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// How long links work that nobody has asked for in a hurry.
const (
	verifyLife  = 24 * time.Hour
	restoreLife = 30 * 24 * time.Hour
	inviteLife  = 7 * 24 * time.Hour // afterwards "Forgot password" does the same
)

// sendVerification mails a link that proves the address is the account's own, and
// leads to next, a path on this site.
func (s *Service) sendVerification(ctx context.Context, tx *db.Tx, a Account, email, next string) error {
	address, err := s.verifyLink(ctx, tx, link{accountID: a.ID, email: email, purpose: toVerify, next: next}, verifyLife)
	if err != nil {
		return err
	}
	return notifyAt(ctx, tx, s, verifyNotice, a, email, linked{a.Username, address})
}

// sendVerificationAgain replaces the link that waits, if one is wanted.
func (s *Service) sendVerificationAgain(ctx context.Context, tx *db.Tx, a Account) error {
	if a.EmailVerified {
		return nil
	}
	next, err := selectNext(ctx, tx, a.ID)
	if err != nil {
		return fmt.Errorf("select a link: %w", err)
	}
	return s.sendVerification(ctx, tx, a, a.Email, next)
}

func (s *Service) verifyLink(ctx context.Context, tx *db.Tx, l link, lasts time.Duration) (path string, err error) {
	token := id.Secret()
	l.expires = s.now().Add(lasts)
	if err := replaceLink(ctx, tx, id.Hash(token), l); err != nil {
		return "", fmt.Errorf("insert %s link: %w", l.purpose, err)
	}
	return "/auth/verify-email?token=" + token, nil
}

// ResendVerification mails a new link if the address waits for one, soon. The
// answer is the same when it does not, and takes the same time.
func (s *Service) ResendVerification(ctx context.Context, email string) error {
	return s.askMail(ctx, email, toVerify)
}

// Confirm follows a mailed link: it verifies an address, completes a change of
// address, or brings back an account whose owner had suspended it. Following a
// verification twice is once: mail programs look at links before people do.
func (s *Service) Confirm(ctx context.Context, token string) (done Confirmation, err error) {
	if err := s.Limits.AllowAddress(ctx, limitLink, api.Address(ctx)); err != nil {
		return done, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		l, err := selectLink(ctx, tx, id.Hash(token))
		if err != nil {
			return badLink(err)
		}
		a, err := selectAccount(ctx, tx, l.accountID)
		if err != nil {
			return fmt.Errorf("select account: %w", err)
		}
		done = Confirmation{Role: a.Role, Next: l.next}
		switch {
		case l.good(toRestore, s.now()) && a.closedByOwner() && l.email == a.Email:
			return s.Restore(ctx, tx, a.ID, a.ID)
		case l.good(toVerify, s.now()) && (l.email == a.Email || l.email == a.PendingEmail):
			return s.proveEmail(ctx, tx, a, l.email)
		}
		return ErrLink
	})
	return done, err
}

// Confirmation is whose link was followed, and where they wanted to go.
type Confirmation struct {
	Role Role
	Next string // a path on this site; empty: none
}

// proveEmail makes a proven address the account's own. An address that has been
// replaced in the meantime proves nothing. When the address moves, links mailed to
// the old one are over, and both are told.
func (s *Service) proveEmail(ctx context.Context, tx *db.Tx, a Account, email string) error {
	known := email == a.Email && a.EmailVerified
	if known || email != a.Email && email != a.PendingEmail {
		return nil
	}
	if err := updateEmail(ctx, tx, a.ID, email, s.now()); err != nil {
		return taken(err)
	}
	if email != a.Email {
		if err := s.tellMoved(ctx, tx, a, email); err != nil {
			return err
		}
	}
	return s.Events.Publish(ctx, tx, EmailVerified{AccountID: a.ID, Email: email})
}

// tellMoved ends what was mailed to the address that an account had, and tells
// that address and the new one.
func (s *Service) tellMoved(ctx context.Context, tx *db.Tx, a Account, email string) error {
	for _, p := range []purpose{toReset, toRestore} {
		if err := deleteLinks(ctx, tx, a.ID, p); err != nil {
			return fmt.Errorf("delete %s links: %w", p, err)
		}
	}
	if err := notify(ctx, tx, s, emailMovedNotice, a, a); err != nil {
		return err
	}
	return notifyAt(ctx, tx, s, emailArrivedNotice, a, email, a)
}
