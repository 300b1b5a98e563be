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
	"limelight/internal/notices"
)

// MailedLinks are the links by which an address is verified, a password replaced and a closed
// account opened again.
type MailedLinks struct{ *core }

// ErrLink refuses a mailed link that is unknown, used or over.
var ErrLink = fault.New(fault.Invalid, "This link is no longer valid. Please ask for a new one.").Coded("link_expired")

// Forgot mails a reset link to the owner of the address, soon. The answer is the
// same when there is none, and takes the same time.
func (s *MailedLinks) Forgot(ctx context.Context, email string) error {
	return s.askMail(ctx, email, toReset)
}

// askMail queues a mail with a link. Whether anybody has the address is looked up
// when nobody waits for the answer any more.
func (s *MailedLinks) askMail(ctx context.Context, email string, p purpose) error {
	if err := s.admitMail(ctx, email); err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Events.Publish(ctx, tx, MailAsked{Email: email, Purpose: string(p)})
	})
}

// SendAsked sends what MailAsked asks for, in the transaction of its delivery.
func (s *MailedLinks) SendAsked(ctx context.Context, tx *db.Tx, e MailAsked) error {
	a, err := selectByEmail(ctx, tx, e.Email)
	if errors.Is(err, db.ErrNone) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("select account: %w", err)
	}
	switch purpose(e.Purpose) {
	case toReset:
		return s.sendReset(ctx, tx, a, resetLife, resetNotice)
	case toVerify:
		return s.sendVerificationAgain(ctx, tx, a)
	}
	return nil
}

// admitMail bounds mails to one mail address, and those that one network address asks for.
func (s *MailedLinks) admitMail(ctx context.Context, email string) error {
	if err := s.Limits.AllowAddress(ctx, limitMailAddress, api.Address(ctx)); err != nil {
		return err
	}
	return s.Limits.Allow(ctx, limitMail, foldKey(email))
}

func (s *MailedLinks) sendReset(ctx context.Context, tx *db.Tx, a Account, lasts time.Duration, told notices.Kind[linked]) error {
	address, err := s.create(ctx, tx, link{accountID: a.ID, email: a.Email, purpose: toReset}, lasts)
	if err != nil {
		return err
	}
	return notify(ctx, tx, s.Notices, told, a, linked{a.Username, address})
}

func (l link) good(p purpose, now time.Time) bool { return l.purpose == p && now.Before(l.expires) }

func badLink(err error) error {
	if errors.Is(err, db.ErrNone) {
		return ErrLink
	}
	return fmt.Errorf("read a link: %w", err)
}

// sendRestore mails the link that opens an account again whose owner closed it.
func (s *MailedLinks) sendRestore(ctx context.Context, tx *db.Tx, a Account) error {
	address, err := s.create(ctx, tx, link{accountID: a.ID, email: a.Email, purpose: toRestore}, restoreLife)
	if err != nil {
		return err
	}
	return notify(ctx, tx, s.Notices, closedNotice, a, linked{a.Username, address})
}

// How long links work.
const (
	resetLife   = 30 * time.Minute
	verifyLife  = 24 * time.Hour
	restoreLife = 30 * 24 * time.Hour
	inviteLife  = 7 * 24 * time.Hour // afterwards "Forgot password" does the same
)

// sendVerification mails a link that proves the address is the account's own, and
// leads to next, a path on this site.
func (s *MailedLinks) sendVerification(ctx context.Context, tx *db.Tx, a Account, email, next string) error {
	address, err := s.create(ctx, tx, link{accountID: a.ID, email: email, purpose: toVerify, next: next}, verifyLife)
	if err != nil {
		return err
	}
	return notifyAt(ctx, tx, s.Notices, verifyNotice, a, email, linked{a.Username, address})
}

// sendVerificationAgain replaces the link that waits, if one is wanted.
func (s *MailedLinks) sendVerificationAgain(ctx context.Context, tx *db.Tx, a Account) error {
	if a.EmailVerified {
		return nil
	}
	next, err := selectNext(ctx, tx, a.ID)
	if err != nil {
		return fmt.Errorf("select a link: %w", err)
	}
	return s.sendVerification(ctx, tx, a, a.Email, next)
}

// create stores a link in place of the earlier one of its purpose, and returns where it leads.
func (s *MailedLinks) create(ctx context.Context, tx *db.Tx, l link, lasts time.Duration) (path string, err error) {
	token := id.Secret()
	l.expires = s.Now().Add(lasts)
	if err := replaceLink(ctx, tx, id.Hash(token), l); err != nil {
		return "", fmt.Errorf("insert %s link: %w", l.purpose, err)
	}
	if l.purpose == toReset {
		return "/auth/reset-password?token=" + token, nil
	}
	return "/auth/verify-email?token=" + token, nil
}

// ResendVerification mails a new link if the address waits for one, soon. The
// answer is the same when it does not, and takes the same time.
func (s *MailedLinks) ResendVerification(ctx context.Context, email string) error {
	return s.askMail(ctx, email, toVerify)
}

type forgotInput struct {
	Body forgotBody
}

type forgotBody struct {
	Email string `json:"email" format:"email" maxLength:"254"`
	Type  string `json:"type,omitempty" maxLength:"20" doc:"the login page it was asked from; addresses are unique over all roles"`
}

func (s *MailedLinks) forgot(ctx context.Context, in *forgotInput) (Message, error) {
	if err := s.Forgot(ctx, in.Body.Email); err != nil {
		return Message{}, err
	}
	return Message{"If this address belongs to an account, we have sent it a link to choose a new password."}, nil
}

type resendInput struct {
	Body resendBody
}

type resendBody struct {
	Email  string `json:"email" format:"email" maxLength:"254"`
	Source string `json:"source,omitempty" maxLength:"20" doc:"the role of the page it was asked from"`
}

func (s *MailedLinks) resend(ctx context.Context, in *resendInput) (Message, error) {
	if err := s.ResendVerification(ctx, in.Body.Email); err != nil {
		return Message{}, err
	}
	return Message{"If this address waits for verification, we have sent it a new link."}, nil
}
