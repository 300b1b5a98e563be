package pages

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("contact", lang.Mark("Messages to the site"),
	personal.Table{Name: "contact_messages", Views: []personal.View{
		{Owner: "sender_id", Fields: "id name email subject message created_at:time", Gone: true},
	}},
)
