package recording

import (
	"time"

	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// SharedNews is a recording as a member is told of it who may watch it now.
type SharedNews struct {
	RecordingID string    `json:"recordingId"`
	Name        string    `json:"name"` // the performer's
	StartedAt   time.Time `json:"startedAt"`
}

var sampleDay = time.Date(2026, time.November, 2, 20, 0, 0, 0, time.UTC)

// SharedNotice tells a member that a performer shares the recording of a show that they paid in.
var SharedNotice = notices.Declare("recording.shared", notices.Class{Group: notices.Favourite}, func(say lang.Teller, e SharedNews) notices.Letter {
	return notices.Letter{
		Subject: say("%s shares a recording with you", e.Name),
		Lines:   []string{say("You can watch the show of %s again, as long as %s shares it.", say.Day(e.StartedAt), e.Name)},
		Link:    "/account/user/recordings", Label: say("Watch it"),
	}
}, SharedNews{"r1", "Nina", sampleDay}).Once(func(e SharedNews) string { return e.RecordingID })

// TakenDownNotice tells a performer what staff did with a recording.
var TakenDownNotice = notices.Declare("recording.taken_down", notices.Class{Group: notices.System, Essential: true}, func(say lang.Teller, e TakenDown) notices.Letter {
	l := notices.Letter{Link: "/contact", Label: say("If you think that this is a mistake, write to us")}
	day := say.Day(e.StartedAt)
	switch {
	case e.Deleted:
		l.Subject = say("The recording of your show was deleted")
		l.Lines = []string{say("The site has deleted the recording of your show of %s. The reason:", day), e.Reason}
	case e.PutBack:
		l.Subject = say("The recording of your show was put back")
		l.Lines = []string{say("The recording of your show of %s is what it was before it was taken down.", day)}
	default:
		l.Subject = say("The recording of your show was taken down")
		l.Lines = []string{say("The site has taken down the recording of your show of %s: nobody can watch it. The reason:", day), e.Reason}
	}
	return l
}, TakenDown{StartedAt: sampleDay, Reason: "A complaint."}, TakenDown{StartedAt: sampleDay, PutBack: true, Reason: "x"}, TakenDown{StartedAt: sampleDay, Deleted: true, Reason: "A complaint."})
