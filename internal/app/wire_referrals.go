package app

import (
	"context"
	"time"

	"limelight/internal/demosite"
	"limelight/internal/kit/api"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/money"
	"limelight/internal/referrals"
	"limelight/internal/settings"
)

// wireReferrals builds referrals: they hear of each new account, and follow each transfer
// with what it brings to whoever invited its payer or payee.
func wireReferrals(s *Services) {
	s.referrals = referrals.New(referrals.Deps{
		DB: s.db, Ledger: s.ledger, Accounts: s.accounts, Studios: s.studios, Visibility: s.accountVisibility,
		Terms: func() referrals.Terms { return referralTerms(s.settings.Get()) },
		Home:  func(ctx context.Context) string { return invitedTo(ctx, s.profile) }, Secure: s.cfg.https(), Now: s.now,
	})
	s.accounts.Referrals = s.referrals
	s.ledger.FollowedBy(s.referrals)
	s.section("referrals", "Invitations and their rewards", s.referrals.Routes)
	s.demoPart(demosite.Referrals(s.referrals))
	s.reward(referrals.Kind)
	s.rule(referrals.Rule())
	s.job(cron.Job{Name: "rewards", Every: time.Minute, Run: s.referrals.Release})
	s.job(cron.Job{Name: "invitations", Every: sweepEvery, Run: s.referrals.Forget})
}

// referralTerms are what a new referral is promised. A member waits for a reward
// as long as a payout holds an entry (behaviours.md, "Payouts").
func referralTerms(now settings.Current) referrals.Terms {
	return referrals.Terms{Rate: money.Rate(now.ReferralPercent), Months: now.ReferralMonths, Hold: time.Duration(now.PayoutHoldDays) * 24 * time.Hour}
}

// invitedTo is the address in an invitation: as in mails, and where the operator has said
// nothing, the name of this machine that the caller uses.
func invitedTo(ctx context.Context, site siteProfile) string {
	if site.settings.Get().UserURL == "" {
		return api.Origin(ctx)
	}
	return site.home()
}
