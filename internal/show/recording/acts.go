package recording

import "limelight/internal/audit"

// What staff do here, and look at.
var (
	recordingSearched  = audit.Declare("recording.searched", "Recording: searched")
	recordingViewed    = audit.Declare("recording.viewed", "Recording: viewed")
	recordingTakenDown = audit.Declare("recording.taken_down", "Recording: taken down")
	recordingPutBack   = audit.Declare("recording.put_back", "Recording: put back")
	recordingDeleted   = audit.Declare("recording.deleted", "Recording: deleted")
)
