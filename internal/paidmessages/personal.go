package paidmessages

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("messages", lang.Mark("Messages that you wrote"),
	personal.Table{Name: "message_charges", Views: []personal.View{
		{Owner: "member_id", Open: "held AND captured_at = 0 AND returned_at = 0", Fields: "id message_id performer_id gross:tokens created_at:time captured_at:time returned_at:time refunded:tokens", Kept: personal.Books},
		{Owner: "performer_id", Fields: "id message_id gross:tokens net:tokens created_at:time captured_at:time returned_at:time", Kept: personal.Books},
		{Owner: "studio_id", Fields: "id created_at:time studio_net:tokens", Kept: personal.Books},
	}},
	personal.Table{Name: "message_unlocks", Views: []personal.View{
		{Owner: "member_id", Fields: "id message_id performer_id gross:tokens created_at:time refunded:tokens ended_at:time", Kept: personal.Books},
		{Owner: "performer_id", Fields: "id message_id gross:tokens net:tokens created_at:time ended_at:time", Kept: personal.Books},
		{Owner: "studio_id", Fields: "id created_at:time studio_net:tokens", Kept: personal.Books},
	}},
	personal.Table{Name: "message_photos", Views: []personal.View{
		{Owner: "performer_id", Fields: "message_id price:tokens only_me:flag others declared_at:time approved_at:time", Kept: personal.Law},
		{Owner: "member_id", Fields: "message_id price:tokens declared_at:time", Kept: personal.Shared},
	}},
	personal.Table{Name: "message_prices", Views: []personal.View{
		{Owner: "performer_id", Fields: "price:tokens changed_at:time", Gone: true},
	}},
)
