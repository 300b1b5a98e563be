package refunds

import "limelight/internal/audit"

// What staff do here, and look at.
var (
	refundResolved = audit.Declare("refund.resolved", "Refund: resolved")
	refundRejected = audit.Declare("refund.rejected", "Refund: rejected")
	refundSearched = audit.Declare("refund.searched", "Refund: searched")
	refundViewed   = audit.Declare("refund.viewed", "Refund: viewed")
)

// decided is what a request is on record as, by what became of it.
var decided = map[Status]audit.Action{Resolved: refundResolved, Rejected: refundRejected}
