package show

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("shows", lang.Mark("Shows"),
	personal.Table{Name: "shows", Views: []personal.View{
		{Owner: "performer_id", Open: "ended_at = 0", Fields: "id type status title started_at:time live_at:time ended_at:time end_reason max_viewers price:tokens recorded:flag", Kept: personal.Books, Blank: "title"},
		{Owner: "member_id", Fields: "id performer_id type status started_at:time ended_at:time price:tokens", Kept: personal.Books},
	}},
	personal.Table{Name: "show_seats", Views: []personal.View{
		{Owner: "member_id", Open: "left_at = 0", Fields: "id show_id kind taken_at:time joined_at:time left_at:time reason", Kept: personal.Books},
	}},
	personal.Table{Name: "show_peeks", Views: []personal.View{
		{Owner: "member_id", Fields: "id show_id price:tokens seconds created_at:time", Kept: personal.Books},
	}},
	personal.Table{Name: "show_stream_keys", Views: []personal.View{
		{Owner: "performer_id", Fields: "made_at:time used_at:time", Gone: true},
	}},
	personal.Table{Name: "show_cuts", Why: "whose connections are being closed, for seconds", Views: []personal.View{{Owner: "account_id", Gone: true}}},
)
