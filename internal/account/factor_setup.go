package account

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/notices"
)

// FactorState is an account's second factor as its owner sees it.
type FactorState struct {
	Enabled       bool `json:"enabled"`
	Required      bool `json:"required" doc:"the site asks it of this account"`
	RecoveryCodes int  `json:"recoveryCodes" doc:"how many are left"`
}

// Factor is the state of the caller's second factor.
func (s *SecondFactors) Factor(ctx context.Context, c Caller) (state FactorState, err error) {
	state.Required = s.factorRequired(c.Role)
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if state.Enabled, err = hasFactor(ctx, tx, c.ID); err != nil || !state.Enabled {
			return err
		}
		state.RecoveryCodes, err = countRecoveryCodes(ctx, tx, c.ID)
		return err
	})
	return state, err
}

// FactorOffer is a fresh secret for an authenticator app. It is shown once, and
// asked of nobody before a code of it has been typed.
type FactorOffer struct {
	Secret string `json:"secret" doc:"base32, for typing"`
	URI    string `json:"uri" doc:"otpauth://, for apps on the same device"`
	QR     string `json:"qr" doc:"the uri as a picture, a data address"`
}

// OfferFactor begins the set-up of the caller's second factor.
func (s *SecondFactors) OfferFactor(ctx context.Context, c Caller) (FactorOffer, error) {
	key, err := newTOTP(cleanLine(s.SiteName()), c.Username)
	if err != nil {
		return FactorOffer{}, err
	}
	sealed, err := s.Keys.Seal(factorPlace(c.ID), []byte(key.secret))
	if err != nil {
		return FactorOffer{}, fmt.Errorf("seal a second factor: %w", err)
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := accountOf(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		if !a.EmailVerified {
			return ErrUnverifiedFactor
		}
		offered, err := offerFactor(ctx, tx, c.ID, sealed, s.Now())
		if err == nil && !offered {
			return ErrFactorOn
		}
		return err
	})
	if err != nil {
		return FactorOffer{}, err
	}
	return FactorOffer{Secret: key.secret, URI: key.uri, QR: key.qr}, nil
}

// EnableFactor ends the set-up with the app's first code. The caller's session
// gets a new token, their others end, and the recovery codes are told this once.
func (s *SecondFactors) EnableFactor(ctx context.Context, c Caller, code string) (token string, codes []string, err error) {
	codes, hashes := newRecoveryCodes()
	token = id.Secret()
	var right bool
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		right = false
		a, err := accountOf(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		f, err := selectFactor(ctx, tx, c.ID)
		switch {
		case !a.EmailVerified:
			return ErrUnverifiedFactor
		case errors.Is(err, db.ErrNone):
			return ErrFactorOff
		case err != nil:
			return fmt.Errorf("select second factor: %w", err)
		case f.enabled:
			return ErrFactorOn
		}
		if right, err = s.spendAppCode(ctx, tx, c.ID, f, bareCode(code)); err != nil || !right {
			return err
		}
		if err := enableFactor(ctx, tx, c.ID, s.Now()); err != nil {
			return fmt.Errorf("enable second factor: %w", err)
		}
		if err := replaceRecoveryCodes(ctx, tx, c.ID, hashes); err != nil {
			return fmt.Errorf("insert recovery codes: %w", err)
		}
		return s.afterFactorChange(ctx, tx, a, c.SessionID, token, factorOnNotice)
	})
	if err == nil && !right {
		err = errWrongCode
	}
	if err != nil {
		return "", nil, err
	}
	return token, codes, nil
}

// afterFactorChange renews the session's token, ends the others and tells the owner.
func (s *SecondFactors) afterFactorChange(ctx context.Context, tx *db.Tx, a Account, sessionID, token string, told notices.Kind[string]) error {
	if err := renewToken(ctx, tx, sessionID, id.Hash(token), s.Now()); err != nil {
		return fmt.Errorf("renew token: %w", err)
	}
	if err := s.sessions.RevokeAll(ctx, tx, a.ID, sessionID); err != nil {
		return err
	}
	return notify(ctx, tx, s.Notices, told, a, a.Username)
}

// DisableFactor switches the caller's second factor off, with a code of it.
func (s *SecondFactors) DisableFactor(ctx context.Context, c Caller, code string) (token string, err error) {
	token = id.Secret()
	return token, s.checkCode(ctx, c, code, func(ctx context.Context, tx *db.Tx, a Account) error {
		if err := deleteFactor(ctx, tx, a.ID); err != nil {
			return fmt.Errorf("delete second factor: %w", err)
		}
		return s.afterFactorChange(ctx, tx, a, c.SessionID, token, factorOffNotice)
	})
}

// RenewRecoveryCodes replaces the caller's recovery codes, with a code of the app
// or one of those that are left.
func (s *SecondFactors) RenewRecoveryCodes(ctx context.Context, c Caller, code string) (codes []string, err error) {
	codes, hashes := newRecoveryCodes()
	return codes, s.checkCode(ctx, c, code, func(ctx context.Context, tx *db.Tx, a Account) error {
		if err := replaceRecoveryCodes(ctx, tx, a.ID, hashes); err != nil {
			return fmt.Errorf("insert recovery codes: %w", err)
		}
		return notify(ctx, tx, s.Notices, recoveryRenewedNotice, a, a.Username)
	})
}

// ResetFactor takes a second factor away whose owner has lost it, and their passkeys, ends
// their sessions, and tells them and every admin. It serves the command line.
func (s *SecondFactors) ResetFactor(ctx context.Context, tx *db.Tx, username string) (Account, error) {
	a, err := absent(selectByUsername(ctx, tx, username))
	if err != nil {
		return a, err
	}
	on, err := hasFactor(ctx, tx, a.ID)
	if err == nil && !on {
		on, err = hasPasskey(ctx, tx, a.ID)
	}
	if err == nil && !on {
		err = ErrFactorOff
	}
	if err != nil {
		return a, err
	}
	if err := deleteFactor(ctx, tx, a.ID); err != nil {
		return a, fmt.Errorf("delete second factor: %w", err)
	}
	if err := deletePasskeys(ctx, tx, a.ID); err != nil {
		return a, fmt.Errorf("delete passkeys: %w", err)
	}
	if err := s.sessions.RevokeAll(ctx, tx, a.ID, ""); err != nil {
		return a, err
	}
	if err := notifyAdmins(ctx, tx, s.Notices, factorResetNotice, a, a.Username); err != nil {
		return a, err
	}
	return a, notify(ctx, tx, s.Notices, factorResetNotice, a, a.Username)
}

// Prove notes that the caller has just proved themselves, by their password or a
// code, so that weighty routes admit them for ten minutes (StepUp).
func (s *SecondFactors) Prove(ctx context.Context, c Caller, password, code string) error {
	mark := func(ctx context.Context, tx *db.Tx) error { return markProved(ctx, tx, c.SessionID, s.Now()) }
	if code != "" {
		return s.checkCode(ctx, c, code, func(ctx context.Context, tx *db.Tx, _ Account) error { return mark(ctx, tx) })
	}
	if password == "" {
		return fault.Missing("password")
	}
	if _, err := s.proofs.confirm(ctx, c, "password", password); err != nil {
		return err
	}
	return s.DB.Write(ctx, mark)
}
