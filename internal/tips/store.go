package tips

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/ledger"
)

func insertTip(ctx context.Context, tx *db.Tx, t Tip) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO tips (id, sender_id, sender_name, performer_id, studio_id, conversation_id,
			gross, site_fee, studio_net, net, site_rate, member_rate, note, anonymous, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
		t.ID, t.SenderID, t.SenderName, t.PerformerID, t.Terms.StudioID, t.ConversationID,
		t.Gross, t.Shares.SiteFee, t.Shares.StudioNet, t.Shares.Net, t.Terms.Site, t.Terms.Member,
		t.Note, t.Anonymous, db.Millis(t.CreatedAt))
	if err != nil {
		return fmt.Errorf("insert tip: %w", err)
	}
	return nil
}

func scanTip(r db.Row) (t Tip, err error) {
	var at int64
	err = r.Scan(&t.ID, &t.SenderID, &t.SenderName, &t.PerformerID, &t.Terms.StudioID, &t.ConversationID,
		&t.Gross, &t.Shares.SiteFee, &t.Shares.StudioNet, &t.Shares.Net, &t.Terms.Site, &t.Terms.Member,
		&t.Note, &t.Anonymous, &at)
	t.CreatedAt = db.Time(at)
	return t, err
}

// selectReceived returns one page of a performer's tips, newest first, and how
// many there are in all.
func selectReceived(ctx context.Context, tx *db.Tx, performerID string, offset, limit int) ([]Tip, int, error) {
	total, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM tips WHERE performer_id = $1`, performerID)
	if err != nil {
		return nil, 0, fmt.Errorf("count tips of %s: %w", performerID, err)
	}
	list, err := db.All(ctx, tx, scanTip, `
		SELECT id, sender_id, sender_name, performer_id, studio_id, conversation_id,
		       gross, site_fee, studio_net, net, site_rate, member_rate, note, anonymous, created_at
		FROM tips
		WHERE performer_id = $1
		ORDER BY created_at DESC, id DESC
		LIMIT $2 OFFSET $3`,
		performerID, limit, offset)
	if err != nil {
		return nil, 0, fmt.Errorf("select tips of %s: %w", performerID, err)
	}
	return list, total, nil
}

// Rule is the tips' part of the ledger's audit: every tip has its one transfer,
// which paid exactly its shares, and every transfer of a tip has its tip.
func Rule() ledger.Rule {
	return ledger.Rule{Kinds: []string{Kind}, Check: check}
}

func check(ctx context.Context, tx *db.Tx) ([]ledger.Violation, error) {
	unpaid, err := ledger.Find(ctx, tx, "tips.transfer", `
		SELECT t.id, 'has no transfer'
		FROM tips t
		LEFT JOIN ledger_transfers l ON l.key = 'tip:' || t.id AND l.kind = 'tip' AND l.reverses IS NULL
		WHERE l.id IS NULL
		ORDER BY t.id`)
	if err != nil {
		return nil, err
	}
	stray, err := ledger.Find(ctx, tx, "tips.fact", `
		SELECT l.id, 'is a transfer without its tip'
		FROM ledger_transfers l
		LEFT JOIN tips t ON t.id = l.reference
		WHERE l.kind = 'tip' AND (t.id IS NULL OR l.reverses IS NULL AND l.key <> 'tip:' || t.id)
		ORDER BY l.id`)
	if err != nil {
		return nil, err
	}
	wrong, err := ledger.Find(ctx, tx, "tips.shares", `
		SELECT t.id, 'was not posted as it was split'
		FROM tips t
		JOIN ledger_transfers l ON l.key = 'tip:' || t.id
		JOIN ledger_postings p ON p.transfer_id = l.id
		GROUP BY t.id
		HAVING SUM(CASE WHEN p.source = 'wallet:' || t.sender_id THEN p.amount ELSE 0 END) <> t.gross
		    OR SUM(CASE WHEN p.target = 'earn:' || t.performer_id THEN p.amount ELSE 0 END) <> t.net
		    OR SUM(CASE WHEN p.target = 'site:revenue' THEN p.amount ELSE 0 END) <> t.site_fee
		    OR SUM(CASE WHEN t.studio_id <> '' AND p.target = 'earn:' || t.studio_id THEN p.amount ELSE 0 END) <> t.studio_net
		    OR SUM(p.amount) <> t.gross
		ORDER BY t.id`)
	return append(append(unpaid, stray...), wrong...), err
}
