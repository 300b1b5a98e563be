package app

import (
	"context"
	"time"

	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/socket"
	"limelight/internal/referrals"
)

// referralTerms are what a new referral is promised. A member waits for a reward
// as long as a payout holds an entry (behaviours.md, "Payouts").
func (h *house) referralTerms() referrals.Terms {
	now := h.settings.Get()
	return referrals.Terms{Rate: money.Rate(now.ReferralPercent), Months: now.ReferralMonths, Hold: time.Duration(now.PayoutHoldDays) * 24 * time.Hour}
}

// subscribeReferrals is the part of the score about rewards: who gets one sees it
// in the header.
func (h *house) subscribeReferrals() {
	bus.Tell(h.bus, "sockets.reward", func(ctx context.Context, e referrals.Credited) error {
		var balance money.Tokens
		err := h.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
			a, err := h.accounts.Get(ctx, tx, e.AccountID)
			if err != nil {
				return err
			}
			balance, err = h.ledger.Balance(ctx, tx, purseOf(a))
			return err
		})
		if err != nil {
			return err
		}
		return socket.To(h.sockets, socket.AccountRoom(e.AccountID), balanceChanged, balancePayload{balance})
	})
}
