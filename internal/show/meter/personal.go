package meter

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("shows", lang.Mark("Shows"),
	personal.Table{Name: "show_meters", Views: []personal.View{
		{Owner: "member_id", Open: "ended_at = 0", Fields: "id show_id performer_id kind price:tokens periods held:tokens refund:tokens opened_at:time started_at:time ended_at:time end_reason", Kept: personal.Books},
		{Owner: "performer_id", Fields: "id show_id kind price:tokens net:tokens opened_at:time started_at:time ended_at:time", Kept: personal.Books},
		{Owner: "studio_id", Fields: "id kind studio_net:tokens opened_at:time ended_at:time", Kept: personal.Books},
	}},
)
