package app

import (
	"context"

	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
)

// wireMail builds the outbox and what empties it.
func wireMail(s *Services) (err error) {
	s.mails = mail.NewOutbox(s.keys)
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
