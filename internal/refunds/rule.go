package refunds

import "limelight/internal/ledger"

// Rule is the refunds' part of the ledger's audit. The transfers of refunds have
// the kind of what was paid, whose room knows them by their key; that they are as
// they should be is proved here.
func Rule() ledger.Rule {
	return ledger.Rule{Kinds: []string{KindDebt}, Check: ledger.Prove(invariants...)}
}

// reserved says of a request r that what it gave back was still in the hold of its order.
const reserved = `EXISTS (
			SELECT 1 FROM ledger_flows h
			WHERE h.transfer_id = r.transfer_id AND h.from_class = 'hold' AND h.from_owner = r.reference)`

var invariants = []ledger.Invariant{
	{"refunds.transfer", `
		SELECT r.id, 'is ' || r.status || ' and has ' || CASE WHEN t.id IS NULL THEN 'no' ELSE 'a' END || ' transfer'
		FROM refund_requests r
		LEFT JOIN ledger_transfers t ON t.key = 'refund-request:' || r.id AND t.kind = r.kind AND t.reference = r.reference
			AND t.payer = r.member_id AND t.payee = r.performer_id AND t.reverses IS NULL
		WHERE (r.status = 'resolved') <> (t.id IS NOT NULL) OR COALESCE(r.transfer_id, '') <> COALESCE(t.id, '')
		ORDER BY r.id`},
	{"refunds.fact", `
		SELECT t.id, 'is a refund without its request'
		FROM ledger_transfers t
		LEFT JOIN refund_requests r ON t.id = r.transfer_id
		WHERE t.key LIKE 'refund-request:%' AND r.id IS NULL
		   OR EXISTS (SELECT 1 FROM refund_requests b WHERE b.transfer_id = t.reverses)
		ORDER BY t.id`},
	{"refunds.shares", `
		SELECT r.id, 'was not posted as it was split'
		FROM refund_requests r
		JOIN ledger_flows p ON p.transfer_id = r.transfer_id
		WHERE ` + reserved + `
		GROUP BY r.id
		HAVING SUM(CASE WHEN p.to_class = 'wallet' AND p.to_owner = r.member_id THEN p.amount ELSE 0 END) <> r.amount
		    OR SUM(CASE WHEN p.from_class = 'hold' AND p.from_owner = r.reference THEN p.amount ELSE 0 END) <> r.given_net + r.given_studio + r.given_fee
		    OR SUM(p.amount) <> r.amount
		ORDER BY r.id`},
	{"refunds.left", `
		SELECT r.id, 'gave back more than was paid'
		FROM refund_requests r
		JOIN ledger_transfers t ON t.reference = r.reference AND t.kind = r.kind
		JOIN ledger_flows p ON p.transfer_id = t.id
		WHERE r.status = 'resolved'
		GROUP BY r.id
		HAVING SUM(CASE WHEN p.from_class IN ('wallet', 'hold') AND p.to_class IN ('earn', 'site') THEN p.amount
		                WHEN p.to_class = 'wallet' AND p.from_class <> 'hold' THEN -p.amount ELSE 0 END) < 0
		ORDER BY r.id`},
	{"refunds.owed", `
		SELECT r.id, 'owes other than was split'
		FROM refund_requests r
		WHERE r.owed_net + r.owed_studio <> COALESCE((SELECT SUM(d.owed) FROM refund_debts d WHERE d.request_id = r.id), 0)
		   OR r.owed_net <> COALESCE((SELECT SUM(d.owed) FROM refund_debts d WHERE d.request_id = r.id AND d.account_id = r.performer_id), 0)
		ORDER BY r.id`},
	{"refunds.debt", `
		SELECT d.account_id, 'owes other than the ledger says'
		FROM refund_debts d
		GROUP BY d.account_id
		HAVING SUM(d.owed - d.repaid) <> COALESCE((SELECT l.owed FROM ledger_debts l WHERE l.owner_id = d.account_id), 0)
		ORDER BY d.account_id`},
	{"refunds.repaid", `
		SELECT d.request_id, d.account_id || ' repaid other than it says'
		FROM refund_debts d
		WHERE d.repaid <> COALESCE((SELECT SUM(p.amount) FROM refund_repayments p WHERE p.request_id = d.request_id AND p.account_id = d.account_id), 0)
		ORDER BY d.request_id, d.account_id`},
	{"refunds.repayment", `
		SELECT y.id, 'has no transfer as it was posted'
		FROM refund_repayments y
		LEFT JOIN ledger_transfers t ON t.id = y.transfer_id AND t.key = 'refund-debt:' || y.id AND t.kind = 'refund_debt'
			AND t.reference = y.request_id AND t.reverses IS NULL
		LEFT JOIN ledger_flows p ON p.transfer_id = t.id AND p.leg = 1 AND p.amount = y.amount
			AND p.from_class = 'earn' AND p.from_owner = y.account_id AND p.to_class = 'receivable' AND p.to_owner = y.account_id
		WHERE p.transfer_id IS NULL OR EXISTS (SELECT 1 FROM ledger_postings o WHERE o.transfer_id = y.transfer_id AND o.leg <> 1)
		ORDER BY y.id`},
	{"refunds.stray", `
		SELECT t.id, 'is a repayment of no debt'
		FROM ledger_transfers t
		LEFT JOIN refund_repayments y ON y.transfer_id = t.id
		WHERE t.kind = 'refund_debt' AND y.id IS NULL
		ORDER BY t.id`},
	ledger.ReturnedAsSplit("refunds.shares", `
		SELECT r.id AS subject, 'was not posted as it was split' AS text, r.transfer_id,
		       'wallet' AS payer_class, r.member_id AS payer_id, r.performer_id, r.studio_id,
		       r.amount AS gross, r.given_net AS net, r.given_studio AS studio_net, r.given_fee AS site_fee,
		       r.owed_net, r.owed_studio
		FROM refund_requests r
		WHERE NOT `+reserved),
}
