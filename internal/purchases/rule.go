package purchases

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/secretbox"
	"limelight/internal/ledger"
)

// Rule is the purchases' part of the ledger's audit: every purchase has its one transfer,
// which paid exactly its shares and was taken back exactly when it is undone, every
// transfer of a sale has its purchase, what refunds gave back is what the purchase says,
// and nobody has changed what was written at the sale.
func (s *Service) Rule() ledger.Rule { return ledger.Rule{Kinds: Kinds, Check: s.check} }

var checks = []struct{ rule, query string }{
	{"purchases.transfer", `
		SELECT r.id, 'has no transfer'
		FROM purchases r
		LEFT JOIN ledger_transfers l ON l.key = r.kind || ':' || r.id AND l.kind = r.kind AND l.reverses IS NULL
			AND l.payer = r.member_id AND l.payee = r.performer_id
		WHERE l.id IS NULL
		ORDER BY r.id`},
	{"purchases.fact", `
		SELECT l.id, 'is a transfer without its purchase'
		FROM ledger_transfers l
		LEFT JOIN purchases r ON r.id = l.reference AND r.kind = l.kind
		WHERE l.kind IN ('gallery', 'video', 'product') AND (r.id IS NULL
		   OR l.reverses IS NULL AND l.key <> r.kind || ':' || r.id AND l.key NOT LIKE 'refund-request:%'
		  AND NOT (r.kind = 'product' AND l.key IN ('product-sent:' || r.id, 'product-return:' || r.id)))
		ORDER BY l.id`},
	{"purchases.undone", `
		SELECT r.id, 'is ' || CASE WHEN r.undone_at = 0 THEN 'not ' ELSE '' END || 'undone and was '
			|| CASE WHEN b.id IS NULL THEN 'not ' ELSE '' END || 'taken back'
		FROM purchases r
		LEFT JOIN ledger_transfers l ON l.key = r.kind || ':' || r.id
		LEFT JOIN ledger_transfers b ON b.reverses = l.id
		WHERE (r.undone_at <> 0) <> (b.id IS NOT NULL)
		ORDER BY r.id`},
	{"purchases.refunded", `
		SELECT r.id, 'says that ' || r.refunded || ' units of it were refunded'
		FROM purchases r
		LEFT JOIN ledger_transfers l ON l.reference = r.id AND l.kind = r.kind
			AND (l.key LIKE 'refund-request:%' OR l.key = 'product-return:' || r.id)
		LEFT JOIN ledger_postings p ON p.transfer_id = l.id
		GROUP BY r.id, r.refunded
		HAVING r.refunded <> COALESCE(SUM(p.amount), 0)
		ORDER BY r.id`},
	{"purchases.returned", `
		SELECT r.id, 'was given back to somebody else'
		FROM purchases r
		JOIN ledger_transfers l ON l.key = 'product-return:' || r.id
		JOIN ledger_flows p ON p.transfer_id = l.id
		WHERE p.to_class <> 'wallet' OR p.to_owner <> r.member_id
		ORDER BY r.id`},
	{"purchases.reserved", `
		SELECT r.id, 'was not paid into its hold'
		FROM purchases r
		JOIN ledger_transfers l ON l.key = r.kind || ':' || r.id
		JOIN ledger_flows p ON p.transfer_id = l.id
		WHERE r.held AND NOT (p.from_class = 'wallet' AND p.from_owner = r.member_id
			AND p.to_class = 'hold' AND p.to_owner = r.id AND p.amount = r.price)
		ORDER BY r.id`},
	{"purchases.held", `
		SELECT r.id, 'holds ' || COALESCE(a.balance, 0) || ' units'
		FROM purchases r
		LEFT JOIN ledger_accounts a ON a.class = 'hold' AND a.owner_id = r.id
		WHERE COALESCE(a.balance, 0) <> CASE WHEN r.held AND r.captured_at = 0 AND r.undone_at = 0 THEN r.price - r.refunded ELSE 0 END
		ORDER BY r.id`},
	{"purchases.captured", `
		SELECT r.id, 'is ' || CASE WHEN r.captured_at = 0 THEN 'not ' ELSE '' END || 'captured and was '
			|| CASE WHEN l.id IS NULL THEN 'not ' ELSE '' END || 'shared'
		FROM purchases r
		LEFT JOIN ledger_transfers l ON l.key = 'product-sent:' || r.id AND l.reverses IS NULL
			AND NOT EXISTS (SELECT 1 FROM ledger_transfers b WHERE b.reverses = l.id)
		WHERE (r.captured_at <> 0) <> (l.id IS NOT NULL)
		ORDER BY r.id`},
	{"purchases.parts", `
		SELECT c.id, 'was not captured as it is shared'
		FROM (
			SELECT r.id, r.site_rate, r.member_rate,
			       CAST(SUM(p.amount) AS BIGINT) AS gross,
			       CAST(SUM(CASE WHEN p.to_class = 'site' AND p.to_owner = 'revenue' THEN p.amount ELSE 0 END) AS BIGINT) AS fee,
			       CAST(SUM(CASE WHEN r.studio_id <> '' AND p.to_class = 'earn' AND p.to_owner = r.studio_id THEN p.amount ELSE 0 END) AS BIGINT) AS studio,
			       CAST(SUM(CASE WHEN p.to_class = 'earn' AND p.to_owner = r.performer_id THEN p.amount ELSE 0 END) AS BIGINT) AS net,
			       CAST(SUM(CASE WHEN p.from_class <> 'hold' OR p.from_owner <> r.id THEN 1 ELSE 0 END) AS BIGINT) AS foreign_legs
			FROM purchases r
			JOIN ledger_transfers l ON l.key = 'product-sent:' || r.id
			JOIN ledger_flows p ON p.transfer_id = l.id
			GROUP BY r.id, r.site_rate, r.member_rate
		) AS c
		WHERE foreign_legs <> 0 OR fee + studio + net <> gross
		   OR fee <> gross / 10000 * site_rate + gross % 10000 * site_rate / 10000
		   OR studio <> (gross - fee) / 10000 * (10000 - member_rate) + (gross - fee) % 10000 * (10000 - member_rate) / 10000
		ORDER BY c.id`},
}

// shares are the sales that were paid at once; those whose price was held are split when
// they are sent.
const shares = `
	SELECT r.id AS subject, 'was not posted as it was split' AS text, l.id AS transfer_id,
	       'wallet' AS payer_class, r.member_id AS payer_id, r.performer_id, r.studio_id,
	       r.price AS gross, r.net, r.studio_net, r.site_fee
	FROM purchases r
	JOIN ledger_transfers l ON l.key = r.kind || ':' || r.id
	WHERE NOT r.held`

func (s *Service) check(ctx context.Context, tx *db.Tx) (all []ledger.Violation, err error) {
	for _, c := range checks {
		found, err := ledger.Find(ctx, tx, c.rule, c.query)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	wrong, err := ledger.CheckShares(ctx, tx, "purchases.shares", shares)
	if err != nil {
		return nil, err
	}
	changed, err := s.checkFrozen(ctx, tx)
	return append(append(all, wrong...), changed...), err
}

type authenticated struct {
	Purchase
	mac string
}

// macPage is how many purchases are in memory at once.
const macPage = 500

// checkFrozen finds purchases whose frozen part is not what was written at the sale: an
// item that was exchanged for a dearer one, a buyer, a price. The table is younger than
// the MACs, so that none of its rows may lack one.
func (s *Service) checkFrozen(ctx context.Context, tx *db.Tx) (found []ledger.Violation, err error) {
	scan := func(r db.Row) (a authenticated, err error) {
		a.Purchase, err = scanPurchaseWith(r, &a.mac)
		return a, err
	}
	for after, more := "", true; more; {
		page, err := db.All(ctx, tx, scan, `
			SELECT `+purchaseRows.Columns+`, mac
			FROM purchases
			WHERE id > $1
			ORDER BY id
			LIMIT $2`, after, macPage)
		if err != nil {
			return nil, fmt.Errorf("audit the frozen purchases: %w", err)
		}
		for _, a := range page {
			if flaw := s.MAC.Flaw(secretbox.Epoch{}, a.ID, a.mac, table, a.sealed()...); flaw != "" {
				found = append(found, ledger.Violation{Rule: "purchases.frozen", Subject: a.ID, Text: flaw})
			}
			after = a.ID
		}
		more = len(page) == macPage
	}
	return found, nil
}
