package payouts

import (
	"limelight/internal/account"
	"limelight/internal/kit/lang"
	"limelight/internal/notices"
	"limelight/internal/notices/push"
)

// ChangedPush tells how far a payout is.
var ChangedPush = push.Declare("payout/changed", func(c Changed) changedPayload {
	return changedPayload{c.RequestID, c.Status}
})

type changedPayload struct {
	ID     string `json:"id" doc:"of the request"`
	Status Status `json:"status" enum:"pending,processing,done,rejected,cancelled"`
}

// DiscardNotice asks another admin whether a batch is given up whose file was exported.
var DiscardNotice = notices.Declare("payout.discard_asked", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a account.Ask) notices.Letter {
	return account.AskLetter(say, a, say("%s wants to discard a payout batch of %s whose file was exported.", a.By, a.Of))
}, account.Ask{By: "ada", Of: "10.00 USD", Path: "/admin"})

// DetailsNotice tells somebody that their payout details are other ones.
var DetailsNotice = notices.Declare("payout.details_changed", notices.Class{Group: notices.Payout, Essential: true}, func(say lang.Teller, e DetailsChanged) notices.Letter {
	return notices.Letter{
		Subject: say("Your payout details were changed"),
		Lines: []string{
			say("Your payout details were changed to %s. Payouts begin again on %s. If this was not you, change your password now and tell us before then.",
				e.Shown, say.Moment(e.FrozenUntil)),
		},
	}
}, DetailsChanged{Shown: "DE•• 1234", FrozenUntil: notices.SampleTime})

// ReceivedNotice tells somebody that their request is here.
var ReceivedNotice = notices.Declare("payout.received", notices.Class{Group: notices.Payout, Essential: true}, func(say lang.Teller, e Requested) notices.Letter {
	return notices.Letter{
		Subject: say("We have your payout request"),
		Lines:   []string{say("We have your request for a payout of %s and will look at it.", e.Amount+" "+e.Currency)},
	}
}, Requested{Amount: "120.00", Currency: "EUR"})

// StudioAsked is a request to a studio with the name of who asks.
type StudioAsked struct {
	Requested
	Name string
}

// StudioNotice tells a studio that one of its performers wants to be paid.
var StudioNotice = notices.Declare("payout.studio_asked", notices.Class{Group: notices.Payout, Essential: true}, func(say lang.Teller, e StudioAsked) notices.Letter {
	return notices.Letter{
		Subject: say("A payout request of your studio"),
		Lines:   []string{say("%s asks for a payout of %s. Please log in and decide it.", e.Name, e.Amount+" "+e.Currency)},
	}
}, StudioAsked{Requested{Amount: "120.00", Currency: "EUR"}, "Nina"})

// ChangedNotice tells who asked what became of the request. Who cancels it knows.
var ChangedNotice = notices.Declare("payout.changed", notices.Class{Group: notices.Payout, Essential: true}, func(say lang.Teller, e Changed) notices.Letter {
	amount := e.Amount + " " + e.Currency
	switch e.Status {
	case Processing:
		return notices.Letter{
			Subject: say("Your payout is on its way"),
			Lines:   []string{say("Your payout of %s is approved and is being paid.", amount)},
		}
	case Rejected:
		return notices.Letter{
			Subject: say("Your payout request was rejected"),
			Lines:   []string{say("Your request for a payout of %s was rejected, and its tokens are yours again. The reason:", amount), e.Reason},
		}
	}
	return notices.Letter{
		Subject: say("Your payout was paid"),
		Lines:   []string{say("Your payout of %s was paid. You find the statement in your account.", amount)},
	}
}, Changed{Status: Processing, Amount: "120.00", Currency: "EUR"}, Changed{Status: Rejected, Amount: "120.00", Currency: "EUR", Reason: "The account is closed."}, Changed{Status: Done, Amount: "120.00", Currency: "EUR"})
