package account

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// Passwords replaces passwords.
type Passwords struct {
	*core
	links        *MailedLinks
	sessions     *LoginSessions
	proofs       *Proofs
	verification *Verification
}

// ChangePassword replaces the caller's password, ends their other sessions and
// gives this one a new token.
func (s *Passwords) ChangePassword(ctx context.Context, c Caller, current, password string) (token string, err error) {
	k, err := s.proofs.confirm(ctx, c, "currentPassword", current)
	if err != nil {
		return "", err
	}
	if err := s.checkPassword("password", password, k.Username, k.Email); err != nil {
		return "", err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return "", err
	}
	token = id.Secret()
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now, err := selectCredentials(ctx, tx, c.ID)
		if err != nil {
			return fmt.Errorf("select account: %w", err)
		}
		if now.hash != k.hash { // a reset was quicker: the password that was checked is no proof any more
			return errWrongPassword("currentPassword")
		}
		if err := s.setPassword(ctx, tx, now.Account, hash, c.SessionID); err != nil {
			return err
		}
		return renewToken(ctx, tx, c.SessionID, id.Hash(token), s.Now())
	})
	return token, err
}

// setPassword stores the hash and tells the owner. It takes back whatever somebody
// else may have prepared while they had the account: all sessions but one, every
// mailed link, and an address that waits for its confirmation.
func (s *Passwords) setPassword(ctx context.Context, tx *db.Tx, a Account, hash, except string) error {
	if err := updateHash(ctx, tx, a.ID, hash, s.Now()); err != nil {
		return fmt.Errorf("update password: %w", err)
	}
	if err := deleteAllLinks(ctx, tx, a.ID); err != nil {
		return fmt.Errorf("delete links: %w", err)
	}
	if err := dropPendingEmail(ctx, tx, a.ID); err != nil {
		return fmt.Errorf("drop a pending address: %w", err)
	}
	if err := s.sessions.RevokeAll(ctx, tx, a.ID, except); err != nil {
		return err
	}
	if a.closedByOwner() {
		if err := s.links.sendRestore(ctx, tx, a); err != nil {
			return err
		}
	}
	return notify(ctx, tx, s.Notices, passwordNotice, a, a.Username)
}

// Reset sets a new password by a mailed link, once, and ends every session. The
// link also proves the mail address it was sent to, and works only while that is
// the account's: an address that was given up proves nothing any more.
func (s *Passwords) Reset(ctx context.Context, token, password string) error {
	if err := s.Limits.AllowAddress(ctx, limitLink, api.Address(ctx)); err != nil {
		return err
	}
	var a Account
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		a, err = resetHolder(ctx, tx, token, s.Now())
		return err
	})
	if err != nil {
		return err
	}
	if err := s.checkPassword("password", password, a.Username, a.Email); err != nil {
		return err // the link still works for a better one
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := resetHolder(ctx, tx, token, s.Now())
		if err != nil {
			return err
		}
		if _, err := takeLink(ctx, tx, id.Hash(token)); err != nil {
			return badLink(err)
		}
		if err := s.verification.proveEmail(ctx, tx, a, a.Email); err != nil {
			return err
		}
		if err := s.endOtherLogins(ctx, tx, a.ID); err != nil {
			return err
		}
		if err := s.setPassword(ctx, tx, a, hash, ""); err != nil {
			return err
		}
		_, _, err = noteDevice(ctx, tx, a.ID, deviceOf(ctx), s.Now()) // so that strangers' guesses do not lock the owner out here
		return err
	})
}

// endOtherLogins ends what opens an account beside its password: whoever had the account before, or registered it with
// another's address, may have left a passkey or a login of another site there.
func (s *Passwords) endOtherLogins(ctx context.Context, tx *db.Tx, accountID string) error {
	if err := deletePasskeys(ctx, tx, accountID); err != nil {
		return fmt.Errorf("delete passkeys: %w", err)
	}
	if s.OtherLogins == nil {
		return nil
	}
	return s.OtherLogins.EndLogins(ctx, tx, accountID)
}

// resetHolder is whose reset link this is, or ErrLink: the link is for nothing else,
// not over, and was mailed to the address that the account has now.
func resetHolder(ctx context.Context, tx *db.Tx, token string, now time.Time) (Account, error) {
	l, err := selectLink(ctx, tx, id.Hash(token))
	if err != nil {
		return Account{}, badLink(err)
	}
	if !l.good(toReset, now) {
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

type passwordInput struct {
	Body passwordBody
}

type passwordBody struct {
	CurrentPassword string `json:"currentPassword" minLength:"1" maxLength:"1024"`
	Password        string `json:"password" minLength:"1" maxLength:"1024"`
}

func (s *Passwords) changePassword(ctx context.Context, in *passwordInput) (Token, error) {
	me := CallerFrom(ctx)
	token, err := s.ChangePassword(ctx, me, in.Body.CurrentPassword, in.Body.Password)
	if err != nil {
		return Token{}, err
	}
	s.cookies.set(ctx, token, me.Role)
	return Token{Token: token}, nil
}

type resetInput struct {
	Body resetBody
}

type resetBody struct {
	Token    string `json:"token" minLength:"1" maxLength:"100"`
	Password string `json:"password" minLength:"1" maxLength:"1024"`
}

func (s *Passwords) reset(ctx context.Context, in *resetInput) (Message, error) {
	if err := s.Reset(ctx, in.Body.Token, in.Body.Password); err != nil {
		return Message{}, err
	}
	return Message{"Your password is changed. Please log in."}, nil
}
