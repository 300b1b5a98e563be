package app

import (
	"context"
	"time"

	"limelight/internal/account"
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

// letters are the mails that the site writes to people.
type letters struct {
	accounts *account.Service
	mails    *mail.Outbox
	profile  siteProfile
	now      func() time.Time
}

// queue queues a mail as it stands.
func (l letters) queue(ctx context.Context, tx *db.Tx, to, subject, text string) error {
	return l.mails.Queue(ctx, tx, mail.Message{At: l.now(), To: to, Subject: subject, Text: text})
}

// write greets an account, says the text, and where the site is.
func (l letters) write(ctx context.Context, tx *db.Tx, accountID, subject, text string) error {
	to, err := l.accounts.Get(ctx, tx, accountID)
	if err != nil {
		return err
	}
	return l.queue(ctx, tx, to.Email, subject, "Hello "+to.Name+",\n\n"+text+"\n\n"+l.profile.name()+": "+l.profile.home()+"\n")
}

// writeAbout writes to an account what another one did.
func (l letters) writeAbout(ctx context.Context, tx *db.Tx, toID, aboutID, subject, did string) error {
	about, err := l.accounts.Get(ctx, tx, aboutID)
	if err != nil {
		return err
	}
	return l.write(ctx, tx, toID, subject, about.Name+did)
}
