package recording

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("shows", lang.Mark("Shows"),
	personal.Table{Name: "show_recordings", Views: []personal.View{
		{Owner: "performer_id", Fields: "id show_id type title started_at:time ended_at:time bytes millis", Kept: personal.Acted},
	}},
	personal.Table{Name: "show_recording_viewers", Views: []personal.View{
		{Owner: "account_id", Fields: "recording_id", Gone: true},
	}},
)
