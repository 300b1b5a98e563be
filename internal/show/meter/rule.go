package meter

import "limelight/internal/ledger"

// Rule is the meters' part of the ledger's audit: captured periods, refunds and
// holds have their transfers with exactly their legs, every transfer of these
// kinds is one of them or was given back on request, for which refunds account,
// holds hold what open meters say and nothing once they are closed, and what was
// charged is what was metered.
func Rule() ledger.Rule {
	return ledger.Rule{Kinds: []string{string(Private), string(Group), string(PeekIn)}, Check: ledger.Prove(invariants...)}
}

var invariants = []ledger.Invariant{
	{"meter.minute", `
		SELECT m.id, 'minute ' || i.n || ' has no transfer'
		FROM show_minutes i
		JOIN show_meters m ON m.id = i.meter_id
		LEFT JOIN ledger_transfers l ON l.id = i.transfer_id
			AND l.key = 'minute:' || m.id || ':' || i.n AND l.kind = m.kind AND l.reference = m.id
			AND l.payer = m.member_id AND l.payee = m.performer_id
		WHERE l.id IS NULL
		ORDER BY m.id, i.n`},
	{"meter.refund", `
		SELECT m.id, 'its refund has no transfer'
		FROM show_meters m
		LEFT JOIN ledger_transfers l ON l.id = m.refund_id
			AND l.key = 'refund:' || m.id AND l.kind = m.kind AND l.reference = m.id
			AND l.payer = m.member_id AND l.payee = m.performer_id
		WHERE m.refund > 0 AND l.id IS NULL
		ORDER BY m.id`},
	{"meter.fact", `
		SELECT l.id, 'is a transfer without its minute, refund or hold'
		FROM ledger_transfers l
		LEFT JOIN show_meters m ON m.id = l.reference AND m.kind = l.kind
		LEFT JOIN show_minutes i ON i.transfer_id = l.id AND i.meter_id = m.id
		WHERE l.kind IN ('private', 'group', 'peekIn')
		  AND (m.id IS NULL OR l.reverses IS NOT NULL
		    OR i.n IS NULL AND COALESCE(m.refund_id, '') <> l.id AND l.key NOT LIKE 'refund-request:%'
		   AND substr(l.key, 1, length(m.id) + 6) <> 'hold:' || m.id || ':')
		ORDER BY l.id`},
	{"meter.hold", `
		SELECT m.id, 'is ' || m.state || ' and should hold ' || m.held || ' units, but holds ' || COALESCE(a.balance, 0)
		FROM show_meters m
		LEFT JOIN ledger_accounts a ON a.class = 'hold' AND a.owner_id = m.id
		WHERE COALESCE(a.balance, 0) <> m.held
		ORDER BY m.id`},
	{"meter.postings", `
		SELECT m.id, 'has ' || m.postings || ' hold transfers, the ledger ' || COUNT(l.id)
		FROM show_meters m
		LEFT JOIN ledger_transfers l ON l.reference = m.id AND substr(l.key, 1, length(m.id) + 6) = 'hold:' || m.id || ':'
		GROUP BY m.id
		HAVING COUNT(l.id) <> m.postings OR EXISTS (
			SELECT 1
			FROM ledger_transfers h
			JOIN ledger_flows p ON p.transfer_id = h.id
			WHERE h.reference = m.id AND substr(h.key, 1, length(m.id) + 6) = 'hold:' || m.id || ':'
			  AND NOT (p.from_class = 'wallet' AND p.from_owner = m.member_id AND p.to_class = 'hold' AND p.to_owner = m.id
			        OR p.to_class = 'wallet' AND p.to_owner = m.member_id AND p.from_class = 'hold' AND p.from_owner = m.id))
		ORDER BY m.id`},
	{"meter.periods", `
		SELECT m.id, 'counts ' || m.periods || ' periods, captured ' || COUNT(i.n)
		FROM show_meters m
		LEFT JOIN show_minutes i ON i.meter_id = m.id
		GROUP BY m.id
		HAVING COUNT(i.n) <> m.periods OR COALESCE(MAX(i.n), 0) <> m.periods
		ORDER BY m.id`},
	{"meter.charge", `
		SELECT m.id, 'was refunded ' || m.refund || ' units of ' || m.periods || ' periods, metered ' || m.elapsed || ' ms'
		FROM show_meters m
		WHERE m.fault AND m.refund <> CASE
			WHEN m.elapsed <= m.free THEN m.price * m.periods
			ELSE (m.price * (m.free + m.period * m.periods - m.elapsed) + m.period - 1) / m.period END
		   OR NOT m.fault AND m.refund <> 0 AND m.refund <> m.price * (m.periods - CASE
			WHEN m.elapsed <= m.free THEN 0
			WHEN (m.elapsed - m.free - 1) / m.period + 1 < m.minimum THEN m.minimum
			ELSE (m.elapsed - m.free - 1) / m.period + 1 END)
		ORDER BY m.id`},
	ledger.PaidAsSplit("meter.shares", `
		SELECT m.id AS subject, 'minute ' || i.n || ' was not posted as it was split' AS text, i.transfer_id,
		       'hold' AS payer_class, m.id AS payer_id, m.performer_id, m.studio_id,
		       m.price AS gross, m.net, m.studio_net, m.site_fee
		FROM show_minutes i
		JOIN show_meters m ON m.id = i.meter_id`),
	ledger.ReturnedAsSplit("meter.returned", `
		SELECT m.id AS subject, 'its refund was not posted as it was split' AS text, m.refund_id AS transfer_id,
		       'wallet' AS payer_class, m.member_id AS payer_id, m.performer_id, m.studio_id,
		       m.refund AS gross, m.refund_net AS net, m.refund_studio AS studio_net, m.refund_fee AS site_fee,
		       0 AS owed_net, 0 AS owed_studio
		FROM show_meters m`),
}
