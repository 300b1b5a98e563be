package wheel

import "limelight/internal/ledger"

// Rule is the wheel's part of the ledger's audit: every result has its one
// transfer, which paid exactly its shares and was taken back exactly when the
// result is rejected, and every transfer of a spin has its result. What the site
// gave back on request is what the result says; refunds account for it.
func Rule() ledger.Rule {
	return ledger.Rule{Kinds: []string{Kind}, Check: ledger.Prove(invariants...)}
}

var invariants = []ledger.Invariant{
	{"wheel.transfer", `
		SELECT r.id, 'has no transfer'
		FROM wheel_results r
		LEFT JOIN ledger_transfers l ON l.id = r.transfer_id AND l.key = 'wheel:' || r.id AND l.kind = 'wheel' AND l.reverses IS NULL
		WHERE l.id IS NULL
		ORDER BY r.id`},
	{"wheel.fact", `
		SELECT l.id, 'is a transfer without its result'
		FROM ledger_transfers l
		LEFT JOIN wheel_results r ON r.id = l.reference
		WHERE l.kind = 'wheel' AND (r.id IS NULL
		   OR l.reverses IS NULL AND l.key <> 'wheel:' || r.id AND l.key NOT LIKE 'refund-request:%')
		ORDER BY l.id`},
	{"wheel.refund", `
		SELECT r.id, 'is ' || r.status || ' and was ' || CASE WHEN b.id IS NULL THEN 'not ' ELSE '' END || 'taken back'
		FROM wheel_results r
		LEFT JOIN ledger_transfers b ON b.reverses = r.transfer_id
		WHERE (r.status = 'rejected') <> (b.id IS NOT NULL)
		ORDER BY r.id`},
	{"wheel.refunded", `
		SELECT r.id, 'says that ' || r.refunded || ' units of it were refunded'
		FROM wheel_results r
		LEFT JOIN ledger_transfers l ON l.reference = r.id AND l.kind = 'wheel' AND l.key LIKE 'refund-request:%'
		LEFT JOIN ledger_postings p ON p.transfer_id = l.id
		GROUP BY r.id, r.refunded, r.status
		HAVING r.refunded <> COALESCE(SUM(p.amount), 0) OR r.refunded > 0 AND r.status = 'rejected'
		ORDER BY r.id`},
	ledger.PaidAsSplit("wheel.shares", `
		SELECT r.id AS subject, 'was not posted as it was split' AS text, r.transfer_id,
		       'wallet' AS payer_class, r.member_id AS payer_id, r.performer_id, r.studio_id,
		       r.gross, r.net, r.studio_net, r.site_fee
		FROM wheel_results r`),
}
