package schedules

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("schedules", lang.Mark("Schedules"),
	personal.Table{Name: "schedule_hours", Views: []personal.View{
		{Owner: "performer_id", Fields: "day starts ends closed:flag", Gone: true},
	}},
	personal.Table{Name: "schedule_reminders", Views: []personal.View{
		{Owner: "member_id", Fields: "performer_id since_at:time", Gone: true},
		{Owner: "performer_id", Fields: "since_at:time", Gone: true},
	}},
	personal.Table{Name: "schedules", Views: []personal.View{
		{Owner: "performer_id", Fields: "timezone changed_at:time next_at:time", Gone: true},
	}},
)
