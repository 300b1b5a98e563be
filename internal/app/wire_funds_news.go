package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"limelight/internal/account"
	"limelight/internal/funds"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/moderation"
)

// paymentNews tell of payments: their members, and the operator of what is wrong.
type paymentNews struct {
	funds      *funds.Service
	accounts   *account.Service
	letters    letters
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
	return socket.To(n.sockets, socket.AccountRoom(memberID), paymentChanged, paymentPayload{in.ID, in.State, in.Tokens, in.Bonus})
}

// recordTakenBack is the strike of a payment that was taken back.
func (n paymentNews) recordTakenBack(ctx context.Context, tx *db.Tx, e funds.MoneyTakenBack) error {
	return n.moderation.Strike(ctx, tx, e.AccountID,
		fmt.Sprintf("payment %s was taken back (%s): %s tokens, of which %s had been spent", e.IntentID, e.Cause, e.Taken.Brief(), e.Receivable.Brief()))
}

func (n paymentNews) mailRecovered(ctx context.Context, tx *db.Tx, e funds.Recovered) error {
	return n.letters.write(ctx, tx, e.AccountID, "Tokens were taken for an earlier payment",
		"an earlier payment of yours was taken back after its tokens had been spent. "+e.Tokens.Brief()+
			" tokens were taken from your balance for it. Please answer our support if you think that this is wrong.")
}

// mailQuarantined alerts the operator. Without an address it is a warning in the
// log; the back office lists it in any case.
func (n paymentNews) mailQuarantined(ctx context.Context, tx *db.Tx, e funds.Quarantined) error {
	to := n.letters.profile.operator()
	if to == "" {
		n.log.Warn("a payment is in quarantine", "gateway", e.Gateway, "payment", e.IntentID, "quarantine", e.ID)
		return nil
	}
	return n.letters.queue(ctx, tx, to, "A payment is in quarantine",
		"A notification of "+e.Gateway+" did not agree with its payment, so nothing was credited. Please look at it:\n\n"+
			n.letters.profile.home()+"/admin/payments\n")
}

// mailRefundFailed tells the operator that money which was given back has returned.
func (n paymentNews) mailRefundFailed(ctx context.Context, tx *db.Tx, e funds.RefundFailed) error {
	to := n.letters.profile.operator()
	if to == "" {
		n.log.Warn("a refund failed after it had been told; its tokens are back", "gateway", e.Gateway, "payment", e.IntentID, "amount", e.Amount, "reason", e.Reason)
		return nil
	}
	return n.letters.queue(ctx, tx, to, "A refund has failed",
		"The refund of "+e.Amount+" for the payment "+e.IntentID+" did not reach the payer, so "+e.Gateway+" returned the money to the site. "+
			"The member has the tokens again. Please refund it another way, or talk to the member:\n\n"+
			n.letters.profile.home()+"/admin/payments\n")
}

// mailProposed asks the other admins for their word.
func (n paymentNews) mailProposed(ctx context.Context, tx *db.Tx, e funds.Proposed) error {
	return n.accounts.AskAdmins(ctx, tx, e.By, e.What, map[string]string{
		funds.ProposedGateway: "/admin/gateways", funds.ProposedPackage: "/admin/token-packages",
		funds.ProposedReceivable: "/admin/payments/receivables", funds.ProposedOutcome: "/admin/payments", funds.ProposedRefund: "/admin/payments",
	}[e.Kind])
}
