package transcoding

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("files", lang.Mark("Pictures and documents"),
	personal.Table{Name: "media", Views: []personal.View{
		{Owner: "owner_id", Fields: "id purpose name status duration_ms width height created_at:time done_at:time removed_at:time", Kept: personal.Books, Blank: "name"},
	}},
)
