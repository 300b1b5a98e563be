package orders

import "limelight/internal/audit"

// What staff do here, and look at.
var (
	orderRefunded = audit.Declare("order.refunded", "Order: refunded")
	orderSearched = audit.Declare("orders.admin.search", "Order: searched")
)
