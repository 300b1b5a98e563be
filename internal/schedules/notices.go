package schedules

import (
	"strconv"
	"time"

	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// Soon is hours of a performer that begin soon.
type Soon struct {
	PerformerID, Name, Username string
	At                          time.Time
}

// SoonNotice reminds a member of hours that begin soon. The words are true afterwards, too.
var SoonNotice = notices.Declare("schedule.soon", notices.Class{Group: notices.Reminder}, func(say lang.Teller, e Soon) notices.Letter {
	return notices.NewLetter(say("Reminder: %s begins soon", e.Name), say("You asked to be reminded shortly before their next hours begin.")).
		WithLink("/room/"+e.Username, say("Go to the room"))
}, Soon{"p1", "Nina", "nina", notices.SampleTime}).Once(func(e Soon) string { return e.PerformerID + ":" + strconv.FormatInt(e.At.UnixMilli(), 10) })
