package purchases

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("purchases", lang.Mark("Purchases and sales"),
	personal.Table{Name: "purchases", Views: []personal.View{
		{Owner: "member_id", Fields: "id kind item_id item_title performer_name quantity price:tokens refunded:tokens created_at:time delivered_at:time last_seen_at:time ended_at:time", Kept: personal.Books},
		{Owner: "performer_id", Fields: "id kind item_id item_title quantity price:tokens net:tokens refunded:tokens created_at:time ended_at:time", Kept: personal.Books},
		{Owner: "studio_id", Fields: "id created_at:time studio_net:tokens", Kept: personal.Books},
	}},
)
