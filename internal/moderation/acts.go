package moderation

import "limelight/internal/audit"

// What staff do here.
var (
	accountSuspended = audit.Declare("account.suspended", "Account: suspended")
	accountStrike    = audit.Declare("account.strike", "Account: strike")
	accountRestored  = audit.Declare("account.restored", "Account: restored")
	adminInvited     = audit.Declare("admin.invited", "Admin: invited")
	vipAdded         = audit.Declare("performer.vip_added", "VIP: added")
	vipRemoved       = audit.Declare("performer.vip_removed", "VIP: removed")
)
