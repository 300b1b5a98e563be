package orders

import "limelight/internal/ledger"

// What is given back says of its order.
var (
	cancelledMemo = ledger.DeclareMemo("Order %v cancelled")
	refundedMemo  = ledger.DeclareMemo("Order %v refunded")
)
