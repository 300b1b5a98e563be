package paidmessages

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/secretbox"
	"limelight/internal/ledger"
)

var unlockInvariants = []ledger.Invariant{
	hasTransfer("paidmessages.unlockTransfer", "message_unlocks", Photo),
	{"paidmessages.unlockFact", `
		SELECT l.id, 'is a transfer without its unlock'
		FROM ledger_transfers l
		LEFT JOIN message_unlocks u ON u.id = l.reference
		WHERE l.kind = 'messagePhoto' AND (u.id IS NULL
		   OR l.reverses IS NULL AND l.key <> 'messagePhoto:' || u.id AND l.key NOT LIKE 'refund-request:%')
		ORDER BY l.id`},
	ledger.PaidAsSplit("paidmessages.unlockShares", `
		SELECT u.id AS subject, 'was not posted as it was split' AS text, l.id AS transfer_id,
		       'wallet' AS payer_class, u.member_id AS payer_id, u.performer_id, u.studio_id,
		       u.gross, u.net, u.studio_net, u.site_fee
		FROM message_unlocks u
		JOIN ledger_transfers l ON l.key = 'messagePhoto:' || u.id`),
	refundedAsNoted("paidmessages.unlockRefunded", "message_unlocks", Photo),
	{"paidmessages.unlockReversed", `
		SELECT u.id, 'was taken back, which an unlock never is'
		FROM message_unlocks u
		JOIN ledger_transfers l ON l.reference = u.id AND l.kind = 'messagePhoto'
		JOIN ledger_transfers b ON b.reverses = l.id
		ORDER BY u.id`},
	{"paidmessages.unreviewed", `
		SELECT u.id, 'opened a photo that was not offered so, or not approved'
		FROM message_unlocks u
		LEFT JOIN message_photos o ON o.message_id = u.message_id AND o.member_id = u.member_id AND o.performer_id = u.performer_id
			AND o.price = u.gross AND o.approved_at > 0 AND o.approved_at <= u.created_at AND o.declared_at <= o.approved_at
		WHERE o.message_id IS NULL
		ORDER BY u.id`},
}

// authenticated is a row with the MAC of its frozen fields.
type authenticated struct {
	id, mac string
	frozen  []any
}

// macPage is how many rows are in memory at once.
const macPage = 500

// checkFrozen finds unlocks and offers of which something else stands than was written: another photo, another member, a
// price, an approval.
func (s *Service) checkFrozen(ctx context.Context, tx *db.Tx) ([]ledger.Violation, error) {
	opened, err := s.findChanged(ctx, tx, unlocks, "paidmessages.frozen", `SELECT `+unlockRows.Columns+`, mac FROM message_unlocks WHERE id > $1 ORDER BY id LIMIT $2`,
		func(r db.Row) (a authenticated, err error) {
			u, err := unlockRows.ScanWith(r, &a.mac)
			a.id, a.frozen = u.ID, u.frozen()
			return a, err
		})
	if err != nil {
		return nil, err
	}
	offered, err := s.findChanged(ctx, tx, offers, "paidmessages.frozenOffer", `SELECT `+offerRows.Columns+`, mac FROM message_photos WHERE message_id > $1 ORDER BY message_id LIMIT $2`,
		func(r db.Row) (a authenticated, err error) {
			o, err := offerRows.ScanWith(r, &a.mac)
			a.id, a.frozen = o.MessageID, o.frozen()
			return a, err
		})
	return append(opened, offered...), err
}

// findChanged reads the rows of a table by pages, after an id, and finds those that their MAC does not fit.
func (s *Service) findChanged(ctx context.Context, tx *db.Tx, table, rule, query string, scan func(db.Row) (authenticated, error)) (found []ledger.Violation, err error) {
	for after, more := "", true; more; {
		page, err := db.All(ctx, tx, scan, query, after, macPage)
		if err != nil {
			return nil, fmt.Errorf("audit the MACs of %s: %w", table, err)
		}
		for _, a := range page {
			if flaw := s.MAC.Flaw(secretbox.Epoch{}, a.id, a.mac, table, a.frozen...); flaw != "" {
				found = append(found, ledger.Violation{Rule: rule, Subject: a.id, Text: flaw})
			}
			after = a.id
		}
		more = len(page) == macPage
	}
	return found, nil
}
