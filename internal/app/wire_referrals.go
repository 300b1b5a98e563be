package app

import (
	"context"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/money"
	"limelight/internal/referrals"
	"limelight/internal/settings"
)

// wireReferrals builds referrals: they hear of each new account, and follow each transfer
// with what it brings to whoever invited its payer or payee.
func wireReferrals(h *house) {
	h.referrals = referrals.New(referrals.Deps{
		DB: h.db, Ledger: h.ledger, People: h.accounts, Studios: h.studios, Sight: sight{h},
		Terms: func() referrals.Terms { return referralTerms(h.settings.Get()) },
		Home:  func(ctx context.Context) string { return invitedTo(ctx, h) }, Secure: h.cfg.https(), Now: h.now,
	})
	h.accounts.Referrals = h.referrals
	h.ledger.FollowedBy(h.referrals)
	h.section("referrals", "Invitations and their rewards", h.referrals.Routes)
	h.accountFor(referrals.Rule())
	h.often(cron.Job{Name: "rewards", Every: time.Minute, Run: h.referrals.Release})
	h.often(cron.Job{Name: "invitations", Every: sweepEvery, Run: h.referrals.Forget})
}

// referralTerms are what a new referral is promised. A member waits for a reward
// as long as a payout holds an entry (behaviours.md, "Payouts").
func referralTerms(now settings.Current) referrals.Terms {
	return referrals.Terms{Rate: money.Rate(now.ReferralPercent), Months: now.ReferralMonths, Hold: time.Duration(now.PayoutHoldDays) * 24 * time.Hour}
}

// invitedTo is the address in an invitation: as in mails, and where the operator has said
// nothing, the name of this machine that the caller uses.
func invitedTo(ctx context.Context, h *house) string {
	if h.settings.Get().UserURL == "" {
		return api.Origin(ctx)
	}
	return h.home()
}
