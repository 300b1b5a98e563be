package account

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
)

// Proofs checks passwords inside a session, and bounds guesses.
type Proofs struct {
	*core
	sessions *LoginSessions
}

// ErrGuessed refuses a session that has typed too many wrong passwords or codes. It is
// over with that.
var ErrGuessed = fault.New(fault.Unauthorized, "This was wrong too often. Please log in again.").Coded("wrong_too_often")

// admitGuess counts a password or code that is typed inside a session as a wrong one
// until refundGuess takes that back. The limits of addresses and networks bound guesses
// from one place; a session with too many from many places is in the wrong hands.
// It ends, its owner is told, and their other sessions notice nothing.
func (s *Proofs) admitGuess(ctx context.Context, c Caller) error {
	err := s.Limits.Allow(ctx, limitGuess, c.SessionID)
	if !errors.Is(err, limit.ErrTooMany) {
		return err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.sessions.Revoke(ctx, tx, c.ID, c.SessionID); err != nil {
			return err
		}
		a, err := accountOf(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		return notify(ctx, tx, s.Notices, sessionGuessedNotice, a, a.Username)
	})
	if err != nil && !errors.Is(err, errNoSuchSession) { // the guess beside this one ended it
		return err
	}
	return ErrGuessed
}

// refundGuess takes one guess back, not those before it: a right password must not buy
// guesses at the code.
func (s *Proofs) refundGuess(ctx context.Context, c Caller) error {
	return s.Limits.Refund(ctx, limitGuess, c.SessionID)
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

// admitAddress counts a failure of the caller's address until forgetFailures or refundAttempt
// takes it back.
func (s *Proofs) admitAddress(ctx context.Context) error {
	return s.Limits.AllowAddress(ctx, limitLoginAddress, api.Address(ctx))
}

func (s *Proofs) refundAddress(ctx context.Context) error {
	return s.Limits.RefundAddress(ctx, limitLoginAddress, api.Address(ctx))
}

// admit counts the attempt, after admitAddress, as a failure at the account.
func (s *Proofs) admit(ctx context.Context, a attempt) error {
	err := s.Limits.Allow(ctx, limitLogin, a.address)
	if err == nil {
		if err = s.Limits.Allow(ctx, limitLoginNetwork, a.network); err == nil {
			return nil
		}
		err = errors.Join(err, s.Limits.Refund(ctx, limitLogin, a.address))
	}
	return errors.Join(err, s.refundAddress(ctx))
}

// refundAttempt takes an attempt back that failed for reasons of ours, before the
// password was looked at. Who broke it off has used it up.
func (s *Proofs) refundAttempt(ctx context.Context, a attempt) error {
	if ctx.Err() != nil {
		return nil
	}
	return errors.Join(s.Limits.Refund(ctx, limitLogin, a.address), s.Limits.Refund(ctx, limitLoginNetwork, a.network), s.refundAddress(ctx))
}

// forgetFailures forgets the account's failures from here: the password was right.
func (s *Proofs) forgetFailures(ctx context.Context, a attempt) error {
	return errors.Join(s.Limits.Forget(ctx, limitLogin, a.address), s.Limits.Forget(ctx, limitLoginNetwork, a.network), s.refundAddress(ctx))
}

// confirm checks the password of a caller. Guesses count like
// those at the login; a wrong one is refused under the name of its field.
func (s *Proofs) confirm(ctx context.Context, c Caller, property, password string) (credentials, error) {
	if password == "" {
		return credentials{}, fault.Missing(property)
	}
	if err := s.admitAddress(ctx); err != nil {
		return credentials{}, err
	}
	a := attemptOn(ctx, c.ID, "")
	if err := s.admit(ctx, a); err != nil {
		return credentials{}, err
	}
	if err := s.admitGuess(ctx, c); err != nil {
		return credentials{}, err
	}
	var k credentials
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		k, err = selectCredentials(ctx, tx, c.ID)
		return err
	})
	if err != nil {
		return credentials{}, fmt.Errorf("select account: %w", err)
	}
	same, _, err := s.hasher.matches(ctx, password, k.hash)
	if err != nil {
		return credentials{}, errors.Join(err, s.refundAttempt(ctx, a), s.refundGuess(ctx, c))
	}
	if !same {
		return credentials{}, errWrongPassword(property)
	}
	return k, errors.Join(s.forgetFailures(ctx, a), s.refundGuess(ctx, c))
}

// StepUp asks for a fresh proof before something weighty (trust.md, Sessions 7):
// a login or password within ten minutes, or the password now. A password that is
// sent is checked in any case: a wrong one is somebody's guess. property names the
// field that is missing or wrong.
func (s *Proofs) StepUp(ctx context.Context, c Caller, property, password string) error {
	var h holder
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		h, err = selectHolderByID(ctx, tx, c.SessionID)
		return err
	})
	if errors.Is(err, db.ErrNone) {
		return ErrNoSession
	}
	if err != nil || password == "" && s.Now().Sub(h.provedAt) < stepUpLife {
		return err
	}
	if _, err := s.confirm(ctx, c, property, password); err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return markProved(ctx, tx, c.SessionID, s.Now())
	})
}
