package files

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("files", lang.Mark("Pictures and documents"),
	personal.Table{Name: "files", Views: []personal.View{
		{Owner: "owner_id", Fields: "id kind name media_type size width height created_at:time", Kept: personal.Acted},
	}},
	personal.Table{Name: "file_views", Views: []personal.View{
		{Owner: "viewer_id", Fields: "id file_id reason viewed_at:time", Kept: personal.Log},
	}},
)
