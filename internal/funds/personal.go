package funds

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("payments", lang.Mark("Payments"),
	personal.Table{Name: "funds_intents", Views: []personal.View{
		{Owner: "account_id", Open: "state IN ('pending', 'quarantine') OR dispute = 'open'", Fields: "id kind package_name gateway price currency tokens:tokens bonus:tokens state refunded disputed dispute created_at:time paid_at:time", Kept: personal.Books},
	}},
	personal.Table{Name: "funds_cases", Views: []personal.View{
		{Owner: "account_id", Open: "state IN ('open', 'decided') AND amount > recovered + written_off", Fields: "id intent_id cause taken:tokens amount:tokens recovered:tokens written_off:tokens state opened_at:time decided_at:time", Kept: personal.Books},
	}},
	personal.Table{Name: "funds_case_shares", Views: []personal.View{
		{Owner: "account_id", Fields: "case_id held:tokens borne:tokens repaid:tokens", Kept: personal.Books},
	}},
	personal.Table{Name: "funds_limits", Views: []personal.View{
		{Owner: "member_id", Fields: "daily:tokens weekly:tokens monthly:tokens next_daily:tokens next_weekly:tokens next_monthly:tokens next_at:time cool_until:time updated_at:time", Gone: true},
	}},
)
