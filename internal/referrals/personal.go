package referrals

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("referrals", lang.Mark("Invitations"),
	personal.Table{Name: "referral_codes", Views: []personal.View{
		{Owner: "account_id", Fields: "code created_at:time", Gone: true},
	}},
	personal.Table{Name: "referrals", Views: []personal.View{
		{Owner: "referred_id", Fields: "id created_at:time ends_at:time", Kept: personal.Books},
		{Owner: "referrer_id", Fields: "id rate void created_at:time ends_at:time", Kept: personal.Books},
	}},
	personal.Table{Name: "referral_rewards", Views: []personal.View{
		{Owner: "referrer_id", Fields: "id kind base:tokens reward:tokens returned:tokens released:tokens free_at:time created_at:time", Kept: personal.Books},
	}},
	personal.Table{Name: "referral_devices", Views: []personal.View{
		{Owner: "account_id", Fields: "seen_at:time", Gone: true},
	}},
)
