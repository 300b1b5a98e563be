package admin

import "limelight/internal/audit"

// What staff do here, and look at.
var (
	mailTested       = audit.Declare("mail.tested", "Mail: tested")
	mailSearched     = audit.Declare("mail.searched", "Mail: searched")
	mailViewed       = audit.Declare("mail.viewed", "Mail: viewed")
	deliverySearched = audit.Declare("delivery.searched", "Delivery: searched")
)
