package erasure

import (
	"time"

	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// about is an account, and when it is due.
type about struct {
	Username string
	Due      time.Time
}

var (
	askedNotice = notices.Declare("erasure.asked", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a about) notices.Letter {
		return notices.NewLetter(say("You want your account to be erased"),
			say("You have asked us to erase what we keep of your account %s. You can take this back until %s, in your account settings.", a.Username, say.Moment(a.Due)),
			say("What the law has us keep, such as the books, stays for as long as it says."),
			say("If it was not you, log in, take it back and choose a new password now.")).
			WithLink("/auth/forgot-password", say("Choose a new password"))
	}, about{"sam", notices.SampleTime})
	// waitsNotice is told once, when the time has come and something has come up meanwhile.
	waitsNotice = notices.Declare("erasure.waits", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a about) notices.Letter {
		return notices.NewLetter(say("Your account cannot be erased yet"),
			say("Something of your account %s has to be settled first, such as tokens that are left or an order that is under way. Your account settings say what. It is erased as soon as nothing is open.", a.Username)).
			WithLink("/", say("Go to the site"))
	}, about{Username: "sam"})
	// erasedNotice is kept nowhere: it is the last that its reader hears.
	erasedNotice = notices.Declare("erasure.done", notices.Class{Group: notices.System, Essential: true, MailOnly: true}, func(say lang.Teller, a about) notices.Letter {
		return notices.NewLetter(say("Your account is erased"),
			say("We have erased what we kept of your account %s. Its name and this email address are free again.", a.Username),
			say("What the law has us keep, such as the books, stays for as long as it says, without your name. This is the last mail that you get from us."))
	}, about{Username: "sam"})
	takenBackNotice = notices.Declare("erasure.taken_back", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, a about) notices.Letter {
		return notices.NewLetter(say("Your account stays"),
			say("You have taken back that your account %s is erased. Everything stays as it is.", a.Username)).
			WithLink("/", say("Go to the site"))
	}, about{Username: "sam"})
)
