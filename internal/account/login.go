package account

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// Logins opens sessions for people who know their password.
type Logins struct {
	*core
	links    *MailedLinks
	sessions *LoginSessions
	proofs   *Proofs
	factors  *SecondFactors
}

// The refusals of a login (docs/api.md: three clear texts). The last two are told only
// to callers that knew the password.
var (
	ErrWrongPair  = fault.New(fault.Unauthorized, "The username or password is wrong.").Coded("wrong_credentials")
	ErrSuspended  = fault.New(fault.Unauthorized, "This account is suspended. Please contact support.").Coded("account_suspended")
	ErrUnverified = fault.New(fault.Unauthorized, "Please verify your email address first. We have sent you a link.").Coded("email_unverified")
)

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
	passkey bool   // that may stand in for the code
}

// Login checks a person of one role and opens a session, or asks for the second
// factor of an account that has one. Every refusal that is
// ErrWrongPair costs the same time, whether or not the account exists, is of
// another role or has its password switched off. A login that its client breaks
// off counts as a failure: nobody knows whether it was one.
func (s *Logins) Login(ctx context.Context, role Role, name, password string) (Entry, error) {
	if err := s.proofs.admitAddress(ctx); err != nil {
		return Entry{}, err
	}
	found, err := s.find(ctx, name)
	if err != nil {
		return Entry{}, err
	}
	a := attemptOn(ctx, found.ID, name)
	if err := s.proofs.admit(ctx, a); err != nil {
		return Entry{}, err
	}
	stale, err := s.prove(ctx, a, role, found, password)
	if err != nil {
		return Entry{}, err
	}
	if err := s.proofs.forgetFailures(ctx, a); err != nil {
		return Entry{}, err
	}
	e, err := s.start(ctx, found, password, stale)
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
	if e, err = s.start(ctx, found, password, false); errors.Is(err, errChanged) {
		return Entry{}, ErrWrongPair
	}
	return e, err
}

// errChanged says that the account is not any more the one whose password was checked.
var errChanged = errors.New("account: it changed while its password was checked")

// prove checks the password for a login, and counts a wrong one. stale says that its
// hash is to be renewed.
func (s *Logins) prove(ctx context.Context, a attempt, role Role, k credentials, password string) (stale bool, err error) {
	same, stale, err := s.hasher.matches(ctx, password, k.hash)
	if err != nil {
		return false, errors.Join(err, s.proofs.refundAttempt(ctx, a))
	}
	if !same || k.Role != role || k.switchedOff() {
		return false, s.wrongPair(ctx, k)
	}
	return stale, nil
}

// find returns the account of a name, or an empty one whose password matches
// nothing.
func (s *Logins) find(ctx context.Context, name string) (found credentials, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		found, err = selectCredentialsByName(ctx, tx, foldKey(name))
		if errors.Is(err, db.ErrNone) {
			found, err = credentials{}, nil
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
func (k credentials) switchedOff() bool {
	return k.failed >= maxFailures && k.Role != Admin && !k.usedHere
}

// start opens the session, or asks for the code. It fails with errChanged when the account has
// changed since it was checked.
func (s *Logins) start(ctx context.Context, k credentials, password string, stale bool) (e Entry, err error) {
	if err := s.mayLogIn(k.Account); err != nil {
		return Entry{}, err
	}
	fresh := ""
	if stale {
		if fresh, err = s.hasher.hash(ctx, password); err != nil {
			return Entry{}, err
		}
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
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
			if err := updateHash(ctx, tx, k.ID, fresh, s.Now()); err != nil {
				return err
			}
			now.hash = fresh
		}
		return s.enter(ctx, tx, now, &e, s.Now())
	})
	return e, err
}

// wrongPair counts the failure on the account and refuses. The write happens for
// nobody's account too: it takes time.
func (s *Logins) wrongPair(ctx context.Context, k credentials) error {
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		failed, err := addFailure(ctx, tx, k.ID)
		if err != nil {
			return fmt.Errorf("count a failed login: %w", err)
		}
		if failed != maxFailures {
			return nil
		}
		if k.Role == Admin {
			return notify(ctx, tx, s.Notices, guessedNotice, k.Account, k.Username)
		}
		return s.links.sendReset(ctx, tx, k.Account, resetLife, lockedNotice)
	})
	if err != nil {
		return err
	}
	return ErrWrongPair
}

type loginInput struct {
	Body loginBody
}

type loginBody struct {
	Username string `json:"username,omitempty" maxLength:"254" doc:"or a mail address"`
	Email    string `json:"email,omitempty" maxLength:"254" doc:"instead of the username"`
	Password string `json:"password" minLength:"1" maxLength:"1024"`
}

// LoginAnswer answers a login: a token, or a ticket for POST /auth/two-factor. The
// web app uses the cookie and never reads the token.
type LoginAnswer struct {
	Token     string `json:"token,omitempty"`
	TwoFactor bool   `json:"twoFactor,omitempty" doc:"the password was right; a code is wanted"`
	Ticket    string `json:"ticket,omitempty" doc:"for the second step, within five minutes"`
	Passkey   bool   `json:"passkey,omitempty" doc:"a passkey may stand in for the code"`
}

var missingUsername = fault.Missing("username")

func (s *Logins) loginAs(role Role) api.Handler[loginInput, LoginAnswer] {
	return func(ctx context.Context, in *loginInput) (LoginAnswer, error) {
		name := in.Body.Username
		if name == "" {
			name = in.Body.Email
		}
		if name == "" {
			return LoginAnswer{}, missingUsername
		}
		e, err := s.Login(ctx, role, name, in.Body.Password)
		if err != nil {
			return LoginAnswer{}, err
		}
		return s.Answer(ctx, e), nil
	}
}
