package commissions

import "limelight/internal/audit"

// What staff do here, and look at.
var (
	rateChanged    = audit.Declare("commission.changed", "Commission: changed")
	ratesSearched  = audit.Declare("commission.searched", "Commission: searched")
	ratesViewed    = audit.Declare("commission.viewed", "Commission: viewed")
	ratesSimulated = audit.Declare("commission.simulated", "Commission: simulated")
	historyViewed  = audit.Declare("commission.history_viewed", "Commission: history viewed")
)
