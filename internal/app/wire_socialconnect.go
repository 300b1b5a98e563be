package app

import (
	"context"

	"limelight/internal/kit/bus"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/show"
	"limelight/internal/socialconnect"
)

// wireSocialConnect builds the connections with X (Twitter).
func wireSocialConnect(s *Services) {
	s.limits.Add(socialconnect.Limits())
	s.socialConnect = socialconnect.New(socialconnect.Deps{
		DB: s.db, Accounts: s.accounts, Performers: announced{s}, Audit: s.audit, Events: s.bus, Keys: s.keys, Limits: s.limits,
		Client: s.funds.Client, // for vendors whose addresses are settings
		Origin: s.cfg.origin(), Home: s.profile.home, Now: s.now, Log: s.log,
	})
	s.accounts.OtherLogins = s.socialConnect
	s.section("socialconnect", "X (Twitter): what is posted when a performer is live, and logins by it", s.socialConnect.Routes)
	s.erases("socialconnect", s.socialConnect.EraseOf)
	s.job(cron.Job{Name: "social.posts", Every: socialconnect.Every, Run: s.socialConnect.Send})
	s.job(cron.Job{Name: "social.sweep", Every: sweepEvery, Run: inTransaction(s.db, s.socialConnect.Sweep)})
	bus.On(s.bus, "social.live", func(ctx context.Context, tx *db.Tx, e show.Changed) error {
		if e.Type != show.Public || e.Status != show.Live {
			return nil
		}
		return s.socialConnect.WentLive(ctx, tx, e.PerformerID, e.ShowID)
	})
	bus.On(s.bus, "notices.socialRevoked", func(ctx context.Context, tx *db.Tx, e socialconnect.Revoked) error {
		return notify(ctx, tx, s.notifier, socialconnect.RevokedNotice, e.AccountID, e)
	})
	bus.On(s.bus, "notices.socialIdentity", func(ctx context.Context, tx *db.Tx, e socialconnect.IdentityChanged) error {
		return notify(ctx, tx, s.notifier, socialconnect.IdentityNotice, e.AccountID, e)
	})
}

// announced are performers as it may be told of them where everybody reads.
type announced struct{ s *Services }

func (a announced) Profile(ctx context.Context, tx *db.Tx, performerID string) (socialconnect.Profile, error) {
	p, err := a.s.accounts.Get(ctx, tx, performerID)
	if err != nil {
		return socialconnect.Profile{}, err
	}
	_, headline, err := a.s.performers.Appearance(ctx, tx, performerID)
	return socialconnect.Profile{Name: p.Name, Username: p.Username, Headline: headline}, err
}

func (a announced) IsPublic(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	return a.s.performers.IsPublic(ctx, tx, performerID)
}

func (a announced) Hides(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	listed, err := a.s.performers.Listed(ctx, tx, performerID)
	if err != nil || !listed {
		return true, err
	}
	return a.s.blocking.HidesFromCountries(ctx, tx, performerID)
}
