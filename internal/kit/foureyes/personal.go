package foureyes

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("audit", lang.Mark("The log of what staff did"),
	personal.Table{Name: "alone_decisions", Views: []personal.View{
		{Owner: "person_id", Fields: "id kind subject at:time", Kept: personal.Log},
	}},
	personal.Table{Name: "alone_people", Why: "a lock of those who decide"},
)
