package playback

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("playback", lang.Mark("What you watched"),
	personal.Table{Name: "watch_positions", Views: []personal.View{
		{Owner: "account_id", Fields: "asset_id position_ms updated_at:time", Gone: true},
	}},
)
