package orders

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("orders", lang.Mark("Orders"),
	personal.Table{Name: "orders", Views: []personal.View{
		{Owner: "member_id", Open: "closed_at = 0", Fields: "id number performer_name item_title quantity price:tokens status carrier tracking_number note reason created_at:time shipped_at:time delivered_at:time closed_at:time", Kept: personal.Books},
		{Owner: "performer_id", Open: "closed_at = 0", Fields: "id number item_title quantity price:tokens status carrier tracking_number note reason created_at:time shipped_at:time delivered_at:time closed_at:time", Kept: personal.Books},
	}},
)
