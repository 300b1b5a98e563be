package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
)

// The refusals of a login (docs/api.md: three clear texts). The last two are told only
// to who knew the password.
var (
	ErrWrongPair  = fault.New(fault.Unauthorized, "The username or password is wrong.").Coded("wrong_credentials")
	ErrSuspended  = fault.New(fault.Unauthorized, "This account is suspended. Please contact support.").Coded("account_suspended")
	ErrUnverified = fault.New(fault.Unauthorized, "Please verify your email address first. We have sent you a link.").Coded("email_unverified")
)

// The names of this package's limits.
const (
	limitLogin        = "account.login"         // failures per account and address
	limitLoginNetwork = "account.login.network" // failures per account and network
	limitLoginAddress = "account.login.address" // failures per address
	limitCode         = "account.code"          // wrong codes per account and address
	limitCodeNetwork  = "account.code.network"  // wrong codes per account and network
	limitCodeAccount  = "account.code.account"  // wrong codes per account, on devices it has not used
	limitGuess        = "account.guess"         // wrong passwords and codes inside a session
	limitRegister     = "account.register"      // per address
	limitMail         = "account.mail"          // forgot and resend, per mail address
	limitMailAddress  = "account.mail.address"  // the same, per address
	limitLink         = "account.link"          // presented links, per address
	limitTicket       = "account.ticket"        // per session
)

// Limits are this package's rules (trust.md, Rate limits).
func Limits() limit.Rules {
	return limit.Rules{
		limitLogin:        {Max: 5, Per: 15 * time.Minute, Lock: 15 * time.Minute},
		limitLoginNetwork: {Max: 10, Per: 15 * time.Minute, Lock: 15 * time.Minute},
		limitLoginAddress: {Max: 50, Per: time.Hour},
		limitCode:         {Max: 5, Per: 15 * time.Minute, Lock: 15 * time.Minute},
		limitCodeNetwork:  {Max: 10, Per: 15 * time.Minute, Lock: 15 * time.Minute},
		limitCodeAccount:  {Max: 30, Per: time.Hour},
		limitGuess:        {Max: 20, Per: time.Hour},
		limitRegister:     {Max: 5, Per: time.Hour},
		limitMail:         {Max: 3, Per: time.Hour},
		limitMailAddress:  {Max: 30, Per: time.Hour},
		limitLink:         {Max: 30, Per: 10 * time.Minute},
		limitTicket:       {Max: 30, Per: time.Minute},
	}
}

// maxFailures in a row switch off an account's password until it is reset, but on
// devices that the account has used: a stranger must not be able to shut its owner
// out. For staff it is never switched off, for the way back may lie with them;
// their second factor bounds what guessing is worth.
const maxFailures = 100

// Entry is what a right password opens: a session, or the ticket for the second
// step of the login, which is no session and opens SecondFactor alone.
type Entry struct {
	Token   string
	Session Session
	Ticket  string // set when a code is wanted; the others are empty then
}

// Login checks a person of one role and opens a session, or asks for the second
// factor of an account that has one. Every refusal that is
// ErrWrongPair costs the same time, whether or not the account exists, is of
// another role or has its password switched off. A login that its client breaks
// off counts as a failure: nobody knows whether it was one.
func (s *Service) Login(ctx context.Context, role Role, name, password string) (Entry, error) {
	if err := s.admitAddress(ctx); err != nil {
		return Entry{}, err
	}
	found, err := s.find(ctx, name)
	if err != nil {
		return Entry{}, err
	}
	a := attemptOn(ctx, found.ID, name)
	if err := s.admit(ctx, a); err != nil {
		return Entry{}, err
	}
	stale, err := s.prove(ctx, a, role, found, password)
	if err != nil {
		return Entry{}, err
	}
	if err := s.excuse(ctx, a); err != nil {
		return Entry{}, err
	}
	e, err := s.enter(ctx, found, password, stale)
	if !errors.Is(err, errChanged) {
		return e, err
	}
	// Another login of theirs may have renewed the hash meanwhile: the password is as right as it was.
	if found, err = s.find(ctx, name); err != nil {
		return Entry{}, err
	}
	if _, err = s.prove(ctx, a, role, found, password); err != nil {
		return Entry{}, err
	}
	if e, err = s.enter(ctx, found, password, false); errors.Is(err, errChanged) {
		return Entry{}, ErrWrongPair
	}
	return e, err
}

// errChanged says that the account is not any more the one whose password was checked.
var errChanged = errors.New("account: it changed while its password was checked")

// prove checks the password for a login, and counts a wrong one. stale says that its
// hash is to be renewed.
func (s *Service) prove(ctx context.Context, a attempt, role Role, k known, password string) (stale bool, err error) {
	same, stale, err := s.passwords.matches(ctx, password, k.hash)
	if err != nil {
		return false, errors.Join(err, s.unchecked(ctx, a))
	}
	if !same || k.Role != role || k.switchedOff() {
		return false, s.wrongPair(ctx, k)
	}
	return stale, nil
}

func (s *Service) mayLogIn(a Account) error {
	switch {
	case a.Status == StatusSuspended:
		return ErrSuspended
	case !a.EmailVerified && s.Policy().RequireVerifiedMail:
		return ErrUnverified
	}
	return nil
}

// find returns the account of a name, or an empty one whose password matches
// nothing.
func (s *Service) find(ctx context.Context, name string) (found known, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		found, err = selectKnownByName(ctx, tx, foldKey(name))
		if errors.Is(err, db.ErrNone) {
			found, err = known{}, nil
		}
		if err != nil {
			return err
		}
		found.usedHere, err = hasDevice(ctx, tx, found.ID, deviceOf(ctx)) // of nobody too: it takes time
		return err
	})
	return found, err
}

// switchedOff reports whether this device may not try the account's password.
func (k known) switchedOff() bool {
	return k.failed >= maxFailures && k.Role != Admin && !k.usedHere
}

// enter opens the session, or asks for the code, of who may log in. It fails with errChanged when the
// account has changed since it was checked.
func (s *Service) enter(ctx context.Context, k known, password string, stale bool) (e Entry, err error) {
	if err := s.mayLogIn(k.Account); err != nil {
		return Entry{}, err
	}
	fresh := ""
	if stale {
		if fresh, err = s.passwords.hash(ctx, password); err != nil {
			return Entry{}, err
		}
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e = Entry{}
		same, err := clearFailures(ctx, tx, k)
		if err != nil {
			return fmt.Errorf("clear failed logins: %w", err)
		}
		if !same {
			return errChanged
		}
		now := k
		if fresh != "" {
			if err := updateHash(ctx, tx, k.ID, fresh, s.now()); err != nil {
				return err
			}
			now.hash = fresh
		}
		asked, err := hasFactor(ctx, tx, k.ID)
		if err != nil {
			return fmt.Errorf("select second factor: %w", err)
		}
		if asked {
			e.Ticket, err = s.ask(ctx, tx, now)
			return err
		}
		if e.Token, e.Session, err = s.open(ctx, tx, k.Account); err != nil {
			return err
		}
		return s.noteLogin(ctx, tx, k.Account, e.Session)
	})
	return e, err
}

// noteLogin publishes the login and mails the owner when the device is new.
func (s *Service) noteLogin(ctx context.Context, tx *db.Tx, a Account, session Session) error {
	isNew, hadAny, err := noteDevice(ctx, tx, a.ID, deviceOf(ctx), s.now())
	if err != nil {
		return fmt.Errorf("note a device: %w", err)
	}
	event := LoggedIn{AccountID: a.ID, SessionID: session.ID, Browser: session.Browser, NewDevice: isNew && hadAny, At: s.now()}
	if event.NewDevice {
		if err := notify(ctx, tx, s, newDeviceNotice, a, loggedIn{a.Username, session}); err != nil {
			return err
		}
	}
	return s.Events.Publish(ctx, tx, event)
}

// attempt is what limits know of a guess at a password: whose it is and whence it
// comes. Username and mail address of an account are one; of nobody they are the
// name as typed, so that a refusal tells nothing.
type attempt struct{ whose, address, network string }

func attemptOn(ctx context.Context, accountID, name string) attempt {
	whose := "id:" + accountID
	if accountID == "" {
		whose = "name:" + foldKey(name)
	}
	return attempt{
		whose: whose, address: whose + "\x00" + limit.Address(api.Address(ctx)),
		network: whose + "\x00" + limit.Share(api.Address(ctx)),
	}
}

// admitAddress counts a failure of the caller's address until excuse or unchecked
// takes it back.
func (s *Service) admitAddress(ctx context.Context) error {
	return s.Limits.AllowAddress(ctx, limitLoginAddress, api.Address(ctx))
}

func (s *Service) refundAddress(ctx context.Context) error {
	return s.Limits.RefundAddress(ctx, limitLoginAddress, api.Address(ctx))
}

// admit counts the attempt, after admitAddress, as a failure at the account.
func (s *Service) admit(ctx context.Context, a attempt) error {
	err := s.Limits.Allow(ctx, limitLogin, a.address)
	if err == nil {
		if err = s.Limits.Allow(ctx, limitLoginNetwork, a.network); err == nil {
			return nil
		}
		err = errors.Join(err, s.Limits.Refund(ctx, limitLogin, a.address))
	}
	return errors.Join(err, s.refundAddress(ctx))
}

// unchecked takes an attempt back that failed for reasons of ours, before the
// password was looked at. Who broke it off has used it up.
func (s *Service) unchecked(ctx context.Context, a attempt) error {
	if ctx.Err() != nil {
		return nil
	}
	return errors.Join(s.Limits.Refund(ctx, limitLogin, a.address), s.Limits.Refund(ctx, limitLoginNetwork, a.network), s.refundAddress(ctx))
}

// excuse forgets the account's failures from here: the password was right.
func (s *Service) excuse(ctx context.Context, a attempt) error {
	return errors.Join(s.Limits.Forget(ctx, limitLogin, a.address), s.Limits.Forget(ctx, limitLoginNetwork, a.network), s.refundAddress(ctx))
}

// wrongPair counts the failure on the account and refuses. The write happens for
// nobody's account too: it takes time.
func (s *Service) wrongPair(ctx context.Context, k known) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		failed, err := addFailure(ctx, tx, k.ID)
		if err != nil {
			return fmt.Errorf("count a failed login: %w", err)
		}
		if failed != maxFailures {
			return nil
		}
		if k.Role == Admin {
			return notify(ctx, tx, s, guessedNotice, k.Account, k.Account)
		}
		return s.sendReset(ctx, tx, k.Account, resetLife, lockedNotice)
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
	if err := s.admitAddress(ctx); err != nil {
		return known{}, err
	}
	a := attemptOn(ctx, c.ID, "")
	if err := s.admit(ctx, a); err != nil {
		return known{}, err
	}
	if err := s.admitGuess(ctx, c); err != nil {
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
		return known{}, errors.Join(err, s.unchecked(ctx, a), s.excuseGuess(ctx, c))
	}
	if !same {
		return known{}, errWrongPassword(property)
	}
	return k, errors.Join(s.excuse(ctx, a), s.excuseGuess(ctx, c))
}

// StepUp asks for a fresh proof before something weighty (trust.md, Sessions 7):
// a login or password within ten minutes, or the password now. A password that is
// sent is checked in any case: a wrong one is somebody's guess. property names the
// field that is missing or wrong.
func (s *Service) StepUp(ctx context.Context, c Caller, property, password string) error {
	var h holder
	err := s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		h, err = selectHolderByID(ctx, tx, c.SessionID)
		return err
	})
	if errors.Is(err, db.ErrNone) {
		return ErrNoSession
	}
	if err != nil || password == "" && s.now().Sub(h.provedAt) < stepUpLife {
		return err
	}
	if _, err := s.confirm(ctx, c, property, password); err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return markProved(ctx, tx, c.SessionID, s.now())
	})
}
