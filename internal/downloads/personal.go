package downloads

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("downloads", lang.Mark("Downloads"),
	personal.Table{Name: "downloads", Views: []personal.View{
		{Owner: "member_id", Fields: "id product_id given_at:time used_at:time", Kept: personal.Books},
	}},
)
