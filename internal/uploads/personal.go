package uploads

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("files", lang.Mark("Pictures and documents"),
	personal.Table{Name: "uploads", Views: []personal.View{
		{Owner: "owner_id", Fields: "id purpose name length created_at:time finished_at:time removed_at:time", Kept: personal.Books, Blank: "name"},
	}},
)
