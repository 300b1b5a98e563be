package socialconnect

import (
	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// RevokedNotice tells a performer that X takes the site's word no longer.
var RevokedNotice = notices.Declare("social.revoked", notices.Class{Group: notices.System}, func(say lang.Teller, r Revoked) notices.Letter {
	return notices.NewLetter(say("X (Twitter) has to be connected again"),
		say("X (Twitter) no longer lets this site post for @%s, so nothing is posted when you go live. Connect it again in your account settings.", r.Username)).
		WithLink(performerPage, say("Account settings"))
}, Revoked{"p1", "nina"})

// IdentityNotice tells a member that an account of X opens theirs, or no longer.
var IdentityNotice = notices.Declare("social.identity", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, c IdentityChanged) notices.Letter {
	if c.Connected {
		return notices.NewLetter(say("You can log in by X (Twitter) now"),
			say("The account @%s of X (Twitter) opens your account from now on. If this was not you, disconnect it and change your password.", c.Username)).
			WithLink(memberPage, say("Account settings"))
	}
	return notices.NewLetter(say("X (Twitter) no longer opens your account"),
		say("The account @%s of X (Twitter) was disconnected. Log in with your password; if you have never chosen one, ask for a link under “Forgot password?”.", c.Username)).
		WithLink(memberPage, say("Account settings"))
}, IdentityChanged{"m1", "tom", true}, IdentityChanged{"m1", "tom", false})
