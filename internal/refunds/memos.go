package refunds

import "limelight/internal/ledger"

// What transfers of a refund say.
var (
	refundMemo    = ledger.DeclareMemo("Refunded on request")
	takenDownMemo = ledger.DeclareMemo("Given back: what was paid for was taken down")
	absorbedMemo  = ledger.DeclareMemo("Refunded on request; the site bears %v that the others no longer had")
	debtMemo      = ledger.DeclareMemo("An earlier refund")
)
