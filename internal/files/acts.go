package files

import "limelight/internal/audit"

// What staff do here.
var (
	siteImageUploaded = audit.Declare("site_image.uploaded", "Site image: uploaded")
)
