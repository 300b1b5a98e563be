package payouts

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("payouts", lang.Mark("Payouts"),
	personal.Table{Name: "payout_requests", Views: []personal.View{
		{Owner: "account_id", Open: "status IN ('pending', 'processing')", Fields: "id status method shown units:tokens amount currency since:time until:time note reason reference created_at:time updated_at:time", Kept: personal.Books},
		{Owner: "studio_id", Fields: "id status units:tokens created_at:time", Kept: personal.Books},
	}},
	personal.Table{Name: "payout_details", Views: []personal.View{
		{Owner: "account_id", Fields: "method changed_at:time", Gone: true},
	}},
)
