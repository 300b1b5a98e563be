package performer

import "limelight/internal/audit"

// What staff do here.
var (
	categoryCreated = audit.Declare("category.created", "Category: created")
	categoryChanged = audit.Declare("category.changed", "Category: changed")
	categoryRemoved = audit.Declare("category.removed", "Category: removed")
)
