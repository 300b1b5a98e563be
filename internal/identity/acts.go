package identity

import "limelight/internal/audit"

// What staff do here, and look at.
var (
	identityVerified = audit.Declare("identity.verified", "Identity: verified")
	identityRejected = audit.Declare("identity.rejected", "Identity: rejected")
	documentViewed   = audit.Declare("identity.document_viewed", "Identity: document viewed")
	checkSearched    = audit.Declare("identity.searched", "Identity: searched")
	checkViewed      = audit.Declare("identity.viewed", "Identity: viewed")
)
