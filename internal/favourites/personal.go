package favourites

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("favourites", lang.Mark("Favourites"),
	personal.Table{Name: "favourites", Views: []personal.View{
		{Owner: "member_id", Fields: "performer_id created_at:time", Gone: true},
		{Owner: "performer_id", Fields: "created_at:time", Gone: true},
	}},
)
