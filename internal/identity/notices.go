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
var DecidedNotice = notices.Declare("identity.decided", notices.Class{Group: notices.Verification, Essential: true}, func(say lang.Teller, e Told) notices.Letter {
	if e.Verified {
		return notices.NewLetter(say("Your identity is verified"),
			say("Your documents were checked and accepted. Welcome to %s.", e.Site)).
			WithLink("/", say("Go to the site"))
	}
	return notices.NewLetter(say("Your documents were not accepted"),
		say("Your documents were checked and not accepted. The reason:"), e.Reason, say("Please log in and send new ones.")).
		WithLink("/", say("Go to the site"))
}, Told{Decided{Verified: true}, "Sample"}, Told{Decided{Reason: "The picture is blurred."}, "Sample"})
