package identity

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("identity", lang.Mark("Checks of your identity"),
	personal.Table{Name: "identity_checks", Views: []personal.View{
		{Owner: "account_id", Fields: "id role submitted_at:time state reason decided_at:time legal_name birth_date doc_type doc_country doc_expiry", Kept: personal.Law},
	}},
)
