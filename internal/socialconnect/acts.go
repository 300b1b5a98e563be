package socialconnect

import "limelight/internal/audit"

// What staff do here.
var setupChanged = audit.Declare("social.setUp", "X (Twitter): set up")
