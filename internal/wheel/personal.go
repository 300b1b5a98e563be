package wheel

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("wheel", lang.Mark("The wheel"),
	personal.Table{Name: "wheel_results", Views: []personal.View{
		{Owner: "member_id", Fields: "id performer_id segment client_seed gross:tokens status refunded:tokens created_at:time decided_at:time", Kept: personal.Books, Blank: "member_name:name"},
		{Owner: "performer_id", Fields: "id segment gross:tokens net:tokens status created_at:time decided_at:time", Kept: personal.Books},
		{Owner: "studio_id", Fields: "id created_at:time studio_net:tokens", Kept: personal.Books},
	}},
	personal.Table{Name: "wheel_segments", Views: []personal.View{
		{Owner: "performer_id", Fields: "id position label weight color created_at:time", Gone: true},
	}},
	personal.Table{Name: "wheel_versions", Views: []personal.View{
		{Owner: "performer_id", Fields: "version price:tokens segments created_at:time", Kept: personal.Books},
	}},
	personal.Table{Name: "wheels", Views: []personal.View{
		{Owner: "performer_id", Fields: "changed_at:time", Gone: true},
	}},
	personal.Table{Name: "wheel_seeds", Why: "secrets of spins that are not turned yet; they are told afterwards", Views: []personal.View{{Owner: "member_id", Gone: true}, {Owner: "performer_id", Gone: true}}},
)
