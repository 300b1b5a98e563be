package app

import (
	"context"
	"io"
	"time"

	"limelight/internal/demosite"
	"limelight/internal/kit/bus"
)

// FillDemo fills an empty site with believable people and returns their logins;
// the passwords are told here and nowhere else.
func FillDemo(ctx context.Context, cfg Config) (accounts []demosite.Account, err error) {
	cfg.Development = true // the demo's payments are the sandbox's
	err = with(ctx, cfg, making, func(ctx context.Context, s *Services) error {
		return demosite.Fill(ctx, demoSite(s), func(made []demosite.Account) { accounts = made })
	})
	return accounts, err
}

// runDemo lives with a site that is open: it is filled if it is empty, and played on.
func runDemo(ctx context.Context, s *Services, out io.Writer, followUp func()) error {
	return demosite.Run(ctx, demoSite(s), out, followUp)
}

// demoSite is a site in the words of its demo people. Features have their parts in their own
// wire files.
func demoSite(s *Services) *demosite.Site {
	return &demosite.Site{
		Log: s.log, Now: s.now, DB: s.db, Bus: s.bus,
		Data: s.cfg.Data, TempFolder: TempFolder(s.cfg.Data), Origin: s.cfg.origin(), Tools: s.cfg.Tools,
		Settings: s.settings, Ledger: s.ledger, Files: s.files, Accounts: s.accounts, Performers: s.performers, Studios: s.studios,
		Identity: s.identity, Pages: s.pages, Messages: s.messages, Shows: s.shows, Engine: s.engine, Assets: s.assets,
		Funds: s.funds, Sandbox: s.sandbox, Payouts: s.payouts, Parts: s.demo,
		Earlier: func(ctx context.Context, now func() time.Time) (*demosite.Site, error) {
			past, err := earlier(ctx, s.infra, now)
			if err != nil {
				return nil, err
			}
			return demoSite(past), nil
		},
	}
}

// earlier are the services of a site by another clock, without a media engine.
func earlier(ctx context.Context, i *infra, now func() time.Time) (*Services, error) {
	past := *i
	past.now, past.engine = now, nil
	past.bus = bus.New(past.db, past.log, now)
	s, err := newServices(&past, nil)
	if err != nil {
		return nil, err
	}
	return s, s.settings.Load(ctx)
}
