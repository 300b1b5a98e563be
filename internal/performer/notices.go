package performer

import (
	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// What performers are told of documents that expire: in time, for nobody is on stage without
// one.
var (
	ExpiringNotice = notices.Declare("performer.identity_expiring", func(say lang.Teller, e IdentityExpiring) notices.Letter {
		return notices.Letter{
			Subject: say("Your identity document is about to expire"),
			Lines: []string{
				say("Your identity document expires on %s. Please send a new one in your account settings; without it you cannot go live after that day.", say.Day(e.Until)),
			},
		}
	})
	ExpiredNotice = notices.Declare("performer.identity_expired", func(say lang.Teller, _ IdentityExpired) notices.Letter {
		return notices.Letter{
			Subject: say("Your identity document has expired"),
			Lines:   []string{say("Your identity document has expired, so you cannot go live. Please send a new one in your account settings.")},
		}
	})
)
