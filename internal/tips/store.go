package tips

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/ledger"
)

// tipRows is how a tip is stored.
var tipRows = db.StructOf[Tip]()

func insertTip(ctx context.Context, tx *db.Tx, t Tip) error {
	failed := func(err error) error { return fmt.Errorf("insert tip: %w", err) }
	return db.Later(ctx, tx, failed, tipRows.Insert("tips"), tipRows.Args(t)...)
}

// selectReceived returns one page of a performer's tips, newest first, and how
// many there are in all.
func selectReceived(ctx context.Context, tx *db.Tx, performerID string, offset, limit int) ([]Tip, int, error) {
	total, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM tips WHERE performer_id = $1`, performerID)
	if err != nil {
		return nil, 0, fmt.Errorf("count tips of %s: %w", performerID, err)
	}
	list, err := db.All(ctx, tx, tipRows.Scan, tipSQL+`
		WHERE performer_id = $1
		ORDER BY created_at DESC, id DESC
		LIMIT $2 OFFSET $3`,
		performerID, limit, offset)
	if err != nil {
		return nil, 0, fmt.Errorf("select tips of %s: %w", performerID, err)
	}
	return list, total, nil
}

var tipSQL = `
		SELECT ` + tipRows.Columns + `
		FROM tips`

// selectTips returns those of the tips that exist, newest first.
func selectTips(ctx context.Context, tx *db.Tx, ids []string) ([]Tip, error) {
	in, args := db.In(1, ids)
	list, err := db.All(ctx, tx, tipRows.Scan, tipSQL+`
		WHERE id IN `+in+`
		ORDER BY created_at DESC, id DESC`, args...)
	if err != nil {
		return nil, fmt.Errorf("select tips: %w", err)
	}
	return list, nil
}

// TippedIn are who tipped a performer in a room from one moment until another.
func (s *Service) TippedIn(ctx context.Context, tx *db.Tx, performerID, conversationID string, from, until time.Time) ([]string, error) {
	list, err := db.All(ctx, tx, db.String, `
		SELECT DISTINCT sender_id
		FROM tips
		WHERE performer_id = $1 AND conversation_id = $2 AND created_at BETWEEN $3 AND $4
		ORDER BY sender_id`, performerID, conversationID, db.Millis(from), db.Millis(until))
	if err != nil {
		return nil, fmt.Errorf("select who tipped in %s: %w", conversationID, err)
	}
	return list, nil
}

func scanItem(r db.Row) (i Item, err error) { return i, r.Scan(&i.ID, &i.Label, &i.Token) }

func selectMenu(ctx context.Context, tx *db.Tx, performerID string) ([]Item, error) {
	menu, err := db.All(ctx, tx, scanItem, `
		SELECT id, label, token
		FROM tip_menu_items
		WHERE performer_id = $1
		ORDER BY position, id`, performerID)
	if err != nil {
		return nil, fmt.Errorf("select the menu of %s: %w", performerID, err)
	}
	return menu, nil
}

func selectItem(ctx context.Context, tx *db.Tx, performerID, id string) (item Item, found bool, err error) {
	item, found, err = db.Maybe(ctx, tx, scanItem, `
		SELECT id, label, token FROM tip_menu_items WHERE id = $1 AND performer_id = $2`, id, performerID)
	if err != nil {
		return item, false, fmt.Errorf("select the item %s: %w", id, err)
	}
	return item, found, nil
}

// deleteMenu empties a menu and returns the ids that were on it.
func deleteMenu(ctx context.Context, tx *db.Tx, performerID string) (had map[string]bool, err error) {
	had, err = db.Set(ctx, tx, `
		DELETE FROM tip_menu_items WHERE performer_id = $1 RETURNING id`, performerID)
	if err != nil {
		return nil, fmt.Errorf("empty the menu of %s: %w", performerID, err)
	}
	return had, nil
}

func insertItem(ctx context.Context, tx *db.Tx, performerID string, position int, i Item) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO tip_menu_items (id, performer_id, position, label, token)
		VALUES ($1, $2, $3, $4, $5)`,
		i.ID, performerID, position, i.Label, i.Token)
	if err != nil {
		return fmt.Errorf("insert the item %s: %w", i.Label, err)
	}
	return nil
}

// Rule is the tips' part of the ledger's audit: every tip has its one transfer,
// which paid exactly its shares, and every transfer of a tip has its tip. What was
// given back on request is of a tip too; refunds account for it.
func Rule() ledger.Rule {
	return ledger.Rule{Kinds: []string{Kind}, Check: ledger.Prove(invariants...)}
}

var invariants = []ledger.Invariant{
	{"tips.transfer", `
		SELECT t.id, 'has no transfer'
		FROM tips t
		LEFT JOIN ledger_transfers l ON l.key = 'tip:' || t.id AND l.kind = 'tip' AND l.reverses IS NULL
		WHERE l.id IS NULL
		ORDER BY t.id`},
	{"tips.fact", `
		SELECT l.id, 'is a transfer without its tip'
		FROM ledger_transfers l
		LEFT JOIN tips t ON t.id = l.reference
		WHERE l.kind = 'tip' AND (t.id IS NULL
		   OR l.reverses IS NULL AND l.key <> 'tip:' || t.id AND l.key NOT LIKE 'refund-request:%')
		ORDER BY l.id`},
	ledger.PaidAsSplit("tips.shares", `
		SELECT t.id AS subject, 'was not posted as it was split' AS text, l.id AS transfer_id,
		       'wallet' AS payer_class, t.sender_id AS payer_id, t.performer_id, t.studio_id,
		       t.gross, t.net, t.studio_net, t.site_fee
		FROM tips t
		JOIN ledger_transfers l ON l.key = 'tip:' || t.id`),
}
