package funds

import (
	"strconv"

	"limelight/internal/account"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
	"limelight/internal/notices"
	"limelight/internal/notices/push"
)

// PaymentPush tells a member's devices how far a payment of theirs is.
var PaymentPush = push.Declare("payment/changed", func(in Intent) paymentPayload {
	return paymentPayload{in.ID, in.State, in.Tokens, in.Bonus}
})

type paymentPayload struct {
	ID     string       `json:"id" doc:"of the payment"`
	Status State        `json:"status" enum:"created,pending,paid,refunded,charged_back,failed,expired,underpaid,quarantine"`
	Tokens money.Tokens `json:"tokens"`
	Bonus  money.Tokens `json:"bonus"`
}

// RecoveredNotice tells a member that tokens were taken for an earlier payment.
var RecoveredNotice = notices.Declare("funds.recovered", notices.Class{Group: notices.Payout, Essential: true}, func(say lang.Teller, e Recovered) notices.Letter {
	return notices.NewLetter(say("Tokens were taken for an earlier payment"),
		say("An earlier payment of yours was taken back after its tokens had been spent. %s tokens were taken from your balance for it. Please answer our support if you think that this is wrong.",
			e.Tokens.Brief()))
}, Recovered{Tokens: money.Whole(20)})

// What the operator is told of payments.
var (
	QuarantinedNotice = notices.Declare("funds.quarantined", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, e Quarantined) notices.Letter {
		return toPayments(say, say("A payment is in quarantine"),
			say("A notification of %s did not agree with its payment, so nothing was credited. Please look at it.", e.Gateway))
	}, Quarantined{Gateway: "CCBill"})
	RefundFailedNotice = notices.Declare("funds.refund_failed", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, e RefundFailed) notices.Letter {
		return toPayments(say, say("A refund has failed"),
			say("The refund of %s for the payment %s did not reach the payer, so %s returned the money to the site. The member has the tokens again. Please refund it another way, or talk to the member.",
				e.Amount, e.IntentID, e.Gateway))
	}, RefundFailed{Amount: "10.00 USD", IntentID: "p1", Gateway: "CCBill"})
	// RatioNotice warns of so many disputes that card networks take notice.
	RatioNotice = notices.Declare("funds.dispute_ratio", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, r Ratio) notices.Letter {
		where := r.Gateway
		if where == "" {
			where = say("all gateways together")
		}
		return notices.NewLetter(say("Disputes: %s, %s %% of sales", say(levelNames[r.Level()]), r.Percent()),
			say("In %s %s of %s payments by %s were disputed, and %s reported as fraud: %s %%.",
				say.Month(r.Month), strconv.Itoa(r.Disputes), strconv.Itoa(r.Sales), where, strconv.Itoa(r.Frauds), r.Percent()),
			say("Card networks watch this ratio. From 0.75 % on they warn, from 1.50 % on they fine, and then end the account. Look at who disputed what, and refund what is likely to follow.")).
			WithLink("/admin/payments/receivables", say("Look at it"))
	}, Ratio{Month: notices.SampleTime, Sales: 1000, Disputes: 9, Frauds: 1}, Ratio{Month: notices.SampleTime, Gateway: "CCBill", Sales: 1000, Disputes: 20})
)

var levelNames = map[string]string{LevelNormal: lang.Mark("normal"), LevelWarning: lang.Mark("warning"), LevelAlarm: lang.Mark("alarm")}

func toPayments(say lang.Teller, subject, line string) notices.Letter {
	return notices.NewLetter(subject, line).WithLink("/admin/payments", say("Look at it"))
}

// proposalPages are where what waits for a second admin is decided.
var proposalPages = map[string]string{
	ProposedGateway: "/admin/gateways", ProposedPackage: "/admin/token-packages",
	ProposedReceivable: "/admin/payments/receivables", ProposedOutcome: "/admin/payments", ProposedRefund: "/admin/payments",
}

// Ask is what the other admins are asked of a change that waits.
func (p Proposed) Ask() account.Ask { return account.Ask{Of: p.Of, Path: proposalPages[p.Kind]} }

// Notice asks another admin for their word on the change.
func (p Proposed) Notice() notices.Kind[account.Ask] {
	if p.Of == "" { // published by a version that did not say so
		return unnamedNotice
	}
	return proposalNotices[p.Kind]
}

var unnamedNotice = notices.Declare("funds.proposed", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a account.Ask) notices.Letter {
	return account.AskLetter(say, a, say("%s wants to decide something that takes two admins.", a.By))
}, account.Ask{By: "ada", Of: "10.00 USD", Path: "/admin"})

var proposalNotices = map[string]notices.Kind[account.Ask]{
	ProposedGateway: notices.Declare("funds.gateway_proposed", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a account.Ask) notices.Letter {
		return account.AskLetter(say, a, say("%s wants to change how %s is set up.", a.By, say(a.Of)))
	}, account.Ask{By: "ada", Of: "10.00 USD", Path: "/admin"}),
	ProposedPackage: notices.Declare("funds.package_proposed", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a account.Ask) notices.Letter {
		return account.AskLetter(say, a, say("%s wants to sell the token package %s.", a.By, a.Of))
	}, account.Ask{By: "ada", Of: "10.00 USD", Path: "/admin"}),
	ProposedReceivable: notices.Declare("funds.receivable_proposed", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a account.Ask) notices.Letter {
		return account.AskLetter(say, a, say("%s wants to forgive a member %s tokens.", a.By, a.Of))
	}, account.Ask{By: "ada", Of: "10.00 USD", Path: "/admin"}),
	ProposedOutcome: notices.Declare("funds.outcome_proposed", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a account.Ask) notices.Letter {
		return account.AskLetter(say, a, say("%s wants to record a dispute as won, which gives %s tokens back.", a.By, a.Of))
	}, account.Ask{By: "ada", Of: "10.00 USD", Path: "/admin"}),
	ProposedRefund: notices.Declare("funds.refund_proposed", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a account.Ask) notices.Letter {
		return account.AskLetter(say, a, say("%s wants to pay a member %s back.", a.By, a.Of))
	}, account.Ask{By: "ada", Of: "10.00 USD", Path: "/admin"}),
}
