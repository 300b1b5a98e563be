package referrals

import (
	"context"

	"limelight/internal/kit/db"
	"limelight/internal/ledger"
)

// Rule is the referrals' part of the ledger's audit: each reward belongs to its
// base and is never above what the site kept of it, and the other way round.
func Rule() ledger.Rule {
	return ledger.Rule{Kinds: []string{Kind}, Check: check}
}

// paid are a transfer's postings by which somebody paid somebody.
const paid = `p.from_class IN ('wallet', 'hold') AND p.to_class IN ('earn', 'site')`

// checks each select what breaks an invariant of the package: a subject and a text.
var checks = []struct{ rule, query string }{
	{"referrals.transfer", `
		SELECT w.id, 'was not posted to ' || w.referrer_id || ' as it is recorded'
		FROM referral_rewards w
		LEFT JOIN ledger_transfers t ON t.key = 'referral:' || w.id AND t.kind = 'referral' AND t.reverses IS NULL
		LEFT JOIN ledger_flows p ON p.transfer_id = t.id
		WHERE (w.reward = 0) <> (t.id IS NULL)
		   OR t.id IS NOT NULL AND NOT (p.from_class = 'site'
			AND p.to_class = 'earn' AND p.to_owner = w.referrer_id AND p.amount = w.reward AND p.leg = 1)
		ORDER BY w.id`},
	{"referrals.return", `
		SELECT b.id, 'was not posted as it is recorded'
		FROM referral_returns b
		LEFT JOIN ledger_transfers t ON t.key = 'referral-return:' || b.id AND t.kind = 'referral' AND t.reverses IS NULL
		LEFT JOIN ledger_flows p ON p.transfer_id = t.id
		WHERE (b.amount = 0) <> (t.id IS NULL)
		   OR t.id IS NOT NULL AND (p.to_class <> 'site' OR p.amount <> b.amount OR p.leg <> 1)
		ORDER BY b.id`},
	{"referrals.release", `
		SELECT r.release_id, 'released other amounts than its rewards had'
		FROM (
			SELECT release_id, referrer_id, CAST(SUM(released) AS BIGINT) AS amount
			FROM referral_rewards
			WHERE release_id NOT IN ('', '-')
			GROUP BY release_id, referrer_id
		) r
		LEFT JOIN ledger_transfers t ON t.key = 'referral-release:' || r.release_id AND t.kind = 'referral'
		LEFT JOIN ledger_flows p ON p.transfer_id = t.id
		WHERE (r.amount = 0) <> (t.id IS NULL)
		   OR t.id IS NOT NULL AND NOT (p.from_class = 'earn' AND p.from_owner = r.referrer_id
			AND p.to_class = 'wallet' AND p.to_owner = r.referrer_id AND p.amount = r.amount AND p.leg = 1)
		ORDER BY r.release_id`},
	{"referrals.fact", `
		SELECT t.id, 'is a transfer without its reward, return or release'
		FROM ledger_transfers t
		WHERE t.kind = 'referral'
		  AND NOT EXISTS (SELECT 1 FROM referral_rewards w WHERE t.key = 'referral:' || w.id)
		  AND NOT EXISTS (SELECT 1 FROM referral_returns b WHERE t.key = 'referral-return:' || b.id)
		  AND NOT EXISTS (SELECT 1 FROM referral_rewards w WHERE w.release_id <> '' AND t.key = 'referral-release:' || w.release_id)
		ORDER BY t.id`},
	{"referrals.base", `
		SELECT w.id, 'is not of what its transfer moved: ' || w.base || ' and ' || w.fee || ' units'
		FROM referral_rewards w
		JOIN referrals f ON f.id = w.referral_id
		JOIN ledger_transfers t ON t.id = w.base_id
		JOIN ledger_flows p ON p.transfer_id = t.id AND ` + paid + `
		GROUP BY w.id, w.base, w.fee, w.side, w.kind, w.reference, f.referred_id, t.payer, t.payee, t.kind, t.reference
		HAVING w.fee <> COALESCE(SUM(p.amount) FILTER (WHERE p.to_class = 'site'), 0)
		    OR w.side = 'spend' AND (w.base <> SUM(p.amount) OR f.referred_id <> t.payer)
		    OR w.side = 'earn' AND (w.base <> COALESCE(SUM(p.amount) FILTER (WHERE p.to_class = 'earn' AND p.to_owner = t.payee), 0) OR f.referred_id <> t.payee)
		    OR w.kind <> t.kind OR w.reference <> t.reference
		ORDER BY w.id`},
	{"referrals.missing", `
		SELECT t.id, 'moved tokens of ' || f.referred_id || ' without a reward for who brought them'
		FROM referrals f
		JOIN ledger_transfers t ON f.referred_id IN (t.payer, t.payee)
		WHERE f.void = '' AND f.rate > 0 AND t.created_at BETWEEN f.created_at AND f.ends_at - 1
		  AND t.reverses IS NULL AND t.kind <> 'referral'
		  AND EXISTS (SELECT 1 FROM ledger_flows p WHERE p.transfer_id = t.id AND ` + paid + `
		              AND (t.payer = f.referred_id OR p.to_class = 'earn' AND p.to_owner = f.referred_id))
		  AND NOT EXISTS (SELECT 1 FROM referral_rewards w WHERE w.base_id = t.id AND w.referral_id = f.id)
		ORDER BY t.id`},
	{"referrals.rate", `
		SELECT w.id, 'is of ' || w.reward || ' units'
		FROM referral_rewards w
		JOIN referrals f ON f.id = w.referral_id
		LEFT JOIN referral_rewards o ON o.base_id = w.base_id AND o.side = 'spend' AND w.side = 'earn'
		WHERE w.reason = '' AND w.reward <> CASE
		      WHEN w.base * f.rate / 10000 < w.fee - COALESCE(o.reward, 0) THEN w.base * f.rate / 10000
		      ELSE w.fee - COALESCE(o.reward, 0) END
		ORDER BY w.id`},
	{"referrals.cap", `
		SELECT w.base_id, 'has rewards above what is left of the site''s fee'
		FROM referral_rewards w
		GROUP BY w.base_id
		HAVING SUM(w.reward) > MIN(w.fee) OR SUM(w.reward - w.returned - w.absorbed) > MIN(w.fee_left)
		ORDER BY w.base_id`},
	{"referrals.due", `
		SELECT w.id, 'keeps more than is due of what refunds left'
		FROM referral_rewards w
		JOIN referrals f ON f.id = w.referral_id
		LEFT JOIN ledger_transfers r ON r.reverses = w.base_id
		WHERE w.reward - w.returned - w.absorbed > w.base_left * f.rate / 10000
		   OR r.id IS NOT NULL AND w.base_left + w.fee_left > 0
		   OR w.returned <> COALESCE((SELECT SUM(b.amount) FROM referral_returns b WHERE b.reward_id = w.id), 0)
		   OR w.absorbed <> COALESCE((SELECT SUM(b.absorbed) FROM referral_returns b WHERE b.reward_id = w.id), 0)
		ORDER BY w.id`},
	{"referrals.held", `
		SELECT a.id, 'holds ' || a.balance || ' units, its waiting rewards are ' || COALESCE(h.amount, 0)
		FROM ledger_accounts a
		JOIN accounts m ON m.id = a.owner_id AND m.role = 'user'
		LEFT JOIN (
			SELECT referrer_id, CAST(SUM(reward - returned) AS BIGINT) AS amount
			FROM referral_rewards
			WHERE release_id = ''
			GROUP BY referrer_id
		) h ON h.referrer_id = m.id
		WHERE a.class = 'earn' AND a.balance <> COALESCE(h.amount, 0)
		ORDER BY a.id`},
}

func check(ctx context.Context, tx *db.Tx) ([]ledger.Violation, error) {
	var all []ledger.Violation
	for _, c := range checks {
		found, err := ledger.Find(ctx, tx, c.rule, c.query)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}
