package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/notices"
)

// resetLife is how long a reset link works.
const resetLife = 30 * time.Minute

// ErrLink refuses a mailed link that is unknown, used or over.
var ErrLink = fault.New(fault.Invalid, "This link is no longer valid. Please ask for a new one.").Coded("link_expired")

// ChangePassword replaces the caller's password, ends their other sessions and
// gives this one a new token.
func (s *Service) ChangePassword(ctx context.Context, c Caller, current, password string) (token string, err error) {
	k, err := s.confirm(ctx, c, "currentPassword", current)
	if err != nil {
		return "", err
	}
	if err := s.checkPassword("password", password, k.Username, k.Email); err != nil {
		return "", err
	}
	hash, err := s.passwords.hash(ctx, password)
	if err != nil {
		return "", err
	}
	token = id.Secret()
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now, err := selectKnown(ctx, tx, c.ID)
		if err != nil {
			return fmt.Errorf("select account: %w", err)
		}
		if now.hash != k.hash { // a reset was quicker: the password that was checked is no proof any more
			return errWrongPassword("currentPassword")
		}
		if err := s.setPassword(ctx, tx, now.Account, hash, c.SessionID); err != nil {
			return err
		}
		return renewToken(ctx, tx, c.SessionID, id.Hash(token), s.now())
	})
	return token, err
}

// setPassword stores the hash and tells the owner. It takes back whatever somebody
// else may have prepared while they had the account: all sessions but one, every
// mailed link, and an address that waits for its confirmation.
func (s *Service) setPassword(ctx context.Context, tx *db.Tx, a Account, hash, except string) error {
	if err := updateHash(ctx, tx, a.ID, hash, s.now()); err != nil {
		return fmt.Errorf("update password: %w", err)
	}
	if err := deleteAllLinks(ctx, tx, a.ID); err != nil {
		return fmt.Errorf("delete links: %w", err)
	}
	if err := dropPendingEmail(ctx, tx, a.ID); err != nil {
		return fmt.Errorf("drop a pending address: %w", err)
	}
	if err := s.RevokeAll(ctx, tx, a.ID, except); err != nil {
		return err
	}
	if a.closedByOwner() {
		if err := s.sendRestore(ctx, tx, a); err != nil {
			return err
		}
	}
	return notify(ctx, tx, s, passwordNotice, a, a)
}

// Forgot mails a reset link to the owner of the address, soon. The answer is the
// same when there is none, and takes the same time.
func (s *Service) Forgot(ctx context.Context, email string) error {
	return s.askMail(ctx, email, toReset)
}

// askMail queues a mail with a link. Whether anybody has the address is looked up
// when nobody waits for the answer any more.
func (s *Service) askMail(ctx context.Context, email string, p purpose) error {
	if err := s.admitMail(ctx, email); err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Events.Publish(ctx, tx, MailAsked{Email: email, Purpose: string(p)})
	})
}

// SendAsked sends what MailAsked asks for, in the transaction of its delivery.
func (s *Service) SendAsked(ctx context.Context, tx *db.Tx, e MailAsked) error {
	a, err := selectByEmail(ctx, tx, e.Email)
	if errors.Is(err, db.ErrNone) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("select account: %w", err)
	}
	switch purpose(e.Purpose) {
	case toReset:
		return s.sendReset(ctx, tx, a, resetLife, resetNotice)
	case toVerify:
		return s.sendVerificationAgain(ctx, tx, a)
	}
	return nil
}

// admitMail bounds mails to one address, whoever asks, and those one asks for.
func (s *Service) admitMail(ctx context.Context, email string) error {
	if err := s.Limits.AllowAddress(ctx, limitMailAddress, api.Address(ctx)); err != nil {
		return err
	}
	return s.Limits.Allow(ctx, limitMail, foldKey(email))
}

func (s *Service) sendReset(ctx context.Context, tx *db.Tx, a Account, lasts time.Duration, told notices.Kind[linked]) error {
	address, err := s.resetLink(ctx, tx, a, lasts)
	if err != nil {
		return err
	}
	return notify(ctx, tx, s, told, a, linked{a.Username, address})
}

func (s *Service) resetLink(ctx context.Context, tx *db.Tx, a Account, lasts time.Duration) (path string, err error) {
	token := id.Secret()
	l := link{accountID: a.ID, email: a.Email, purpose: toReset, expires: s.now().Add(lasts)}
	if err := replaceLink(ctx, tx, id.Hash(token), l); err != nil {
		return "", fmt.Errorf("insert reset link: %w", err)
	}
	return "/auth/reset-password?token=" + token, nil
}

// Reset sets a new password by a mailed link, once, and ends every session. The
// link also proves the mail address it was sent to, and works only while that is
// the account's: who reads an address that was given up has no say any more.
func (s *Service) Reset(ctx context.Context, token, password string) error {
	if err := s.Limits.AllowAddress(ctx, limitLink, api.Address(ctx)); err != nil {
		return err
	}
	a, err := s.resetHolder(ctx, token)
	if err != nil {
		return err
	}
	if err := s.checkPassword("password", password, a.Username, a.Email); err != nil {
		return err // the link still works for a better one
	}
	hash, err := s.passwords.hash(ctx, password)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := s.holderOf(ctx, tx, token)
		if err != nil {
			return err
		}
		if _, err := takeLink(ctx, tx, id.Hash(token)); err != nil {
			return badLink(err)
		}
		if err := s.proveEmail(ctx, tx, a, a.Email); err != nil {
			return err
		}
		if err := s.setPassword(ctx, tx, a, hash, ""); err != nil {
			return err
		}
		_, _, err = noteDevice(ctx, tx, a.ID, deviceOf(ctx), s.now()) // strangers' guesses do not shut out who has just proved the address
		return err
	})
}

// resetHolder is whose reset link this is; it stays usable.
func (s *Service) resetHolder(ctx context.Context, token string) (a Account, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		a, err = s.holderOf(ctx, tx, token)
		return err
	})
	return a, err
}

// holderOf is whose reset link this is, or ErrLink: the link is for nothing else,
// not over, and was mailed to the address that the account has now.
func (s *Service) holderOf(ctx context.Context, tx *db.Tx, token string) (Account, error) {
	l, err := selectLink(ctx, tx, id.Hash(token))
	if err != nil {
		return Account{}, badLink(err)
	}
	if !l.good(toReset, s.now()) {
		return Account{}, ErrLink
	}
	a, err := selectAccount(ctx, tx, l.accountID)
	if err != nil {
		return Account{}, fmt.Errorf("select account: %w", err)
	}
	if a.Email != l.email {
		return Account{}, ErrLink
	}
	return a, nil
}

func (l link) good(p purpose, now time.Time) bool { return l.purpose == p && now.Before(l.expires) }

func badLink(err error) error {
	if errors.Is(err, db.ErrNone) {
		return ErrLink
	}
	return fmt.Errorf("read a link: %w", err)
}
