package show

import "limelight/internal/audit"

// What staff do here, and look at.
var (
	showViewed    = audit.Declare("show.viewed", "Show: viewed")
	showJoined    = audit.Declare("show.joined", "Show: joined")
	showEnded     = audit.Declare("show.ended", "Show: ended")
	receiptViewed = audit.Declare("show.receipt_viewed", "Show: receipt viewed")
)
