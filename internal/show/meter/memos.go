package meter

import "limelight/internal/ledger"

// What transfers of a show say.
var (
	minuteMemo   = ledger.DeclareMemo("Minute %d")
	windowMemo   = ledger.DeclareMemo("Window %d")
	heldMemo     = ledger.DeclareMemo("Held for the show")
	unheldMemo   = ledger.DeclareMemo("Not used in the show")
	unusedMemo   = ledger.DeclareMemo("Unused time of the show")
	absorbedMemo = ledger.DeclareMemo("Unused time of the show; the site bears %v that the others no longer had")
)
