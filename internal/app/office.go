package app

import (
	"context"
	"strings"

	"limelight/internal/account"
	"limelight/internal/admin"
	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
)

// newBackOffice gives the back office what it asks of the house.
func (h *house) newBackOffice() *admin.Service {
	return admin.New(admin.Deps{
		DB: h.db, Site: h.setUpSoFar, Caller: h.callersMail, TryMail: h.tryMail, Audit: acts{h}, Now: h.now,
	})
}

func (h *house) setUpSoFar(ctx context.Context, tx *db.Tx) (admin.Site, error) {
	now := h.settings.Get()
	gateways, packages, err := h.funds.Ready(ctx, tx)
	return admin.Site{
		Public: strings.HasPrefix(h.cfg.PublicURL, "https://"), MailServer: !h.mailer.Keeps(), OperatorMail: now.OperatorEmail != "",
		Gateways: gateways, Packages: packages, PayoutRate: now.TokenPayoutRate > 0,
	}, err
}

func (h *house) callersMail(ctx context.Context, tx *db.Tx) (string, error) {
	me, err := h.accounts.Get(ctx, tx, account.CallerFrom(ctx).ID)
	return me.Email, err
}

func (h *house) tryMail(ctx context.Context, to string) error {
	return h.mailer.Try(ctx, mail.Message{
		At: h.now(), To: to, Subject: "A test mail from " + h.siteName(),
		Text: "The mail server of " + h.siteName() + " works: this is the test mail that you asked for in the back office.\n",
	})
}
