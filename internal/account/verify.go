package account

import (
	"context"
	"fmt"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// Verification follows the mailed links that need no password.
type Verification struct {
	*core
	suspensions *Suspensions
}

// Confirm follows a mailed link: it verifies an address, completes a change of
// address, or brings back an account whose owner had suspended it. Following a
// verification twice is once: mail programs look at links before people do.
func (s *Verification) Confirm(ctx context.Context, token string) (done Confirmation, err error) {
	if err := s.Limits.AllowAddress(ctx, limitLink, api.Address(ctx)); err != nil {
		return done, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		l, err := selectLink(ctx, tx, id.Hash(token))
		if err != nil {
			return badLink(err)
		}
		a, err := selectAccount(ctx, tx, l.accountID)
		if err != nil {
			return fmt.Errorf("select account: %w", err)
		}
		done = Confirmation{Role: a.Role, Next: l.next}
		switch {
		case l.good(toRestore, s.Now()) && a.closedByOwner() && l.email == a.Email:
			return s.suspensions.Restore(ctx, tx, a.ID, a.ID)
		case l.good(toVerify, s.Now()) && (l.email == a.Email || l.email == a.PendingEmail):
			return s.proveEmail(ctx, tx, a, l.email)
		}
		return ErrLink
	})
	return done, err
}

// Confirmation is whose link was followed, and where they wanted to go.
type Confirmation struct {
	Role Role
	Next string // a path on this site; empty: none
}

// proveEmail makes a proven address the account's own. An address that has been
// replaced in the meantime proves nothing. When the address moves, links mailed to
// the old one are over, and both are told.
func (s *Verification) proveEmail(ctx context.Context, tx *db.Tx, a Account, email string) error {
	known := email == a.Email && a.EmailVerified
	if known || email != a.Email && email != a.PendingEmail {
		return nil
	}
	if err := updateEmail(ctx, tx, a.ID, email, s.Now()); err != nil {
		return taken(err)
	}
	if email != a.Email {
		if err := s.notifyMoved(ctx, tx, a, email); err != nil {
			return err
		}
	}
	return s.Events.Publish(ctx, tx, EmailVerified{AccountID: a.ID, Email: email})
}

// notifyMoved ends what was mailed to the address that an account had, and tells
// that address and the new one.
func (s *Verification) notifyMoved(ctx context.Context, tx *db.Tx, a Account, email string) error {
	for _, p := range []purpose{toReset, toRestore} {
		if err := deleteLinks(ctx, tx, a.ID, p); err != nil {
			return fmt.Errorf("delete %s links: %w", p, err)
		}
	}
	if err := notify(ctx, tx, s.Notices, emailMovedNotice, a, a.Username); err != nil {
		return err
	}
	return notifyAt(ctx, tx, s.Notices, emailArrivedNotice, a, email, a.Username)
}

type confirmInput struct {
	Token string `query:"token" required:"true" minLength:"1" maxLength:"100"`
}

// Confirmed answers a mailed link that was followed.
type Confirmed struct {
	Message string `json:"message"`
	Role    Role   `json:"role" enum:"user,performer,studio,admin" doc:"whose login comes next"`
	Next    string `json:"next" doc:"the path on this site that they wanted to go to; empty: none"`
}

func (s *Verification) confirmLink(ctx context.Context, in *confirmInput) (Confirmed, error) {
	done, err := s.Confirm(ctx, in.Token)
	if err != nil {
		return Confirmed{}, err
	}
	return Confirmed{Message: "Thank you, this is done. You can log in now.", Role: done.Role, Next: done.Next}, nil
}
