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
)

// EmailMoves let the owner of a mail address stop that their account gets another one.
type EmailMoves struct {
	*core
	links    *MailedLinks
	sessions *LoginSessions
}

// stopLife is how long a change can be stopped, also after it has happened.
const stopLife = 72 * time.Hour

// errEmailGone refuses to bring an address back that belongs to another account by now.
var errEmailGone = fault.New(fault.Conflict, "This email address belongs to another account by now. Please contact us.")

// offerStop mails the present address the way to stop that another one takes its place. One
// that was never confirmed may be a stranger's, who must not get the account by it.
func (s *EmailMoves) offerStop(ctx context.Context, tx *db.Tx, a Account) error {
	if !a.EmailVerified || a.foreignEmail {
		return nil
	}
	token := id.Secret()
	if err := insertEmailMove(ctx, tx, id.Hash(token), a.ID, a.Email, s.Now().Add(stopLife)); err != nil {
		return fmt.Errorf("insert a way to stop: %w", err)
	}
	return notify(ctx, tx, s.Notices, emailStopNotice, a, linked{a.Username, "/auth/stop-email-change?token=" + token})
}

// StopEmailChange follows a mailed way to stop: the address before stays, or comes back. Whoever
// asked for another one may be a stranger, so every session ends, every mailed link is over, and
// the owner is sent one to choose a new password.
func (s *EmailMoves) StopEmailChange(ctx context.Context, token string) error {
	if err := s.Limits.AllowAddress(ctx, limitLink, api.Address(ctx)); err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		m, err := takeEmailMove(ctx, tx, id.Hash(token))
		if err != nil {
			return badLink(err)
		}
		if !s.Now().Before(m.expires) {
			return ErrLink
		}
		a, err := selectAccount(ctx, tx, m.accountID)
		if err != nil {
			return fmt.Errorf("select account: %w", err)
		}
		return s.stop(ctx, tx, a, m.email)
	})
}

func (s *EmailMoves) stop(ctx context.Context, tx *db.Tx, a Account, email string) error {
	if err := deleteAllLinks(ctx, tx, a.ID); err != nil {
		return fmt.Errorf("delete links: %w", err)
	}
	if err := deleteEmailMoves(ctx, tx, a.ID); err != nil {
		return fmt.Errorf("delete ways to stop: %w", err)
	}
	if err := dropPendingEmail(ctx, tx, a.ID); err != nil {
		return fmt.Errorf("drop a pending address: %w", err)
	}
	if foldKey(a.Email) != foldKey(email) {
		if err := s.bringBack(ctx, tx, a, email); err != nil {
			return err
		}
	}
	if err := s.sessions.RevokeAll(ctx, tx, a.ID, ""); err != nil {
		return err
	}
	a.Email = email
	if a.closedByOwner() {
		if err := s.links.sendRestore(ctx, tx, a); err != nil {
			return err
		}
	}
	return s.links.sendReset(ctx, tx, a, resetLife, emailStoppedNotice)
}

// bringBack makes the address before the account's again, and tells the one that it had meanwhile.
func (s *EmailMoves) bringBack(ctx context.Context, tx *db.Tx, a Account, email string) error {
	if err := notify(ctx, tx, s.Notices, emailMovedNotice, a, a.Username); err != nil {
		return err
	}
	err := taken(updateEmail(ctx, tx, a.ID, email, s.Now()))
	if errors.Is(err, ErrEmailTaken) {
		return errEmailGone
	}
	if err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, EmailVerified{AccountID: a.ID, Email: email})
}

type emailMove struct {
	accountID, email string
	expires          time.Time
}

func scanEmailMove(r db.Row) (m emailMove, err error) {
	var expires int64
	err = r.Scan(&m.accountID, &m.email, &expires)
	m.expires = db.Time(expires)
	return m, err
}

func insertEmailMove(ctx context.Context, tx *db.Tx, hash, accountID, email string, expires time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO account_email_moves (hash, account_id, email, expires_at) VALUES ($1, $2, $3, $4)`,
		hash, accountID, email, db.Millis(expires))
	return err
}

// takeEmailMove deletes a way to stop and returns it; of two at once, one gets it.
func takeEmailMove(ctx context.Context, tx *db.Tx, hash string) (emailMove, error) {
	return db.One(ctx, tx, scanEmailMove, `
		DELETE FROM account_email_moves WHERE hash = $1 RETURNING account_id, email, expires_at`, hash)
}

func deleteEmailMoves(ctx context.Context, tx *db.Tx, accountID string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM account_email_moves WHERE account_id = $1`, accountID)
	return err
}

type stopInput struct {
	Body struct {
		Token string `json:"token" minLength:"1" maxLength:"100" doc:"of the mail"`
	}
}

func (s *EmailMoves) stopEmailChange(ctx context.Context, in *stopInput) (Message, error) {
	if err := s.StopEmailChange(ctx, in.Body.Token); err != nil {
		return Message{}, err
	}
	return Message{"Your email address stays as it was, and every device is logged out. We have sent you a link to choose a new password."}, nil
}
