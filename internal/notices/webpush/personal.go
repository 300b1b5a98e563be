package webpush

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("notices", lang.Mark("What you were told"),
	personal.Table{Name: "push_subscriptions", Views: []personal.View{
		{Owner: "account_id", Fields: "id user_agent created_at:time last_sent_at:time", Gone: true},
	}},
)
