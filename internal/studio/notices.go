package studio

import (
	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// What a studio and its performer are told of each other's offers; the notice is about the
// name of the other one.
var (
	OfferedNotice = notices.Declare("studio.share_offered", func(say lang.Teller, studio string) notices.Letter {
		return notices.Letter{
			Subject: say("Your studio would like to change your share"),
			Lines: []string{
				say("%s would like to change what you get of its income. Nothing changes until you say yes: please log in and look at your account settings.", studio),
			},
		}
	})
	AcceptedNotice = notices.Declare("studio.share_accepted", func(say lang.Teller, performer string) notices.Letter {
		return notices.Letter{
			Subject: say("Your offer was accepted"),
			Lines:   []string{say("%s has accepted the shares you offered. They hold from now on.", performer)},
		}
	})
	DeclinedNotice = notices.Declare("studio.share_declined", func(say lang.Teller, performer string) notices.Letter {
		return notices.Letter{
			Subject: say("Your offer was declined"),
			Lines:   []string{say("%s has declined the shares you offered. What was agreed before goes on.", performer)},
		}
	})
)
