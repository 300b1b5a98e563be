package performer

import "limelight/internal/audit"

// What staff do here.
var (
	categoryCreated = audit.Declare("category.created", "Category: created")
	categoryChanged = audit.Declare("category.changed", "Category: changed")
	categoryRemoved = audit.Declare("category.removed", "Category: removed")

	linkHidden    = audit.Declare("performer_link.hidden", "Profile link: hidden")
	linkShown     = audit.Declare("performer_link.shown", "Profile link: shown again")
	linksSearched = audit.Declare("performer_link.searched", "Profile links: searched")
)
