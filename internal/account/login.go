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
	"limelight/internal/kit/limit"
)

// The refusals of a login (docs/api.md: three clear texts). The last two are told only
// to who knew the password.
var (
	ErrWrongPair  = fault.New(fault.Unauthorized, "The username or password is wrong.").Coded("wrong_credentials")
	ErrSuspended  = fault.New(fault.Unauthorized, "This account is suspended. Please contact support.").Coded("account_suspended")
	ErrUnverified = fault.New(fault.Unauthorized, "Please verify your email address first. We have sent you a link.").Coded("email_unverified")
	ErrInactive   = fault.New(fault.Unauthorized, "This account is inactive. Please contact your studio.").Coded("account_inactive")
)

// The names of this package's limits.
const (
	limitLogin        = "account.login"         // failures per account and address
	limitLoginAddress = "account.login.address" // failures per address
	limitRegister     = "account.register"      // per address
	limitMail         = "account.mail"          // forgot and resend, per mail address
	limitMailAddress  = "account.mail.address"  // the same, per address
	limitLink         = "account.link"          // presented links, per address
	limitTicket       = "account.ticket"        // per session
)

// Limits are this package's rules (trust.md, Rate limits).
func Limits() limit.Rules {
	return limit.Rules{
		limitLogin:        {Most: 5, Per: 15 * time.Minute, Lock: 15 * time.Minute},
		limitLoginAddress: {Most: 50, Per: time.Hour},
		limitRegister:     {Most: 5, Per: time.Hour},
		limitMail:         {Most: 3, Per: time.Hour},
		limitMailAddress:  {Most: 30, Per: time.Hour},
		limitLink:         {Most: 30, Per: 10 * time.Minute},
		limitTicket:       {Most: 30, Per: time.Minute},
	}
}

// mostFailures in a row switch off an account's password until it is reset.
const mostFailures = 100

// Login checks a person of one role and opens a session. Every refusal that is
// ErrWrongPair costs the same time, whether or not the account exists, is of
// another role or has its password switched off.
func (s *Service) Login(ctx context.Context, role Role, name, password string) (token string, session Session, err error) {
	attempt := attempt{name: foldKey(name), address: limit.Address(api.Address(ctx))}
	if err := s.admit(ctx, attempt); err != nil {
		return "", Session{}, err
	}
	found, err := s.find(ctx, attempt.name)
	if err != nil {
		return "", Session{}, err
	}
	same, stale, err := s.passwords.matches(ctx, password, found.hash)
	if err != nil {
		return "", Session{}, errors.Join(err, s.excuse(ctx, attempt))
	}
	if !same || found.Role != role || found.failed >= mostFailures {
		return "", Session{}, s.wrongPair(ctx, found)
	}
	if err := s.excuse(ctx, attempt); err != nil {
		return "", Session{}, err
	}
	if err := s.mayLogIn(found.Account); err != nil {
		return "", Session{}, err
	}
	return s.enter(ctx, found, password, stale)
}

func (s *Service) mayLogIn(a Account) error {
	switch {
	case a.Status == StatusSuspended:
		return ErrSuspended
	case a.Status == StatusInactive:
		return ErrInactive
	case !a.EmailVerified && s.Policy().RequireVerifiedMail:
		return ErrUnverified
	}
	return nil
}

// find returns the account of a name, or an empty one whose password matches
// nothing.
func (s *Service) find(ctx context.Context, name string) (found known, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		found, err = selectKnownByName(ctx, tx, name)
		return err
	})
	if errors.Is(err, db.ErrNone) {
		return known{}, nil
	}
	return found, err
}

// enter opens the session, unless the account has changed since it was checked.
func (s *Service) enter(ctx context.Context, k known, password string, stale bool) (token string, session Session, err error) {
	fresh := ""
	if stale {
		if fresh, err = s.passwords.hash(ctx, password); err != nil {
			return "", Session{}, err
		}
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		same, err := clearFailures(ctx, tx, k)
		if err != nil {
			return fmt.Errorf("clear failed logins: %w", err)
		}
		if !same {
			return ErrWrongPair
		}
		if fresh != "" {
			if err := updateHash(ctx, tx, k.ID, fresh, s.now()); err != nil {
				return err
			}
		}
		if token, session, err = s.open(ctx, tx, k.Account); err != nil {
			return err
		}
		return s.noteLogin(ctx, tx, k.Account, session)
	})
	return token, session, err
}

// noteLogin publishes the login and mails the owner when the device is new.
func (s *Service) noteLogin(ctx context.Context, tx *db.Tx, a Account, session Session) error {
	isNew, hadAny, err := noteDevice(ctx, tx, a.ID, id.Hash(session.Browser+"\x00"+session.Network), s.now())
	if err != nil {
		return fmt.Errorf("note a device: %w", err)
	}
	event := LoggedIn{AccountID: a.ID, SessionID: session.ID, Browser: session.Browser, NewDevice: isNew && hadAny, At: s.now()}
	if event.NewDevice {
		if err := s.send(ctx, tx, a.Email, s.newDeviceLetter(a, session)); err != nil {
			return err
		}
	}
	return s.Events.Publish(ctx, tx, event)
}

// attempt is what limits know of a login: the name as typed, so that a refusal
// tells nothing of the account behind it.
type attempt struct{ name, address string }

func (a attempt) both() string { return a.name + "\x00" + a.address }

// admit counts the attempt as a failure until excuse takes that back.
func (s *Service) admit(ctx context.Context, a attempt) error {
	if err := s.Limits.Allow(ctx, limitLoginAddress, a.address); err != nil {
		return err
	}
	refused := s.Limits.Allow(ctx, limitLogin, a.both())
	if refused == nil {
		return nil
	}
	if err := s.Limits.Refund(ctx, limitLoginAddress, a.address); err != nil {
		return err
	}
	return refused
}

func (s *Service) excuse(ctx context.Context, a attempt) error {
	return errors.Join(s.Limits.Forget(ctx, limitLogin, a.both()), s.Limits.Refund(ctx, limitLoginAddress, a.address))
}

// wrongPair counts the failure on the account and refuses. The write happens for
// nobody's account too: it takes time.
func (s *Service) wrongPair(ctx context.Context, k known) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		failed, err := addFailure(ctx, tx, k.ID)
		if err != nil {
			return fmt.Errorf("count a failed login: %w", err)
		}
		if failed != mostFailures {
			return nil
		}
		return s.sendReset(ctx, tx, k.Account, resetLife, s.lockedLetter)
	})
	if err != nil {
		return err
	}
	return ErrWrongPair
}

// confirm checks the password of somebody who is logged in. Guesses count like
// those at the login; a wrong one is refused under the name of its field.
func (s *Service) confirm(ctx context.Context, c Caller, property, password string) (known, error) {
	if password == "" {
		return known{}, fault.Missing(property)
	}
	a := attempt{name: "id:" + c.ID, address: limit.Address(api.Address(ctx))}
	if err := s.admit(ctx, a); err != nil {
		return known{}, err
	}
	var k known
	err := s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		k, err = selectKnown(ctx, tx, c.ID)
		return err
	})
	if err != nil {
		return known{}, fmt.Errorf("select account: %w", err)
	}
	same, _, err := s.passwords.matches(ctx, password, k.hash)
	if err != nil {
		return known{}, errors.Join(err, s.excuse(ctx, a))
	}
	if !same {
		return known{}, errWrongPassword(property)
	}
	return k, s.excuse(ctx, a)
}

// StepUp asks for a fresh proof before something weighty (trust.md, Sessions 7):
// a login or password within ten minutes, or the password now. property names
// the field that is missing or wrong.
func (s *Service) StepUp(ctx context.Context, c Caller, property, password string) error {
	var h holder
	err := s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		h, err = selectHolderByID(ctx, tx, c.SessionID)
		return err
	})
	if errors.Is(err, db.ErrNone) {
		return ErrNoSession
	}
	if err != nil || s.now().Sub(h.provedAt) < stepUpLife {
		return err
	}
	if _, err := s.confirm(ctx, c, property, password); err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return markProved(ctx, tx, c.SessionID, s.now())
	})
}
