package purchases

import "limelight/internal/ledger"

// What transfers of a purchase say; the purchase itself has the title of what was bought.
var (
	sentMemo   = ledger.DeclareMemo("Sent by the seller")
	undoneMemo = ledger.DeclareMemo("Undone by the buyer")
)
