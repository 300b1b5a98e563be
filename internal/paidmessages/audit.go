package paidmessages

import (
	"context"
	"slices"

	"limelight/internal/kit/db"
	"limelight/internal/ledger"
)

// Rule is the part of paid messages in the ledger's audit: every charge has its one transfer, which paid
// exactly its shares or its hold, every transfer has its charge, and a hold is over exactly when the charge says so.
// The same of unlocks, whose photos were approved, and of which nobody has changed what was written.
func (s *Service) Rule() ledger.Rule {
	return ledger.Rule{Kinds: Incomes.IDs(), Check: func(ctx context.Context, tx *db.Tx) ([]ledger.Violation, error) {
		found, err := ledger.FindAll(ctx, tx, slices.Concat(chargeInvariants, unlockInvariants)...)
		if err != nil {
			return nil, err
		}
		changed, err := s.checkFrozen(ctx, tx)
		return append(found, changed...), err
	}}
}

var chargeInvariants = []ledger.Invariant{
	hasTransfer("paidmessages.transfer", "message_charges", Message),
	{"paidmessages.fact", `
		SELECT l.id, 'is a transfer without its charge'
		FROM ledger_transfers l
		LEFT JOIN message_charges c ON c.id = l.reference
		WHERE l.kind = 'message' AND (c.id IS NULL
		   OR l.reverses IS NULL AND l.key NOT IN ('message:' || c.id, 'message-released:' || c.id) AND l.key NOT LIKE 'refund-request:%')
		ORDER BY l.id`},
	ledger.PaidAsSplit("paidmessages.shares", `
		SELECT c.id AS subject, 'was not posted as it was split' AS text, l.id AS transfer_id,
		       CASE WHEN c.held THEN 'hold' ELSE 'wallet' END AS payer_class, CASE WHEN c.held THEN c.id ELSE c.member_id END AS payer_id,
		       c.performer_id, c.studio_id, c.gross, c.net, c.studio_net, c.site_fee
		FROM message_charges c
		JOIN ledger_transfers l ON l.key = CASE WHEN c.held THEN 'message-released:' ELSE 'message:' END || c.id`),
	{"paidmessages.reserved", `
		SELECT c.id, 'was not paid into its hold'
		FROM message_charges c
		JOIN ledger_transfers l ON l.key = 'message:' || c.id
		JOIN ledger_flows p ON p.transfer_id = l.id
		WHERE c.held AND NOT (p.from_class = 'wallet' AND p.from_owner = c.member_id
			AND p.to_class = 'hold' AND p.to_owner = c.id AND p.amount = c.gross)
		ORDER BY c.id`},
	{"paidmessages.held", `
		SELECT c.id, 'holds ' || COALESCE(a.balance, 0) || ' units'
		FROM message_charges c
		LEFT JOIN ledger_accounts a ON a.class = 'hold' AND a.owner_id = c.id
		WHERE COALESCE(a.balance, 0) <> CASE WHEN c.held AND c.captured_at = 0 AND c.returned_at = 0 THEN c.gross ELSE 0 END
		ORDER BY c.id`},
	{"paidmessages.captured", `
		SELECT c.id, 'is ' || CASE WHEN c.captured_at = 0 THEN 'not ' ELSE '' END || 'delivered and was '
			|| CASE WHEN l.id IS NULL THEN 'not ' ELSE '' END || 'shared'
		FROM message_charges c
		LEFT JOIN ledger_transfers l ON l.key = 'message-released:' || c.id
			AND NOT EXISTS (SELECT 1 FROM ledger_transfers b WHERE b.reverses = l.id)
		WHERE (c.captured_at <> 0) <> (l.id IS NOT NULL)
		ORDER BY c.id`},
	{"paidmessages.returned", `
		SELECT c.id, 'is ' || CASE WHEN c.returned_at = 0 THEN 'not ' ELSE '' END || 'given back and was '
			|| CASE WHEN b.id IS NULL THEN 'not ' ELSE '' END || 'taken back'
		FROM message_charges c
		JOIN ledger_transfers l ON l.key = 'message:' || c.id
		LEFT JOIN ledger_transfers b ON b.reverses = l.id
		WHERE (c.returned_at <> 0) <> (b.id IS NOT NULL)
		ORDER BY c.id`},
	refundedAsNoted("paidmessages.refunded", "message_charges", Message),
}

// refundedAsNoted is the invariant that what a table says was refunded of a payment is what refunds of its kind posted.
func refundedAsNoted(rule, table, kind string) ledger.Invariant {
	return ledger.Invariant{Rule: rule, Query: `
		SELECT paid.id, 'says that ' || paid.refunded || ' units of it were refunded'
		FROM ` + table + ` paid
		LEFT JOIN ledger_transfers l ON l.reference = paid.id AND l.kind = '` + kind + `' AND l.key LIKE 'refund-request:%'
		LEFT JOIN ledger_postings p ON p.transfer_id = l.id
		GROUP BY paid.id, paid.refunded
		HAVING paid.refunded <> COALESCE(SUM(p.amount), 0)
		ORDER BY paid.id`}
}

// hasTransfer is the invariant that each payment of a table has the transfer that moved it.
func hasTransfer(rule, table, kind string) ledger.Invariant {
	return ledger.Invariant{Rule: rule, Query: `
		SELECT paid.id, 'has no transfer'
		FROM ` + table + ` paid
		LEFT JOIN ledger_transfers l ON l.key = '` + kind + `:' || paid.id AND l.kind = '` + kind + `' AND l.reverses IS NULL
			AND l.payer = paid.member_id AND l.payee = paid.performer_id
		WHERE l.id IS NULL
		ORDER BY paid.id`}
}
