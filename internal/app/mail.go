package app

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
	"limelight/internal/notices"
)

// wireMail builds the outbox and what empties it.
func wireMail(s *Services) (err error) {
	s.mails = mail.NewOutbox(s.keys)
	s.notices = notices.New(notices.Deps{Outbox: s.mails, Site: s.profile.name, Home: s.profile.home, Now: s.now})
	s.mailer, err = mail.New(s.db, s.mails, mail.Config{Server: s.cfg.SMTP, From: s.cfg.MailFrom, Name: s.profile.name}, s.now, s.log)
	if err != nil {
		return err
	}
	s.background("mail", s.mailer.Run)
	s.collect(s.mailer.Collectors()...)
	s.job(cron.Job{Name: "mails", Every: sweepEvery, Run: inTransaction(s.db, func(ctx context.Context, tx *db.Tx) error {
		_, err := mail.Forget(ctx, tx, s.now())
		return err
	})})
	return nil
}

// notifier tells accounts, and the operator.
type notifier struct {
	accounts *account.Service
	notices  *notices.Notices
	profile  siteProfile
}

// notify tells an account.
func notify[D any](ctx context.Context, tx *db.Tx, n notifier, kind notices.Kind[D], accountID string, about D) error {
	to, err := n.accounts.Recipient(ctx, tx, accountID)
	if err != nil {
		return err
	}
	return kind.Send(ctx, tx, n.notices, to, about)
}

// notifyOf tells an account what another one did, whose name the notice is about.
func notifyOf(ctx context.Context, tx *db.Tx, n notifier, kind notices.Kind[string], accountID, otherID string) error {
	other, err := n.accounts.Get(ctx, tx, otherID)
	if err != nil {
		return err
	}
	return notify(ctx, tx, n, kind, accountID, other.Name)
}

// notifyOperator tells the operator, if an address of theirs is known.
func notifyOperator[D any](ctx context.Context, tx *db.Tx, n notifier, kind notices.Kind[D], about D) error {
	return kind.Send(ctx, tx, n.notices, notices.Recipient{Address: n.profile.operator()}, about)
}
