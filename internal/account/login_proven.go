package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// LoginProven opens a session for a member whom another site has proved, as a right password does:
// who is suspended is refused, and a second factor is asked for all the same. What is weighty asks
// for a proof of this site's (StepUp): whoever gets hold of the other account has none.
func (s *Logins) LoginProven(ctx context.Context, memberID string) (e Entry, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e = Entry{}
		if _, err := holdOpen(ctx, tx, memberID); err != nil { // or a suspension at the same moment ends every session but this
			return fmt.Errorf("hold an account: %w", err)
		}
		k, err := selectCredentials(ctx, tx, memberID)
		if errors.Is(err, db.ErrNone) || err == nil && k.Role != Member {
			return ErrAbsent
		}
		if err != nil {
			return fmt.Errorf("select account: %w", err)
		}
		if err := s.mayLogIn(k.Account); err != nil {
			return err
		}
		return s.enter(ctx, tx, k, &e, time.Time{})
	})
	return e, err
}

// enter opens the session of a login, or asks for the second factor of an account that has one,
// which is a proof of its own.
func (s *Logins) enter(ctx context.Context, tx *db.Tx, k credentials, e *Entry, provedAt time.Time) error {
	asked, err := hasFactor(ctx, tx, k.ID)
	if err != nil {
		return fmt.Errorf("select second factor: %w", err)
	}
	if asked {
		if e.passkey, err = hasPasskey(ctx, tx, k.ID); err != nil {
			return fmt.Errorf("count passkeys: %w", err)
		}
		e.Ticket, err = s.factors.openChallenge(ctx, tx, k)
		return err
	}
	e.Token, e.Session, err = s.sessions.open(ctx, tx, k.Account, provedAt)
	return err
}
