package performer

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("profile", lang.Mark("Your profile"),
	personal.Table{Name: "performers", Views: []personal.View{
		{Owner: "id", Fields: "headline about gender country timezone height weight hair eyes ethnicity body_type orientation vip:flag welcome private_price:tokens exclusive_price:tokens group_price:tokens wheel_price:tokens min_minutes max_participants min_participants peek_in:flag peek_in_price:tokens peek_in_seconds record:flag who_may_ask verification verification_reason verification_at:time verified_until:time status online_ms views created_at:time updated_at:time", Kept: personal.Books, Blank: "headline about gender country timezone height weight hair eyes ethnicity body_type orientation welcome card_image wide_image snapshot verification_reason name_key"},
	}},
	personal.Table{Name: "performer_days", Views: []personal.View{
		{Owner: "performer_id", Fields: "day online_ms shows", Kept: personal.Books},
	}},
	personal.Table{Name: "performer_links", Views: []personal.View{
		{Owner: "performer_id", Fields: "position label url created_at:time hidden_at:time", Gone: true},
	}},
	personal.Table{Name: "performer_views", Views: []personal.View{
		{Owner: "viewer", Fields: "performer_id hour", Gone: true},
	}},
	personal.Table{Name: "performer_facets", Why: "an index of the profile", Views: []personal.View{{Owner: "performer_id", Gone: true}}},
	personal.Table{Name: "performer_starts", Why: "an index of the profile", Views: []personal.View{{Owner: "performer_id", Gone: true}}},
	personal.Table{Name: "performer_words", Why: "an index of the profile", Views: []personal.View{{Owner: "id", Gone: true}}},
)
