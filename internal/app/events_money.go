package app

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/account"
	"limelight/internal/funds"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/money"
	"limelight/internal/kit/socket"
	"limelight/internal/moderation"
	"limelight/internal/payouts"
)

// The events of money that comes in and goes out.
var (
	paymentChanged = socket.Declare[paymentPayload]("payment/changed")
	payoutChanged  = socket.Declare[payoutPayload]("payout/changed")
)

type (
	paymentPayload struct {
		ID     string       `json:"id" doc:"of the payment"`
		Status funds.State  `json:"status" enum:"created,pending,paid,refunded,charged_back,failed,expired,underpaid,quarantine"`
		Tokens money.Tokens `json:"tokens"`
		Bonus  money.Tokens `json:"bonus"`
	}
	payoutPayload struct {
		ID     string         `json:"id" doc:"of the request"`
		Status payouts.Status `json:"status" enum:"pending,processing,done,rejected,cancelled"`
	}
)

// subscribeMoney subscribes what is told about payments and payouts.
func (h *house) subscribeMoney() {
	b := h.bus
	bus.Tell(b, "sockets.paid", func(ctx context.Context, e funds.PaymentPaid) error {
		return h.tellPayment(ctx, e.AccountID, e.IntentID)
	})
	bus.Tell(b, "sockets.payment", func(ctx context.Context, e funds.PaymentChanged) error {
		return h.tellPayment(ctx, e.AccountID, e.IntentID)
	})
	bus.On(b, "moderation.takenBack", h.recordTakenBack)
	bus.On(b, "mail.recovered", func(ctx context.Context, tx *db.Tx, e funds.Recovered) error {
		return h.writeOf(ctx, tx, e.AccountID, "Tokens were taken for an earlier payment",
			"an earlier payment of yours was taken back after its tokens had been spent. "+e.Tokens.Brief()+
				" tokens were taken from your balance for it. Please answer our support if you think that this is wrong.")
	})
	bus.On(b, "mail.quarantined", h.mailQuarantined)
	bus.On(b, "mail.refundFailed", h.mailRefundFailed)
	bus.On(b, "mail.proposed", h.mailProposed)
	bus.On(b, "mail.discardAsked", func(ctx context.Context, tx *db.Tx, e payouts.DiscardAsked) error {
		return h.accounts.AskAdmins(ctx, tx, e.By, "discard a payout batch of "+e.Total+" "+e.Currency+" whose file was exported",
			"/admin/payouts/batches/"+e.BatchID)
	})

	bus.On(b, "mail.payoutDetails", func(ctx context.Context, tx *db.Tx, e payouts.DetailsChanged) error {
		return h.writeOf(ctx, tx, e.AccountID, "Your payout details were changed",
			"your payout details were changed to "+e.Shown+". Payouts begin again on "+e.FrozenUntil.UTC().Format("2 January 2006, 15:04 MST")+
				". If this was not you, change your password now and tell us before then.")
	})
	bus.On(b, "mail.payoutRequested", h.mailRequested)
	bus.On(b, "mail.payoutChanged", h.mailPayout)
	bus.Tell(b, "sockets.payoutRequested", func(_ context.Context, e payouts.Requested) error {
		return errors.Join(h.tellPayout(e.AccountID, e.RequestID, payouts.Pending), h.tellPayout(e.StudioID, e.RequestID, payouts.Pending))
	})
	bus.Tell(b, "sockets.payoutChanged", func(_ context.Context, e payouts.Changed) error {
		return errors.Join(h.tellPayout(e.AccountID, e.RequestID, e.Status), h.tellPayout(e.StudioID, e.RequestID, e.Status))
	})
}

// tellPayment tells the payment as it is now: events of one payment may be delivered in
// either order. An entry by hand is no purchase of theirs.
func (h *house) tellPayment(ctx context.Context, memberID, intentID string) error {
	in, err := h.funds.Payment(ctx, memberID, intentID)
	if errors.Is(err, funds.ErrNoPayment) {
		return nil
	}
	if err != nil {
		return err
	}
	return socket.To(h.sockets, socket.AccountRoom(memberID), paymentChanged, paymentPayload{in.ID, in.State, in.Tokens, in.Bonus})
}

func (h *house) tellPayout(accountID, requestID string, status payouts.Status) error {
	if accountID == "" {
		return nil
	}
	return socket.To(h.sockets, socket.AccountRoom(accountID), payoutChanged, payoutPayload{requestID, status})
}

// recordTakenBack is the strike of a payment that was taken back: a line about the
// account in the staff's log, by nobody.
func (h *house) recordTakenBack(ctx context.Context, tx *db.Tx, e funds.MoneyTakenBack) error {
	return h.moderation.Record(account.WithCaller(ctx, account.Caller{}), tx, moderation.Act{
		Action: "account.strike", Subject: "account:" + e.AccountID,
		Reason: fmt.Sprintf("payment %s was taken back (%s): %s tokens, of which %s had been spent", e.IntentID, e.Cause, e.Taken.Brief(), e.Receivable.Brief()),
	})
}

// mailQuarantined alerts the operator. Without an address it is a warning in the
// log; the back office lists it in any case.
func (h *house) mailQuarantined(ctx context.Context, tx *db.Tx, e funds.Quarantined) error {
	to := h.settings.Get().OperatorEmail
	if to == "" {
		h.log.Warn("a payment is in quarantine", "gateway", e.Gateway, "payment", e.IntentID, "quarantine", e.ID)
		return nil
	}
	return h.mails.Queue(ctx, tx, mail.Message{
		At: h.now(), To: to, Subject: "A payment is in quarantine",
		Text: "A notification of " + e.Gateway + " did not agree with its payment, so nothing was credited. Please look at it:\n\n" +
			h.home() + "/admin/payments\n",
	})
}

// mailRefundFailed tells the operator that money which was given back has returned.
func (h *house) mailRefundFailed(ctx context.Context, tx *db.Tx, e funds.RefundFailed) error {
	to := h.settings.Get().OperatorEmail
	if to == "" {
		h.log.Warn("a refund failed after it had been told; its tokens are back", "gateway", e.Gateway, "payment", e.IntentID, "amount", e.Amount, "reason", e.Reason)
		return nil
	}
	return h.mails.Queue(ctx, tx, mail.Message{
		At: h.now(), To: to, Subject: "A refund has failed",
		Text: "The refund of " + e.Amount + " for the payment " + e.IntentID + " did not reach the payer, so " + e.Gateway + " returned the money to the site. " +
			"The member has the tokens again. Please refund it another way, or talk to the member:\n\n" +
			h.home() + "/admin/payments\n",
	})
}

// mailProposed asks the other admins for their word.
func (h *house) mailProposed(ctx context.Context, tx *db.Tx, e funds.Proposed) error {
	return h.accounts.AskAdmins(ctx, tx, e.By, e.What, map[string]string{
		funds.ProposedGateway: "/admin/gateways", funds.ProposedPackage: "/admin/token-packages",
		funds.ProposedReceivable: "/admin/payments/receivables", funds.ProposedOutcome: "/admin/payments", funds.ProposedRefund: "/admin/payments",
	}[e.Kind])
}

// mailRequested writes to the studio that a performer wants to be paid.
func (h *house) mailRequested(ctx context.Context, tx *db.Tx, e payouts.Requested) error {
	if e.StudioID == "" {
		return h.writeOf(ctx, tx, e.AccountID, "We have your payout request",
			"we have your request for a payout of "+e.Amount+" "+e.Currency+" and will look at it.")
	}
	return h.writeTo(ctx, tx, e.StudioID, e.AccountID, "A payout request of your studio",
		" asks for a payout of "+e.Amount+" "+e.Currency+". Please log in and decide it.")
}

// mailPayout writes to who asked what became of the request. Who cancels it knows.
func (h *house) mailPayout(ctx context.Context, tx *db.Tx, e payouts.Changed) error {
	amount := e.Amount + " " + e.Currency
	switch e.Status {
	case payouts.Processing:
		return h.writeOf(ctx, tx, e.AccountID, "Your payout is on its way", "your payout of "+amount+" is approved and is being paid.")
	case payouts.Done:
		return h.writeOf(ctx, tx, e.AccountID, "Your payout was paid", "your payout of "+amount+" was paid. You find the statement in your account.")
	case payouts.Rejected:
		return h.writeOf(ctx, tx, e.AccountID, "Your payout request was rejected",
			"your request for a payout of "+amount+" was rejected, and its tokens are yours again. The reason:\n\n"+e.Reason)
	}
	return nil
}
