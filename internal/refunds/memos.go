package refunds

import "limelight/internal/ledger"

// What transfers of a refund say.
var (
	refundMemo   = ledger.DeclareMemo("Refunded on request")
	absorbedMemo = ledger.DeclareMemo("Refunded on request; the site bears %v that the others no longer had")
	debtMemo     = ledger.DeclareMemo("An earlier refund")
)
