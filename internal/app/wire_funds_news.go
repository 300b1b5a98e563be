package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"limelight/internal/funds"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/moderation"
)

// paymentNews tell of payments: their members, and the operator of what is wrong.
type paymentNews struct {
	funds *funds.Service
	notifier
	moderation *moderation.Service
	sockets    *socket.Server
	log        *slog.Logger
}

// push tells the payment as it is now: events of one payment may be delivered in
// either order. An entry by hand is no purchase of theirs.
func (n paymentNews) push(ctx context.Context, memberID, intentID string) error {
	in, err := n.funds.Payment(ctx, memberID, intentID)
	if errors.Is(err, funds.ErrNoPayment) {
		return nil
	}
	if err != nil {
		return err
	}
	return funds.PaymentPush.To(n.sockets, in, memberID)
}

// recordTakenBack is the strike of a payment that was taken back.
func (n paymentNews) recordTakenBack(ctx context.Context, tx *db.Tx, e funds.MoneyTakenBack) error {
	return n.moderation.Strike(ctx, tx, e.AccountID,
		fmt.Sprintf("payment %s was taken back (%s): %s tokens, of which %s had been spent", e.IntentID, e.Cause, e.Taken.Brief(), e.Receivable.Brief()))
}

func (n paymentNews) notifyRecovered(ctx context.Context, tx *db.Tx, e funds.Recovered) error {
	return notify(ctx, tx, n.notifier, funds.RecoveredNotice, e.AccountID, e)
}

// notifyQuarantined alerts the operator. Without an address it is a warning in the
// log; the back office lists it in any case.
func (n paymentNews) notifyQuarantined(ctx context.Context, tx *db.Tx, e funds.Quarantined) error {
	if n.profile.operator() == "" {
		n.log.Warn("a payment is in quarantine", "gateway", e.Gateway, "payment", e.IntentID, "quarantine", e.ID)
	}
	return notifyOperator(ctx, tx, n.notifier, funds.QuarantinedNotice, e)
}

// notifyRefundFailed tells the operator that money which was given back has returned.
func (n paymentNews) notifyRefundFailed(ctx context.Context, tx *db.Tx, e funds.RefundFailed) error {
	if n.profile.operator() == "" {
		n.log.Warn("a refund failed after it had been told; its tokens are back", "gateway", e.Gateway, "payment", e.IntentID, "amount", e.Amount, "reason", e.Reason)
	}
	return notifyOperator(ctx, tx, n.notifier, funds.RefundFailedNotice, e)
}

// askAdmins asks the other admins for their word.
func (n paymentNews) askAdmins(ctx context.Context, tx *db.Tx, e funds.Proposed) error {
	return n.accounts.AskAdmins(ctx, tx, e.By, e.Notice(), e.Ask())
}
