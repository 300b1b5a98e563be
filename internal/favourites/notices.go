package favourites

import (
	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// Live is a performer who is live, as members are told of it. The words are true afterwards, too.
type Live struct{ PerformerID, ShowID, Name, Username string }

// LiveNotice tells a member that a favourite performer is live.
var LiveNotice = notices.Declare("favourite.live", notices.Class{Group: notices.Favourite}, func(say lang.Teller, l Live) notices.Letter {
	return notices.NewLetter(say("%s has gone live", l.Name), say("You asked to hear of it by adding them to your favourites.")).
		WithLink("/room/"+l.Username, say("Go to the room"))
}, Live{"p1", "s1", "Nina", "nina"}).Once(func(l Live) string { return l.PerformerID + ":" + l.ShowID })
