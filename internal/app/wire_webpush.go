package app

import (
	"cmp"
	"context"
	"net/url"
	"strings"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/httpclient"
	"limelight/internal/notices"
	"limelight/internal/notices/webpush"
)

// wireWebPush builds what tells people on devices where the site is closed.
func wireWebPush(s *Services) {
	s.limits.Add(webpush.Limits())
	s.webPush = webpush.New(webpush.Deps{
		DB: s.db, Keys: s.keys, Limits: s.limits, Now: s.now, Log: s.log,
		// Browsers say where to: never into the operator's own network, whatever that may be called by others.
		Client:  httpclient.New(httpclient.Config{Timeout: webpush.Timeout}),
		Contact: s.profile.contact, Icon: func() string { return s.settings.Get().Favicon },
		SignedIn: account.SignedIn, Own: audit.Silent("the caller's own device"), Caller: loginOf, SessionsLive: func(ctx context.Context, tx *db.Tx, sessionIDs ...string) (map[string]bool, error) {
			return s.late.accounts.Get().SessionsLive(ctx, tx, sessionIDs...)
		},
	})
	s.section("webpush", "Notifications on devices where the site is closed", s.webPush.Routes)
	s.background("webpush", s.webPush.Run)
	s.collect(s.webPush.Collectors()...)
}

// pushes are the notices for devices where the site is closed.
type pushes struct{ *webpush.Service }

func (p pushes) Queue(ctx context.Context, tx *db.Tx, n notices.Push, accountIDs ...string) error {
	return p.Service.Queue(ctx, tx, webpush.Push{
		Title: n.Title, Text: n.Text, Link: n.Link, Tag: n.Tag, Group: string(n.Group), Bulk: n.Bulk, Lifetime: n.Lifetime,
	}, accountIDs...)
}

// loginOf is the account that makes a call, and its login.
func loginOf(ctx context.Context) webpush.Caller {
	me := account.CallerFrom(ctx)
	return webpush.Caller{AccountID: me.ID, SessionID: me.SessionID}
}

// contact is how push services reach the site. They refuse one that names neither an https address
// nor a mail address; the operator's own, which is nobody's business there, is not told.
func (p siteProfile) contact() string {
	home := p.home()
	if strings.HasPrefix(home, "https://") {
		return home
	}
	host := "localhost"
	if at, err := url.Parse(home); err == nil {
		host = cmp.Or(at.Hostname(), host)
	}
	return "mailto:webmaster@" + host
}
