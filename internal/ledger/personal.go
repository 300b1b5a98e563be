package ledger

import (
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("ledger", lang.Mark("Movements of tokens"),
	personal.Table{Name: "ledger_transfers", Views: []personal.View{
		{Owner: "payer", Fields: "id created_at:time kind reference memo", Kept: personal.Books},
		{Owner: "payee", Fields: "id created_at:time kind reference", Kept: personal.Books},
	}},
	personal.Table{Name: "ledger_accounts", Why: "balances, which are the sums of the transfers"},
	personal.Table{Name: "ledger_grants", Why: "an index of gifts, which stand among the transfers"},
)
