package pages

import "limelight/internal/audit"

// What staff do here, and look at.
var (
	postCreated     = audit.Declare("post.created", "Post: created")
	postChanged     = audit.Declare("post.changed", "Post: changed")
	postDeleted     = audit.Declare("post.deleted", "Post: deleted")
	bannerCreated   = audit.Declare("banner.created", "Banner: created")
	bannerChanged   = audit.Declare("banner.changed", "Banner: changed")
	bannerDeleted   = audit.Declare("banner.deleted", "Banner: deleted")
	contactSearched = audit.Declare("contact_message.searched", "Contact message: searched")
)
