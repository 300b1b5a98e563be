package referrals

import "limelight/internal/ledger"

// What transfers of rewards say.
var (
	rewardMemo  = ledger.DeclareMemo("Referral reward")
	returnMemo  = ledger.DeclareMemo("Referral reward taken back: refund")
	releaseMemo = ledger.DeclareMemo("Referral rewards")
)
