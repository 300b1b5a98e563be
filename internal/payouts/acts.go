package payouts

import "limelight/internal/audit"

// What is done about requests, by staff and by those who may.
var (
	firstApproval    = audit.Declare("payout.first_approval", "Payout: first approval")
	payoutProcessing = audit.Declare("payout.processing", "Payout: processing")
	payoutDone       = audit.Declare("payout.done", "Payout: done")
	payoutRejected   = audit.Declare("payout.rejected", "Payout: rejected")
	payoutCancelled  = audit.Declare("payout.cancelled", "Payout: cancelled")
	payoutBounced    = audit.Declare("payout.bounced", "Payout: bounced")
	releaseAgreed    = audit.Declare("payout.release_agreed", "Payout: release agreed")
	detailsChanged   = audit.Declare("payout_details.changed", "Payout details: changed")
	payoutSearched   = audit.Declare("payout.searched", "Payout: searched")
	payoutViewed     = audit.Declare("payout.viewed", "Payout: viewed")
	statementViewed  = audit.Declare("payout.statement_viewed", "Payout: statement viewed")
)

// What staff do with batches.
var (
	batchCreated   = audit.Declare("payout_batch.created", "Payout batch: created")
	batchApproved  = audit.Declare("payout_batch.approved", "Payout batch: approved")
	batchExported  = audit.Declare("payout_batch.exported", "Payout batch: exported")
	batchPaid      = audit.Declare("payout_batch.paid", "Payout batch: paid")
	batchKept      = audit.Declare("payout_batch.kept", "Payout batch: kept")
	discardAsked   = audit.Declare("payout_batch.discard_asked", "Payout batch: discard asked")
	batchDiscarded = audit.Declare("payout_batch.discarded", "Payout batch: discarded")
	batchSearched  = audit.Declare("payout_batch.searched", "Payout batch: searched")
	batchViewed    = audit.Declare("payout_batch.viewed", "Payout batch: viewed")
)

// decided is what a request is on record as, by what became of it.
var decided = map[Status]audit.Action{Processing: payoutProcessing, Done: payoutDone, Rejected: payoutRejected, Cancelled: payoutCancelled}
