package funds

import "limelight/internal/ledger"

// What transfers of payments say.
var (
	byHandMemo = ledger.DeclareMemo("By hand")

	takenBackMemo     = ledger.DeclareMemo("The payment was taken back")
	recoveryMemo      = ledger.DeclareMemo("An open amount")
	disputeWonMemo    = ledger.DeclareMemo("The dispute was won")
	refundFailedMemo  = ledger.DeclareMemo("The refund failed")
	refundRefusedMemo = ledger.DeclareMemo("The refund was refused")

	// Performers and studios see these, and nothing of whose payment it was.
	heldMemo      = ledger.DeclareMemo("held: payment dispute")
	lostMemo      = ledger.DeclareMemo("the payment was lost")
	releasedMemo  = ledger.DeclareMemo("released")
	recoveredMemo = ledger.DeclareMemo("recovered")
)
