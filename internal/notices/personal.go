package notices

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("notices", lang.Mark("What you were told"),
	personal.Table{Name: "notices", Views: []personal.View{
		{Owner: "account_id", Where: "shown", Fields: "id kind created_at:time read_at:time mailed_at:time", Gone: true},
	}},
	personal.Table{Name: "notice_preferences", Views: []personal.View{
		{Owner: "account_id", Fields: "channels digest quiet_from quiet_to timezone discreet", Gone: true},
	}},
	personal.Table{Name: "notice_mails_sent", Why: "when somebody was mailed last, so that they are not mailed again", Views: []personal.View{{Owner: "account_id", Gone: true}}},
	personal.Table{Name: "mails", Why: "copies of what was mailed to an address, sealed; what it says is among the notices"},
)
