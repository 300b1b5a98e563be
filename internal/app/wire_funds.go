package app

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"limelight/internal/funds"
	"limelight/internal/funds/adapters/sandbox"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/kit/httpclient"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/secretbox"
	"limelight/internal/ledger"
	"limelight/internal/settings"
)

const (
	sandboxPath  = "/sandbox"
	webhooksPath = api.Prefix + "/payment/webhooks/"
)

// fundsRates bound begun payments of a member, and notifications that no vendor
// signed, which are kept so that somebody may look at them.
var fundsRates = limit.Rules{
	"funds.buy":    {Max: 10, Per: time.Minute},
	"funds.forged": {Max: 20, Per: time.Hour},
}

// vendorTimeout is how long a payment vendor may take to answer.
const vendorTimeout = 20 * time.Second

// wireFunds builds where money comes in. The ledger asks it before a member spends.
func wireFunds(s *Services) error {
	s.limits.Add(fundsRates)
	vendors, own, err := outgoing(s.cfg)
	if err != nil {
		return err
	}
	s.sandbox = sandbox.Parts{
		Store: funds.SandboxOrders{DB: s.db}, Send: sandbox.Post(own, s.cfg.origin()+webhooksPath+sandbox.ID),
		Base: s.cfg.origin() + sandboxPath, Key: []byte(s.keys.Derive("sandbox")),
	}
	s.funds = funds.New(funds.Deps{
		DB: s.db, Ledger: s.ledger, Accounts: s.accounts, Audit: s.audit, Events: s.bus, Limiter: s.limits,
		Seals: s.keys, Key: []byte(s.keys.Derive("funds pass-through")), Registry: funds.Registry(s.sandbox), Client: vendors,
		Site:  func() gateway.Site { return paymentSite(s.settings.Get(), s.cfg) },
		Rules: func() funds.Rules { return funds.Rules{SecondAdminAbove: s.settings.Get().SecondAdminAbove} }, Now: s.now,
	})
	s.ledger.Gate = s.funds.MaySpend
	s.ledger.Bearer = func() ledger.Bearer { return ledger.Bearer(s.settings.Get().ChargebackBearer) }
	s.section("funds", "Token packages, payments, spending limits, payment disputes", s.funds.Routes)
	s.mount(mounted{sandboxPath + "/", !s.cfg.Development, sandboxPages{s.funds, s.sandbox, s.now}.handler})
	s.rule(s.funds.Rule())
	s.collect(s.funds.Collectors()...)
	jobs := fundsJobs{s.notifier, s.funds, s.log}
	s.job(cron.Job{Name: "payments", Every: time.Minute, Run: jobs.reconcile})
	s.job(cron.Job{Name: "forget", Every: 24 * time.Hour, Run: jobs.forget})
	s.job(cron.Job{Name: "ways", Every: 24 * time.Hour, Run: s.funds.SealWays})
	s.job(cron.Job{Name: "ratios", Every: time.Hour, Run: jobs.notifyRatios})
	subscribeFunds(s)
	return nil
}

func subscribeFunds(s *Services) {
	news := paymentNews{s.funds, s.notifier, s.moderation, s.sockets, s.log}
	bus.Tell(s.bus, "sockets.paid", func(ctx context.Context, e funds.PaymentPaid) error { return news.push(ctx, e.AccountID, e.IntentID) })
	bus.Tell(s.bus, "sockets.payment", func(ctx context.Context, e funds.PaymentChanged) error {
		return news.push(ctx, e.AccountID, e.IntentID)
	})
	bus.On(s.bus, "moderation.takenBack", news.recordTakenBack)
	bus.On(s.bus, "mail.recovered", news.notifyRecovered)
	bus.On(s.bus, "mail.quarantined", news.notifyQuarantined)
	bus.On(s.bus, "mail.refundFailed", news.notifyRefundFailed)
	bus.On(s.bus, "mail.proposed", news.askAdmins)
}

// outgoing are the clients for calls to addresses that were typed into settings,
// and for the sandbox's notifications to this site itself.
func outgoing(cfg Config) (vendors, own *http.Client, err error) {
	internal, err := httpclient.ParseInternal(cfg.InternalHosts...)
	if err != nil {
		return nil, nil, fmt.Errorf("--internal-host: %w", err)
	}
	site, err := url.Parse(cfg.origin())
	if err != nil {
		return nil, nil, fmt.Errorf("--public-url: %w", err)
	}
	itself, err := httpclient.ParseInternal(site.Hostname())
	if err != nil {
		return nil, nil, fmt.Errorf("--public-url: %w", err)
	}
	return httpclient.New(httpclient.Config{Timeout: vendorTimeout, Internal: internal}),
		httpclient.New(httpclient.Config{Timeout: vendorTimeout, Internal: itself}), nil
}

// paymentSite is what gateways ask about the site.
func paymentSite(now settings.Current, cfg Config) gateway.Site {
	return gateway.Site{Adult: now.AdultMode, Development: cfg.Development}
}

// sandboxPages are the sandbox's own site, outside the API.
type sandboxPages struct {
	funds *funds.Service
	parts sandbox.Parts
	now   func() time.Time
}

func (p sandboxPages) handler() (http.Handler, error) {
	vendor, err := sandbox.New(gateway.Values{}, gateway.Deps{Client: p.funds.Client, Now: p.now, Site: p.funds.Site}, p.parts)
	if err != nil {
		return nil, fmt.Errorf("the sandbox: %w", err)
	}
	return vendor.Pages(), nil
}

// vendors reports whether a request is a payment vendor's notification: it has no
// session, comes from another origin, and is answered whatever the site is doing.
func vendors(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, webhooksPath) }

// fundsJobs look after payments.
type fundsJobs struct {
	notifier
	funds *funds.Service
	log   *slog.Logger
}

func (j fundsJobs) reconcile(ctx context.Context) error {
	r, err := j.funds.Reconcile(ctx)
	for gateway, why := range r.Refusals {
		j.log.Warn("a payment gateway told nothing of an open payment", "gateway", gateway, "error", why)
	}
	return err
}

// notifyRatios writes to the operator when so many sales were disputed that card
// networks take notice.
func (j fundsJobs) notifyRatios(ctx context.Context) error {
	return j.funds.TellRatios(ctx, func(ctx context.Context, tx *db.Tx, r funds.Ratio) error {
		where := cmp.Or(r.Gateway, "all gateways together")
		j.log.Warn("many sales were disputed", "level", r.Level(), "gateway", where, "disputes", r.Disputes, "frauds", r.Frauds, "sales", r.Sales)
		return notifyOperator(ctx, tx, j.notifier, funds.RatioNotice, r)
	})
}

func (j fundsJobs) forget(ctx context.Context) error {
	_, err := j.funds.Forget(ctx)
	return err
}

// completeEvents gives what gateways told to a version before its MACs, once. Where a
// row has one and that is not written down, somebody took the word away: nothing is
// blessed then.
func completeEvents(ctx context.Context, tx *db.Tx, keys *secretbox.Keys, epoch secretbox.Epoch) error {
	if eventsComplete(epoch) {
		return nil
	}
	had, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM funds_events WHERE mac <> ''`)
	if err != nil || had > 0 {
		return err
	}
	if err := funds.AuthenticateEvents(ctx, tx, keys.MAC()); err != nil {
		return err
	}
	return keys.Extend(ctx, tx, epoch, funds.EventsTable)
}

// eventsComplete reports whether every row of what gateways told has a MAC.
func eventsComplete(epoch secretbox.Epoch) bool {
	return slices.Contains(epoch.Complete, funds.EventsTable)
}
