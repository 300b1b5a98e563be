package payouts

import (
	"context"

	"limelight/internal/kit/db"
	"limelight/internal/ledger"
)

// Rule is the payouts' part of the ledger's audit: what every request reserved,
// gave back or paid is what was posted, once, and nothing else was.
func Rule() ledger.Rule {
	return ledger.Rule{Kinds: []string{KindReserve, KindDone}, Check: check}
}

// checks select what breaks a rule: a subject and a text.
var checks = []struct{ rule, query string }{
	{"payouts.reserve", `
		SELECT r.id, 'did not reserve its units from its own earnings'
		FROM payout_requests r
		LEFT JOIN ledger_transfers t ON t.id = r.transfer_id AND t.key = 'payout:' || r.id AND t.kind = 'payout' AND t.reverses IS NULL
		LEFT JOIN ledger_postings p ON p.transfer_id = t.id
			AND p.source = 'earn:' || r.account_id AND p.target = 'payout:' || r.id AND p.amount = r.units
		WHERE p.transfer_id IS NULL
		ORDER BY r.id`},
	{"payouts.reserved", `
		SELECT r.id, 'is ' || r.status || ', and its account holds ' || COALESCE(a.balance, 0) || ' units'
		FROM payout_requests r
		LEFT JOIN ledger_accounts a ON a.id = 'payout:' || r.id
		WHERE COALESCE(a.balance, 0) <> CASE WHEN r.status IN ('pending', 'processing') THEN r.units ELSE 0 END
		ORDER BY r.id`},
	{"payouts.done", `
		SELECT r.id, 'is ' || r.status || ', with ' || COUNT(p.transfer_id) || ' transfers that paid it'
		FROM payout_requests r
		LEFT JOIN ledger_transfers t ON t.reference = r.id AND t.kind = 'payout_done' AND t.key = 'payout_done:' || r.id AND t.reverses IS NULL
		LEFT JOIN ledger_postings p ON p.transfer_id = t.id AND p.source = 'payout:' || r.id AND p.amount = r.units
			AND p.target = CASE WHEN r.studio_id = '' THEN 'world:payout' ELSE 'earn:' || r.studio_id END
		GROUP BY r.id, r.status
		HAVING COUNT(p.transfer_id) <> CASE WHEN r.status = 'done' THEN 1 ELSE 0 END
		ORDER BY r.id`},
	{"payouts.released", `
		SELECT r.id, 'is ' || r.status || ', and its reserve was given back ' || COUNT(b.id) || ' times'
		FROM payout_requests r
		LEFT JOIN ledger_transfers b ON b.reverses = r.transfer_id
		GROUP BY r.id, r.status
		HAVING COUNT(b.id) <> CASE WHEN r.status IN ('rejected', 'cancelled') THEN 1 ELSE 0 END
		ORDER BY r.id`},
	{"payouts.fact", `
		SELECT t.id, 'is a ' || t.kind || ' of no request'
		FROM ledger_transfers t
		LEFT JOIN payout_requests r ON r.id = t.reference AND (
			t.kind = 'payout' AND (t.id = r.transfer_id OR t.reverses = r.transfer_id)
			OR t.kind = 'payout_done' AND t.key = 'payout_done:' || r.id)
		WHERE t.kind IN ('payout', 'payout_done') AND r.id IS NULL
		ORDER BY t.id`},
	{"payouts.account", `
		SELECT a.id, 'belongs to no request'
		FROM ledger_accounts a
		LEFT JOIN payout_requests r ON a.id = 'payout:' || r.id
		WHERE a.id LIKE 'payout:%' AND r.id IS NULL
		ORDER BY a.id`},
	{"payouts.batch", `
		SELECT r.id, 'is ' || r.status || ' in a batch that is ' || COALESCE(b.state, 'not there')
		FROM payout_requests r
		LEFT JOIN payout_batches b ON b.id = r.batch_id
		WHERE r.batch_id <> '' AND COALESCE(b.state, '') NOT IN ('frozen', 'approved', 'paid')
			OR r.batch_id <> '' AND (b.state = 'paid') <> (r.status = 'done')
		ORDER BY r.id`},
}

func check(ctx context.Context, tx *db.Tx) (all []ledger.Violation, err error) {
	for _, c := range checks {
		found, err := ledger.Find(ctx, tx, c.rule, c.query)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}
