package identity

import (
	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// Told is a decision, with the name of the site that one is welcome to.
type Told struct {
	Decided
	Site string
}

// DecidedNotice tells who handed documents in what was decided about them.
var DecidedNotice = notices.Declare("identity.decided", func(say lang.Teller, e Told) notices.Letter {
	if e.Verified {
		return notices.Letter{
			Subject: say("Your identity is verified"),
			Lines:   []string{say("Your documents were checked and accepted. Welcome to %s.", e.Site)},
			Link:    "/", Label: say("Go to the site"),
		}
	}
	return notices.Letter{
		Subject: say("Your documents were not accepted"),
		Lines:   []string{say("Your documents were checked and not accepted. The reason:"), e.Reason, say("Please log in and send new ones.")},
		Link:    "/", Label: say("Go to the site"),
	}
})
