package tips

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("tips", lang.Mark("Tips"),
	personal.Table{Name: "tips", Views: []personal.View{
		{Owner: "sender_id", Fields: "id performer_id gross:tokens note label anonymous:flag created_at:time", Kept: personal.Books, Blank: "sender_name:name note"},
		{Owner: "performer_id", Fields: "id gross:tokens net:tokens note label created_at:time", Kept: personal.Books},
		{Owner: "studio_id", Fields: "id created_at:time studio_net:tokens", Kept: personal.Books},
	}},
	personal.Table{Name: "tip_menu_items", Views: []personal.View{
		{Owner: "performer_id", Fields: "id position label token:tokens", Gone: true},
	}},
)
