package studio

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("studio", lang.Mark("Your studio"),
	personal.Table{Name: "studios", Views: []personal.View{
		{Owner: "id", Fields: "verification verification_reason verification_at:time created_at:time updated_at:time", Kept: personal.Books, Blank: "verification_reason"},
	}},
	personal.Table{Name: "studio_members", Views: []personal.View{
		{Owner: "performer_id", Fields: "studio_id status joined_at:time", Kept: personal.Acted},
		{Owner: "studio_id", Open: "1 = 1", Fields: "performer_id status joined_at:time", Kept: personal.Acted},
	}},
	personal.Table{Name: "studio_memberships", Views: []personal.View{
		{Owner: "performer_id", Fields: "studio_id joined_at:time left_at:time", Kept: personal.Books},
		{Owner: "studio_id", Fields: "performer_id joined_at:time left_at:time", Kept: personal.Books},
	}},
	personal.Table{Name: "studio_offers", Views: []personal.View{
		{Owner: "performer_id", Fields: "id studio_id shares state created_at:time decided_at:time", Kept: personal.Shared},
		{Owner: "studio_id", Fields: "id performer_id shares state created_at:time decided_at:time", Kept: personal.Shared},
	}},
	personal.Table{Name: "studio_shares", Views: []personal.View{
		{Owner: "performer_id", Fields: "studio_id kind version share since:time", Kept: personal.Books},
		{Owner: "studio_id", Fields: "performer_id kind version share since:time", Kept: personal.Books},
	}},
	personal.Table{Name: "studio_invitations", Views: []personal.View{
		{Owner: "performer_id", Fields: "id studio_id addressed shares state created_at:time expires_at:time decided_at:time", Gone: true},
		{Owner: "studio_id", Fields: "id addressed shares state created_at:time expires_at:time decided_at:time", Gone: true},
	}},
	personal.Table{Name: "studio_partings", Views: []personal.View{
		{Owner: "performer_id", Fields: "id studio_id asked_by reason state answer created_at:time due_at:time decided_at:time", Kept: personal.Shared, Blank: "reason answer"},
		{Owner: "studio_id", Fields: "id performer_id asked_by reason state answer created_at:time due_at:time decided_at:time", Kept: personal.Shared, Blank: "reason answer"},
	}},
	personal.Table{Name: "studio_documents", Views: []personal.View{
		{Owner: "performer_id", Fields: "id studio_id kind title to_sign:flag created_at:time signed_at:time signed_name", Kept: personal.Shared},
		{Owner: "studio_id", Fields: "id performer_id kind title to_sign:flag created_at:time signed_at:time signed_name", Kept: personal.Shared},
	}},
	personal.Table{Name: "studio_days", Views: []personal.View{
		{Owner: "studio_id", Fields: "day incomes tokens:tokens studio_net:tokens online_ms shows people", Kept: personal.Books},
	}},
	personal.Table{Name: "studio_totals", Why: "sums of the days before, which are read from the incomes"},
	personal.Table{Name: "studio_sums", Why: "sums of the days before, which are read from the incomes"},
)
