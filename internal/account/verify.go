package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/limit"
)

// How long links work that nobody has asked for in a hurry.
const (
	verifyLife  = 24 * time.Hour
	restoreLife = 30 * 24 * time.Hour
	inviteLife  = 7 * 24 * time.Hour // afterwards "Forgot password" does the same
)

// sendVerification mails a link that proves the address is the account's own.
func (s *Service) sendVerification(ctx context.Context, tx *db.Tx, a Account, email string) error {
	address, err := s.verifyLink(ctx, tx, a, email, toVerify, verifyLife)
	if err != nil {
		return err
	}
	return s.send(ctx, tx, email, s.verifyLetter(a, address))
}

func (s *Service) verifyLink(ctx context.Context, tx *db.Tx, a Account, email string, p purpose, lasts time.Duration) (address string, err error) {
	token := id.Secret()
	l := link{accountID: a.ID, email: email, purpose: p, expires: s.now().Add(lasts)}
	if err := replaceLink(ctx, tx, id.Hash(token), l); err != nil {
		return "", fmt.Errorf("insert %s link: %w", p, err)
	}
	return s.cookies.base + "/auth/verify-email?token=" + token, nil
}

// ResendVerification mails a new link if the address waits for one. The answer
// is the same when it does not.
func (s *Service) ResendVerification(ctx context.Context, email string) error {
	if err := s.admitMail(ctx, email); err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := selectByEmail(ctx, tx, email)
		if errors.Is(err, db.ErrNone) || err == nil && a.EmailVerified {
			return nil
		}
		if err != nil {
			return fmt.Errorf("select account: %w", err)
		}
		return s.sendVerification(ctx, tx, a, a.Email)
	})
}

// Confirm follows a mailed link: it verifies an address, completes a change of
// address, or brings back an account whose owner had suspended it. Following a
// verification twice is once: mail programs look at links before people do.
func (s *Service) Confirm(ctx context.Context, token string) error {
	if err := s.Limits.Allow(ctx, limitLink, limit.Address(api.Address(ctx))); err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		l, err := selectLink(ctx, tx, id.Hash(token))
		if err != nil {
			return badLink(err)
		}
		a, err := selectAccount(ctx, tx, l.accountID)
		if err != nil {
			return fmt.Errorf("select account: %w", err)
		}
		switch {
		case l.good(toRestore, s.now()) && a.closedByOwner() && l.email == a.Email:
			return s.Restore(ctx, tx, a.ID, a.ID)
		case l.good(toVerify, s.now()) && (l.email == a.Email || l.email == a.PendingEmail):
			return s.proveEmail(ctx, tx, a, l.email)
		}
		return ErrLink
	})
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
	if err := s.send(ctx, tx, a.Email, s.emailMovedLetter(a)); err != nil {
		return err
	}
	return s.send(ctx, tx, email, s.emailArrivedLetter(a))
}
