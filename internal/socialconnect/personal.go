package socialconnect

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("x", lang.Mark("X (Twitter)"),
	personal.Table{Name: "social_connections", Views: []personal.View{
		{Owner: "account_id", Fields: "person_id username is_active:flag auto_tweet:flag text connected_at:time", Kept: personal.Acted},
	}},
	personal.Table{Name: "social_posts", Views: []personal.View{
		{Owner: "account_id", Fields: "id show_id text status failure created_at:time sent_at:time", Gone: true},
	}},
	personal.Table{Name: "social_identities", Views: []personal.View{
		{Owner: "account_id", Fields: "person_id username connected_at:time", Kept: personal.Acted},
	}},
	personal.Table{Name: "social_flows", Why: "questions to X that wait for their answers, for minutes", Views: []personal.View{{Owner: "account_id", Gone: true}}},
)
