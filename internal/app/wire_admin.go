package app

import (
	"context"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/admin"
	"limelight/internal/funds"
	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
	"limelight/internal/settings"
)

// wireAdmin builds the back office's numbers and mailbox.
func wireAdmin(s *Services) {
	office := backOffice{s.cfg, s.settings, s.profile, s.accounts, s.funds, s.mailer, s.now}
	s.admin = admin.New(admin.Deps{
		DB: s.db, Site: office.progress, Caller: office.callersMail, TryMail: office.tryMail, Incomes: kinds.Incomes().IDs(), Audit: s.audit, Now: s.now,
	})
	s.section("admin", "The back office's numbers and mailbox", s.admin.Routes)
}

// backOffice is what the back office asks about the site.
type backOffice struct {
	cfg      Config
	settings *settings.Service
	profile  siteProfile
	accounts *account.Service
	funds    *funds.Service
	mailer   *mail.Mailer
	now      func() time.Time
}

// progress is how far the site is set up.
func (o backOffice) progress(ctx context.Context, tx *db.Tx) (admin.Site, error) {
	now := o.settings.Get()
	gateways, packages, err := o.funds.Ready(ctx, tx)
	return admin.Site{
		Public: strings.HasPrefix(o.cfg.PublicURL, "https://"), MailServer: !o.mailer.Keeps(), OperatorMail: now.OperatorEmail != "",
		Gateways: gateways, Packages: packages, PayoutRate: now.TokenPayoutRate > 0,
	}, err
}

func (o backOffice) callersMail(ctx context.Context, tx *db.Tx) (string, error) {
	me, err := o.accounts.Get(ctx, tx, account.CallerFrom(ctx).ID)
	return me.Email, err
}

func (o backOffice) tryMail(ctx context.Context, to string) error {
	return o.mailer.Try(ctx, mail.Message{
		At: o.now(), To: to, Subject: "A test mail from " + o.profile.name(),
		Text: "The mail server of " + o.profile.name() + " works: this is the test mail that you asked for in the back office.\n",
	})
}
