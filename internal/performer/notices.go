package performer

import (
	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// What performers are told of documents that expire: in time, for nobody is on stage without
// one.
var (
	ExpiringNotice = notices.Declare("performer.identity_expiring", notices.Class{Group: notices.Verification, Essential: true}, func(say lang.Teller, e IdentityExpiring) notices.Letter {
		return notices.NewLetter(say("Your identity document is about to expire"),
			say("Your identity document expires on %s. Please send a new one in your account settings; without it you cannot go live after that day.", say.Day(e.Until)))
	}, IdentityExpiring{Until: notices.SampleTime})
	ExpiredNotice = notices.Declare("performer.identity_expired", notices.Class{Group: notices.Verification, Essential: true}, func(say lang.Teller, _ IdentityExpired) notices.Letter {
		return notices.NewLetter(say("Your identity document has expired"),
			say("Your identity document has expired, so you cannot go live. Please send a new one in your account settings."))
	}, IdentityExpired{})
)
