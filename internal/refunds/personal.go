package refunds

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("refunds", lang.Mark("Refund requests"),
	personal.Table{Name: "refund_requests", Views: []personal.View{
		{Owner: "member_id", Open: "status = 'pending'", Fields: "id kind reference label paid:tokens refundable:tokens reason text status resolution amount:tokens note created_at:time decided_at:time", Kept: personal.Books},
		{Owner: "performer_id", Open: "status = 'pending'", Fields: "id kind label paid:tokens status given_net:tokens owed_net:tokens created_at:time decided_at:time", Kept: personal.Books},
		{Owner: "studio_id", Fields: "id kind status given_studio:tokens owed_studio:tokens created_at:time decided_at:time", Kept: personal.Books},
	}},
	personal.Table{Name: "refund_debts", Views: []personal.View{
		{Owner: "account_id", Open: "owed > repaid", Fields: "request_id owed:tokens repaid:tokens", Kept: personal.Books},
	}},
	personal.Table{Name: "refund_repayments", Views: []personal.View{
		{Owner: "account_id", Fields: "id request_id amount:tokens created_at:time", Kept: personal.Books},
	}},
)
