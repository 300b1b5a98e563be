package account

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/secretbox"
)

// SecondFactors are the codes that a login asks for besides the password.
type SecondFactors struct {
	*core
	sessions *LoginSessions
	proofs   *Proofs
}

// The bounds of the second step of a login.
const (
	challengeLife = 5 * time.Minute
	maxTries      = 5  // codes per ticket
	recoveryCodes = 10 // of an account, each once
)

var (
	// ErrTicketOver refuses the second step: the ticket is unknown, used, over, or
	// has seen too many wrong codes.
	ErrTicketOver = fault.New(fault.Unauthorized, "This took too long or too many tries. Please log in again.").Coded("two_factor_expired")
	// ErrUnverifiedFactor refuses a second factor or a passkey before the mail address is verified: its
	// owner could not get in by a mailed link any more.
	ErrUnverifiedFactor = fault.New(fault.Conflict, "Please verify your email address first: it is the way back to your account.").Coded("email_unverified")
	// ErrFactorOn and ErrFactorOff refuse what needs the other state.
	ErrFactorOn  = fault.New(fault.Conflict, "The two-step login is on already.").Coded("two_factor_on")
	ErrFactorOff = fault.New(fault.Conflict, "The two-step login is off.").Coded("two_factor_off")

	errWrongCode = fault.Refuse(fault.Problem{Property: "code", Rule: "wrong",
		Text: "This code is wrong, too old or was used before. Wait for the next one, and check that your device sets its clock by itself."})
)

// openChallenge keeps a login waiting for its code and returns the ticket for it.
func (s *SecondFactors) openChallenge(ctx context.Context, tx *db.Tx, k credentials) (ticket string, err error) {
	ticket = id.Secret()
	c := challenge{accountID: k.ID, passwordHash: k.hash, expires: s.Now().Add(challengeLife)}
	if err := insertChallenge(ctx, tx, id.Hash(ticket), c); err != nil {
		return "", fmt.Errorf("insert challenge: %w", err)
	}
	return ticket, nil
}

// SecondFactor is the second step of a login: a code of the app, or a recovery
// code, opens the session that the password alone did not.
func (s *SecondFactors) SecondFactor(ctx context.Context, ticket, code string) (token string, session Session, err error) {
	if err := s.proofs.admitAddress(ctx); err != nil {
		return "", Session{}, err
	}
	k, err := s.challenged(ctx, ticket)
	if err != nil {
		return "", Session{}, err
	}
	a := attemptOn(ctx, k.ID, "")
	if err := s.admitCode(ctx, a, k); err != nil {
		return "", Session{}, err
	}
	var right bool
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		right = false
		tries, err := tryChallenge(ctx, tx, id.Hash(ticket))
		if errors.Is(err, db.ErrNone) || err == nil && tries > maxTries {
			return ErrTicketOver
		}
		if err != nil {
			return fmt.Errorf("count a code: %w", err)
		}
		if right, err = s.spendCode(ctx, tx, k.Account, code); err != nil {
			return err
		}
		if !right {
			return s.noteWrongCode(ctx, tx, k.Account, tries)
		}
		if err := deleteChallenge(ctx, tx, id.Hash(ticket)); err != nil {
			return fmt.Errorf("delete challenge: %w", err)
		}
		token, session, err = s.sessions.open(ctx, tx, k.Account, s.Now())
		return err
	})
	if err != nil {
		return "", Session{}, err
	}
	if !right {
		return "", Session{}, errWrongCode
	}
	return token, session, s.refundCode(ctx, a, k)
}

// challenged is whose login waits for a code: the account as it is now, if its
// password is still the one that was checked.
func (s *SecondFactors) challenged(ctx context.Context, ticket string) (k credentials, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, err := selectChallenge(ctx, tx, id.Hash(ticket))
		if errors.Is(err, db.ErrNone) || err == nil && (c.tries >= maxTries || !s.Now().Before(c.expires)) {
			return ErrTicketOver
		}
		if err != nil {
			return fmt.Errorf("select challenge: %w", err)
		}
		if k, err = selectCredentials(ctx, tx, c.accountID); err != nil {
			return fmt.Errorf("select account: %w", err)
		}
		if k.hash != c.passwordHash {
			return ErrTicketOver
		}
		k.usedHere, err = hasDevice(ctx, tx, k.ID, deviceOf(ctx))
		return err
	})
	if err != nil {
		return credentials{}, err
	}
	return k, s.mayLogIn(k.Account)
}

// spendCode uses up a code of the account's app, or one of its recovery codes, and
// reports whether it was right. Only an enabled factor counts.
func (s *SecondFactors) spendCode(ctx context.Context, tx *db.Tx, a Account, code string) (right bool, err error) {
	f, err := selectFactor(ctx, tx, a.ID)
	if errors.Is(err, db.ErrNone) || err == nil && !f.enabled {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("select second factor: %w", err)
	}
	bare := bareCode(code)
	if len(bare) == totpDigits.Length() {
		return s.spendAppCode(ctx, tx, a.ID, f, bare)
	}
	right, err = spendRecoveryCode(ctx, tx, a.ID, id.Hash(bare), s.Now())
	if err != nil || !right {
		return false, err
	}
	left, err := countRecoveryCodes(ctx, tx, a.ID)
	if err != nil {
		return false, err
	}
	return true, notify(ctx, tx, s.Notices, recoveryUsedNotice, a, recoveryUsed{a.Username, left})
}

// bareCode is a code without what people and apps put between its parts.
func bareCode(code string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(code))
}

func (s *SecondFactors) spendAppCode(ctx context.Context, tx *db.Tx, accountID string, f factor, code string) (bool, error) {
	secret, err := s.Keys.Open(factorPlace(accountID), f.sealed)
	if err != nil {
		return false, fmt.Errorf("open a second factor: %w", err)
	}
	step, ok, err := stepOf(string(secret), code, f.last, s.Now())
	if err != nil || !ok {
		return false, err
	}
	return spendStep(ctx, tx, accountID, step)
}

func factorPlace(accountID string) secretbox.Place {
	return secretbox.Place{Table: "account_totp", Column: "secret", Row: accountID}
}

// noteWrongCode warns the owner when a ticket has seen its last code: the
// password was right.
func (s *SecondFactors) noteWrongCode(ctx context.Context, tx *db.Tx, a Account, tries int) error {
	if tries != maxTries {
		return nil
	}
	return notify(ctx, tx, s.Notices, wrongCodesNotice, a, a.Username)
}

// admitCode counts a code as a wrong one until refundCode takes that back. Guesses
// from everywhere are bounded too, but not on devices that the account has used.
func (s *SecondFactors) admitCode(ctx context.Context, a attempt, k credentials) error {
	if err := s.Limits.Allow(ctx, limitCode, a.address); err != nil {
		return err
	}
	if err := s.Limits.Allow(ctx, limitCodeNetwork, a.network); err != nil {
		return err
	}
	if k.usedHere {
		return nil
	}
	return s.Limits.Allow(ctx, limitCodeAccount, k.ID)
}

func (s *SecondFactors) refundCode(ctx context.Context, a attempt, k credentials) error {
	err := errors.Join(s.Limits.Forget(ctx, limitCode, a.address), s.Limits.Forget(ctx, limitCodeNetwork, a.network), s.proofs.refundAddress(ctx))
	if k.usedHere {
		return err
	}
	return errors.Join(err, s.Limits.Refund(ctx, limitCodeAccount, k.ID))
}

// checkCode uses a code up that somebody who is logged in typed. Guesses are
// bounded as at the login.
func (s *SecondFactors) checkCode(ctx context.Context, c Caller, code string, then func(ctx context.Context, tx *db.Tx, a Account) error) error {
	if strings.TrimSpace(code) == "" {
		return fault.Missing("code")
	}
	if err := s.proofs.admitAddress(ctx); err != nil {
		return err
	}
	a := attempt{address: c.ID + "\x00" + limit.Address(api.Address(ctx)), network: c.ID + "\x00" + limit.Share(api.Address(ctx))}
	k := credentials{Account: Account{ID: c.ID}, usedHere: true} // a session is a device that the account has used
	if err := s.admitCode(ctx, a, k); err != nil {
		return err
	}
	if err := s.proofs.admitGuess(ctx, c); err != nil {
		return err
	}
	var right bool
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		owner, err := accountOf(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		if right, err = s.spendCode(ctx, tx, owner, code); err != nil || !right {
			return err
		}
		return then(ctx, tx, owner)
	})
	if err != nil {
		return err
	}
	if !right {
		return errWrongCode
	}
	return errors.Join(s.refundCode(ctx, a, k), s.proofs.refundGuess(ctx, c))
}

// newRecoveryCodes are fresh codes, each of 80 random bits, as they are shown, and
// their hashes, as they are kept.
func newRecoveryCodes() (shown, hashes []string) {
	for range recoveryCodes {
		var b [10]byte
		rand.Read(b[:]) // never fails (crypto/rand, Go 1.24)
		text := base32.StdEncoding.EncodeToString(b[:])
		shown = append(shown, text[:4]+"-"+text[4:8]+"-"+text[8:12]+"-"+text[12:])
		hashes = append(hashes, id.Hash(text))
	}
	return shown, hashes
}
