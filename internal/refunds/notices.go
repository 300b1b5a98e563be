package refunds

import (
	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// DecidedNotice tells a member what became of their request.
var DecidedNotice = notices.Declare("refund.decided", notices.Class{Group: notices.Refund, Essential: true}, func(say lang.Teller, r Request) notices.Letter {
	if r.Status == Rejected {
		return notices.Letter{
			Subject: say("Your refund request was rejected"),
			Lines:   []string{say("We have looked at your refund request and cannot give the tokens back. The reason:"), r.Note},
		}
	}
	given := say("We have looked at your refund request and gave back all of it: %s tokens are in your balance again. Our answer:", r.Split.Amount.String())
	switch {
	case r.Reason == TakenDown:
		given = say("We have deleted what you had paid for, and gave back all of it: %s tokens are in your balance again. The reason:", r.Split.Amount.String())
	case r.Resolution == Partial:
		given = say("We have looked at your refund request and gave back a part of it: %s tokens are in your balance again. Our answer:", r.Split.Amount.String())
	}
	return notices.Letter{Subject: say("Your tokens were given back"), Lines: []string{given, r.Note}}
}, Request{Status: Resolved, Resolution: Full, Note: "You are welcome."}, Request{Status: Resolved, Resolution: Full, Reason: TakenDown, Note: "Somebody else is to be seen."}, Request{Status: Resolved, Resolution: Partial, Note: "Half of it was seen."}, Request{Status: Rejected, Note: "All of it was seen."})
