package orders

import "limelight/internal/ledger"

// Rule is the orders' part of the ledger's audit: products that were bought have their
// orders, and the money of each is where its status says. That it was split and held as it
// should be is proved by purchases, whose transfers they are.
func Rule() ledger.Rule { return ledger.Rule{Check: ledger.Prove(invariants...)} }

var invariants = []ledger.Invariant{
	{"orders.fact", `
		SELECT p.id, 'is a purchase without its order'
		FROM purchases p
		LEFT JOIN orders o ON o.purchase_id = p.id
		WHERE p.kind = 'product' AND o.id IS NULL
		ORDER BY p.id`},
	{"orders.sale", `
		SELECT o.id, 'says other than its purchase'
		FROM orders o
		LEFT JOIN purchases p ON p.id = o.purchase_id
		WHERE p.id IS NULL OR p.kind <> 'product' OR p.member_id <> o.member_id OR p.performer_id <> o.performer_id
		   OR p.item_id <> o.item_id OR p.item_title <> o.item_title OR p.price <> o.price OR p.quantity <> o.quantity
		   OR p.held <> o.physical
		ORDER BY o.id`},
	{"orders.money", `
		SELECT o.id, 'is ' || o.status || ', and its tokens are not'
		FROM orders o
		JOIN purchases p ON p.id = o.purchase_id
		WHERE (p.captured_at <> 0) <> (o.shipped_at <> 0)
		   OR o.status IN ('created', 'processing') AND p.captured_at <> 0
		   OR o.physical AND o.status IN ('shipped', 'delivered') AND p.captured_at = 0
		   OR (p.ended_at <> 0) <> (o.status IN ('cancelled', 'refunded'))
		   OR p.undone_at <> 0 AND o.status <> 'cancelled'
		ORDER BY o.id`},
}
