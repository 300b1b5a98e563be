package commissions

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("commissions", lang.Mark("What the site keeps of your income"),
	personal.Table{Name: "commission_overrides", Views: []personal.View{
		{Owner: "subject_id", Fields: "kind version site since:time", Kept: personal.Books},
	}},
)
