package passkeys

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("account", lang.Mark("Your account"),
	personal.Table{Name: "account_passkeys", Views: []personal.View{
		{Owner: "account_id", Fields: "id name backed_up:flag created_at:time last_used_at:time", Gone: true},
	}},
	personal.Table{Name: "account_passkey_challenges", Why: "what a key is asked to sign, for minutes", Views: []personal.View{{Owner: "account_id", Gone: true}}},
)
