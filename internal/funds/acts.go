package funds

import "limelight/internal/audit"

// What staff do about payments, and look at.
var (
	paymentCredited   = audit.Declare("payment.credit", "Payment: credit")
	paymentDebited    = audit.Declare("payment.debit", "Payment: debit")
	paymentApproved   = audit.Declare("payment.approved", "Payment: approved")
	paymentRejected   = audit.Declare("payment.rejected", "Payment: rejected")
	paymentRefunded   = audit.Declare("payment.refund", "Payment: refund")
	paymentTakenBack  = audit.Declare("payment.takenBack", "Payment: taken back")
	paymentReconciled = audit.Declare("payment.reconciled", "Payment: reconciled")
	paymentSearched   = audit.Declare("payment.searched", "Payment: searched")
	paymentViewed     = audit.Declare("payment.viewed", "Payment: viewed")
	disputeWon        = audit.Declare("dispute.won", "Dispute: won")
	disputeLost       = audit.Declare("dispute.lost", "Dispute: lost")
	ratiosViewed      = audit.Declare("funds.ratios", "Dispute ratios: viewed")
)

// What staff do about what does not agree.
var (
	quarantineApproved   = audit.Declare("quarantine.approved", "Quarantine: approved")
	quarantineApplied    = audit.Declare("quarantine.applied", "Quarantine: applied")
	quarantineDropped    = audit.Declare("quarantine.dropped", "Quarantine: dropped")
	quarantineSearched   = audit.Declare("quarantine.searched", "Quarantine: searched")
	quarantineViewed     = audit.Declare("quarantine.viewed", "Quarantine: viewed")
	receivableRecovered  = audit.Declare("receivable.recover", "Receivable: recover")
	receivableWrittenOff = audit.Declare("receivable.writeOff", "Receivable: write off")
	receivableClosed     = audit.Declare("receivable.close", "Receivable: close")
	receivableSearched   = audit.Declare("receivable.searched", "Receivable: searched")
)

// What staff do about what members may buy, and by whom they pay.
var (
	packageSaved    = audit.Declare("package.saved", "Package: saved")
	packageApproved = audit.Declare("package.approved", "Package: approved")
	packageRemoved  = audit.Declare("package.removed", "Package: removed")
	gatewayChanged  = audit.Declare("gateway.changed", "Gateway: changed")
	gatewayApproved = audit.Declare("gateway.approved", "Gateway: approved")
)

// What staff do about what waits for a second admin.
var (
	proposalSearched = audit.Declare("proposal.searched", "Proposal: searched")
)

// proposed is what a change is on record as that begins to wait.
var proposed = map[string]audit.Action{
	ProposedGateway:    audit.Declare("gateway.proposed", "Gateway: proposed"),
	ProposedPackage:    audit.Declare("package.proposed", "Package: proposed"),
	ProposedOutcome:    audit.Declare("outcome.proposed", "Outcome: proposed"),
	ProposedRefund:     audit.Declare("refund.proposed", "Refund: proposed"),
	ProposedReceivable: audit.Declare("receivable.proposed", "Receivable: proposed"),
}

// proposalRejected is what a change is on record as that no longer waits.
var proposalRejected = map[string]audit.Action{
	ProposedGateway:    audit.Declare("gateway.rejected", "Gateway: rejected"),
	ProposedPackage:    audit.Declare("package.rejected", "Package: rejected"),
	ProposedOutcome:    audit.Declare("outcome.rejected", "Outcome: rejected"),
	ProposedRefund:     audit.Declare("refund.proposal_rejected", "Refund: proposal rejected"),
	ProposedReceivable: audit.Declare("receivable.rejected", "Receivable: rejected"),
}

// enteredEntry is what an entry by hand is on record as.
var enteredEntry = map[string]audit.Action{Credit: paymentCredited, Debit: paymentDebited}

// decidedCase is what a decision about a receivable is on record as.
var decidedCase = map[string]audit.Action{Recover: receivableRecovered, WriteOff: receivableWrittenOff, Close: receivableClosed}

// resolvedMismatch is what an event in quarantine is on record as, by what became of it.
var resolvedMismatch = map[string]audit.Action{mismatchApproved: quarantineApproved, mismatchApplied: quarantineApplied, mismatchDropped: quarantineDropped}
