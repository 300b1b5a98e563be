package transcoding

import "limelight/internal/audit"

// What staff do here, and look at.
var (
	videoRetried  = audit.Declare("transcoding.retried", "Transcoding: retried")
	videoSearched = audit.Declare("transcoding.searched", "Transcoding: searched")
)
