package app

import (
	"time"

	"limelight/internal/kit/money"
	"limelight/internal/referrals"
)

// referralTerms are what a new referral is promised. A member waits for a reward
// as long as a payout holds an entry (behaviours.md, "Payouts").
func (h *house) referralTerms() referrals.Terms {
	now := h.settings.Get()
	return referrals.Terms{Rate: money.Rate(now.ReferralPercent), Months: now.ReferralMonths, Hold: time.Duration(now.PayoutHoldDays) * 24 * time.Hour}
}
