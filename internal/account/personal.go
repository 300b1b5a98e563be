package account

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("account", lang.Mark("Your account"),
	personal.Table{Name: "accounts", Views: []personal.View{
		{Owner: "id", Fields: "id role username name email pending_email email_verified_at:time date_of_birth country language avatar status status_reason confirm_above:tokens created_at:time updated_at:time", Kept: personal.Acted},
	}},
	personal.Table{Name: "account_sessions", Views: []personal.View{
		{Owner: "account_id", Fields: "id browser network created_at:time last_seen_at:time expires_at:time", Gone: true},
	}},
	personal.Table{Name: "account_devices", Views: []personal.View{
		{Owner: "account_id", Fields: "last_seen_at:time", Gone: true},
	}},
	personal.Table{Name: "account_totp", Views: []personal.View{
		{Owner: "account_id", Fields: "enabled_at:time created_at:time", Gone: true},
	}},
	personal.Table{Name: "account_recovery_codes", Views: []personal.View{
		{Owner: "account_id", Fields: "used_at:time", Gone: true},
	}},
	personal.Table{Name: "account_links", Why: "codes that open the account, for hours", Views: []personal.View{{Owner: "account_id", Gone: true}}},
	personal.Table{Name: "account_challenges", Why: "a login that waits for its second step, for minutes", Views: []personal.View{{Owner: "account_id", Gone: true}}},
	personal.Table{Name: "account_email_moves", Views: []personal.View{
		{Owner: "account_id", Fields: "email expires_at:time", Gone: true},
	}},
)
