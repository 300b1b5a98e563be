package ranking

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("profile", lang.Mark("Your profile"),
	personal.Table{Name: "ranking_inputs", Views: []personal.View{
		{Owner: "performer_id", Fields: "watched aired favourites hours", Gone: true},
	}},
	personal.Table{Name: "ranking_impressions", Views: []personal.View{
		{Owner: "performer_id", Fields: "day impressions", Gone: true},
	}},
	personal.Table{Name: "ranking_watched", Why: "the parts of which the inputs of the order are summed", Views: []personal.View{{Owner: "performer_id", Gone: true}}},
)
