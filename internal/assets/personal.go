package assets

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("assets", lang.Mark("What you sell"),
	personal.Table{Name: "assets", Views: []personal.View{
		{Owner: "performer_id", Fields: "id kind title description price:tokens status reject_reason sold views publish_at:time published_at:time submitted_at:time created_at:time updated_at:time", Kept: personal.Acted},
	}},
	personal.Table{Name: "asset_consents", Views: []personal.View{
		{Owner: "performer_id", Fields: "id asset_id version only_me:flag others confirmed_at:time", Kept: personal.Law},
	}},
	personal.Table{Name: "asset_views", Views: []personal.View{
		{Owner: "viewer", Fields: "asset_id hour", Gone: true},
	}},
)
