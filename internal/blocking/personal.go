package blocking

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("blocking", lang.Mark("Whom you block"),
	personal.Table{Name: "blocks", Views: []personal.View{
		{Owner: "performer_id", Fields: "kind value created_at:time", Gone: true},
	}},
)
