package account

import "limelight/internal/audit"

// What staff look at here.
var (
	accountSearched = audit.Declare("account.searched", "Account: searched")
	accountViewed   = audit.Declare("account.viewed", "Account: viewed")
)
