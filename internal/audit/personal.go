package audit

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("audit", lang.Mark("The log of what staff did"),
	personal.Table{Name: "audit_log", Views: []personal.View{
		{Owner: "actor_id", Fields: "seq at:time action subject reason", Kept: personal.Log},
	}},
)
