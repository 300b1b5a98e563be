package goals

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("goals", lang.Mark("Goals"),
	personal.Table{Name: "goals", Views: []personal.View{
		{Owner: "performer_id", Fields: "id title target:tokens start:tokens raised:tokens state created_at:time reached_at:time", Gone: true},
	}},
	personal.Table{Name: "goal_boards", Views: []personal.View{
		{Owner: "performer_id", Fields: "changed_at:time", Gone: true},
	}},
)
