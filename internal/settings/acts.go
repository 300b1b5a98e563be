package settings

import "limelight/internal/audit"

// What staff do here.
var (
	settingChanged  = audit.Declare("setting.changed", "Setting: changed")
	settingProposed = audit.Declare("setting.proposed", "Setting: proposed")
	settingApproved = audit.Declare("setting.approved", "Setting: approved")
	settingRejected = audit.Declare("setting.rejected", "Setting: rejected")
)
