package account

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// What else proves people than their password, such as a passkey, is checked by other packages.
// What it opens is said here.

// Enter opens a session for an account that has proved itself otherwise than by its password.
// One of another role is ErrWrongPair, and one that may not log in is refused as with a password.
func (s *Logins) Enter(ctx context.Context, tx *db.Tx, accountID string, role Role) (e Entry, err error) {
	a, err := accountOf(ctx, tx, accountID)
	if err == nil && a.Role != role {
		err = ErrWrongPair
	}
	if err == nil {
		err = s.mayLogIn(a)
	}
	if err != nil {
		return e, err
	}
	open, err := holdOpen(ctx, tx, a.ID)
	if err != nil {
		return e, fmt.Errorf("hold an account: %w", err)
	}
	if !open {
		return e, ErrSuspended
	}
	e.Token, e.Session, err = s.sessions.open(ctx, tx, a, s.Now())
	return e, err
}

// Waiting is whose login waits for its second step.
func (s *SecondFactors) Waiting(ctx context.Context, ticket string) (Account, error) {
	k, err := s.challenged(ctx, ticket)
	return k.Account, err
}

// Passed ends a login whose second step was passed otherwise than by a code.
func (s *SecondFactors) Passed(ctx context.Context, tx *db.Tx, ticket string) (e Entry, err error) {
	if _, err = tryChallenge(ctx, tx, id.Hash(ticket)); errors.Is(err, db.ErrNone) {
		return e, ErrTicketOver
	}
	if err != nil {
		return e, fmt.Errorf("hold a challenge: %w", err)
	}
	c, err := selectChallenge(ctx, tx, id.Hash(ticket))
	if err != nil {
		return e, fmt.Errorf("select challenge: %w", err)
	}
	open, err := holdOpen(ctx, tx, c.accountID)
	if err != nil {
		return e, fmt.Errorf("hold an account: %w", err)
	}
	if !open {
		return e, ErrSuspended
	}
	k, err := selectCredentials(ctx, tx, c.accountID)
	if err == nil && k.hash != c.passwordHash {
		err = ErrTicketOver
	}
	if err == nil {
		err = s.mayLogIn(k.Account)
	}
	if err != nil {
		return e, err
	}
	if err := deleteChallenge(ctx, tx, id.Hash(ticket)); err != nil {
		return e, fmt.Errorf("delete challenge: %w", err)
	}
	e.Token, e.Session, err = s.sessions.open(ctx, tx, k.Account, s.Now())
	return e, err
}

// MarkProved notes that the caller has just proved themselves otherwise than by a password or
// a code, so that weighty routes admit them for ten minutes (StepUp).
func (s *Proofs) MarkProved(ctx context.Context, tx *db.Tx, c Caller) error {
	return markProved(ctx, tx, c.SessionID, s.Now())
}

// HoldPassword reports whether the account has a password that opens it. It holds the
// account's row until the transaction ends.
func (s *Passwords) HoldPassword(ctx context.Context, tx *db.Tx, accountID string) (bool, error) {
	if _, err := holdOpen(ctx, tx, accountID); err != nil {
		return false, fmt.Errorf("hold an account: %w", err)
	}
	k, err := selectCredentials(ctx, tx, accountID)
	if err != nil {
		return false, fmt.Errorf("select account: %w", err)
	}
	return k.hash != "" && !k.switchedOff(), nil
}

// Answer puts a login into the cookies and into words.
func (s *Logins) Answer(ctx context.Context, e Entry) LoginAnswer {
	if e.Ticket != "" {
		return LoginAnswer{TwoFactor: true, Ticket: e.Ticket, Passkey: e.passkey}
	}
	s.cookies.set(ctx, e.Token, e.Session.role)
	return LoginAnswer{Token: e.Token}
}

// holdOpen holds the row of an account that is not suspended, and reports whether there is one.
func holdOpen(ctx context.Context, tx *db.Tx, accountID string) (open bool, err error) {
	rows, err := db.Exec(ctx, tx, `UPDATE accounts SET status = status WHERE id = $1 AND status <> 'suspended'`, accountID)
	return rows == 1, err
}

func deletePasskeys(ctx context.Context, tx *db.Tx, accountID string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM account_passkeys WHERE account_id = $1`, accountID)
	return err
}

// hasPasskey reports whether a passkey may stand in for a code (internal/account/passkeys).
func hasPasskey(ctx context.Context, tx *db.Tx, accountID string) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM account_passkeys WHERE account_id = $1`, accountID)
	return n > 0, err
}
