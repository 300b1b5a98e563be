package purchases

import (
	"context"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fold"
	"limelight/internal/kit/money"
	"limelight/internal/kit/secretbox"
)

// table is what the MACs of purchases are made for.
const table = "purchases"

// frozen are the fields of a purchase that nothing changes.
func (p Purchase) frozen() []any {
	return []any{
		p.ID, p.Item.Kind, p.Item.ID, p.Item.Title, p.Item.PerformerID, p.PerformerName, p.MemberID, p.Terms.StudioID,
		int64(p.Price), int64(p.Shares.SiteFee), int64(p.Shares.StudioNet), int64(p.Shares.Net),
		int64(p.Terms.Site), int64(p.Terms.Member), db.Millis(p.CreatedAt),
	}
}

// sealed are the fields that the MAC is made of: of a product also how many of it, and
// whether it is sent.
func (p Purchase) sealed() []any {
	if p.Item.Kind != Product {
		return p.frozen()
	}
	return append(p.frozen(), int64(p.Quantity), p.Item.Physical)
}

// wordsOf are the words that find a purchase.
func wordsOf(p Purchase) string {
	return strings.Join(fold.Words(p.Item.Title+" "+p.PerformerName), " ")
}

// purchaseRows is how a purchase is stored, but for its MAC and the words that find it.
var purchaseRows = db.StructOf[Purchase]()

// insertPurchase writes a new purchase, and reports whether the member could buy it: what
// is bought once is refused by the table's unique index while they own it.
func insertPurchase(ctx context.Context, tx *db.Tx, p Purchase, mac secretbox.MAC) (fresh bool, err error) {
	rows, err := db.Exec(ctx, tx, purchaseRows.Insert(table, "mac", "words")+` ON CONFLICT DO NOTHING`,
		append(purchaseRows.Args(p), mac.Of(table, p.sealed()...), wordsOf(p))...)
	if err != nil {
		return false, fmt.Errorf("insert purchase: %w", err)
	}
	return rows == 1, nil
}

var purchaseSQL = `
		SELECT ` + purchaseRows.Columns + `
		FROM purchases`

func scanPurchase(r db.Row) (Purchase, error) { return scanPurchaseWith(r) }

func scanPurchaseWith(r db.Row, more ...any) (Purchase, error) {
	p, err := purchaseRows.ScanWith(r, more...)
	p.Item.Price = p.Price / money.Tokens(max(1, p.Quantity))
	return p, err
}

func selectPurchase(ctx context.Context, tx *db.Tx, purchaseID string) (Purchase, error) {
	return db.One(ctx, tx, scanPurchase, purchaseSQL+`
		WHERE id = $1`, purchaseID)
}

// lockPurchase is selectPurchase, and nobody else changes it until the transaction ends.
func lockPurchase(ctx context.Context, tx *db.Tx, purchaseID string) (Purchase, error) {
	return db.One(ctx, tx, scanPurchase, purchaseSQL+`
		WHERE id = $1`+tx.Fragment(db.ForUpdate), purchaseID)
}

// selectLive is the purchase by which the member owns an item, or db.ErrNone.
func selectLive(ctx context.Context, tx *db.Tx, memberID, kind, itemID string) (Purchase, error) {
	return db.One(ctx, tx, scanPurchase, purchaseSQL+`
		WHERE kind = $1 AND item_id = $2 AND member_id = $3 AND ended_at = 0
		ORDER BY created_at DESC, id DESC
		LIMIT 1`, kind, itemID, memberID)
}

// selectFirstOwned is when the first purchase of an item was made that has not ended.
func selectFirstOwned(ctx context.Context, tx *db.Tx, kind, itemID string) (int64, error) {
	at, err := db.One(ctx, tx, db.Int64, `
		SELECT COALESCE(MIN(created_at), 0)
		FROM purchases
		WHERE kind = $1 AND item_id = $2 AND ended_at = 0`, kind, itemID)
	if err != nil {
		return 0, fmt.Errorf("look since when %s is owned: %w", itemID, err)
	}
	return at, nil
}

// selectSince returns the member's newest purchases since an instant.
func selectSince(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]Purchase, error) {
	list, err := db.All(ctx, tx, scanPurchase, purchaseSQL+`
		WHERE member_id = $1 AND created_at >= $2
		ORDER BY created_at DESC, id DESC
		LIMIT $3`, memberID, db.Millis(since), most)
	if err != nil {
		return nil, fmt.Errorf("select the purchases of %s: %w", memberID, err)
	}
	return list, nil
}

// updateUndone ends a purchase of the member's that may still be undone, and reports
// whether it could.
func updateUndone(ctx context.Context, tx *db.Tx, memberID, purchaseID string, now time.Time) (bool, error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE purchases
		SET undone_at = $3, ended_at = $3
		WHERE id = $1 AND member_id = $2 AND created_at >= $4 AND delivered_at = 0 AND captured_at = 0 AND ended_at = 0 AND refunded = 0`,
		purchaseID, memberID, db.Millis(now), db.Millis(now.Add(-UndoWindow)))
	if err != nil {
		return false, fmt.Errorf("undo purchase %s: %w", purchaseID, err)
	}
	return rows == 1, nil
}

// updateRefunded notes a refund of a purchase that has not ended, on top of what was given
// back before, and reports whether so much was left of its price.
func updateRefunded(ctx context.Context, tx *db.Tx, purchaseID string, amount money.Tokens, now time.Time) (bool, error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE purchases
		SET refunded = refunded + $2, ended_at = CASE WHEN price = refunded + $2 THEN $3 ELSE ended_at END
		WHERE id = $1 AND ended_at = 0 AND refunded + $2 <= price`, purchaseID, amount, db.Millis(now))
	if err != nil {
		return false, fmt.Errorf("refund purchase %s: %w", purchaseID, err)
	}
	return rows == 1, nil
}

// updateCaptured notes that a product was sent whose price is held, and reports whether it
// was.
func updateCaptured(ctx context.Context, tx *db.Tx, purchaseID string, now time.Time) (bool, error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE purchases
		SET captured_at = $2
		WHERE id = $1 AND held AND captured_at = 0 AND ended_at = 0`, purchaseID, db.Millis(now))
	if err != nil {
		return false, fmt.Errorf("capture purchase %s: %w", purchaseID, err)
	}
	return rows == 1, nil
}

// updateGivenBack ends a purchase, of which nothing is left to be given back.
func updateGivenBack(ctx context.Context, tx *db.Tx, purchaseID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE purchases
		SET refunded = price, ended_at = $2
		WHERE id = $1 AND ended_at = 0`, purchaseID, db.Millis(now))
	if err != nil {
		return fmt.Errorf("give purchase %s back: %w", purchaseID, err)
	}
	return nil
}

// returned is what was given back of a purchase.
type returned struct {
	purchaseID string
	tokens     money.Tokens
}

func scanReturned(r db.Row) (one returned, err error) {
	return one, r.Scan(&one.purchaseID, &one.tokens)
}

// selectReturned returns those of some purchases of which something was given back.
func selectReturned(ctx context.Context, tx *db.Tx, purchaseIDs []string) ([]returned, error) {
	in, args := db.In(1, purchaseIDs)
	list, err := db.All(ctx, tx, scanReturned, `
		SELECT id, CASE WHEN undone_at <> 0 THEN price ELSE refunded END
		FROM purchases
		WHERE (refunded > 0 OR undone_at <> 0) AND id IN `+in, args...)
	if err != nil {
		return nil, fmt.Errorf("select what was given back of purchases: %w", err)
	}
	return list, nil
}

func selectOwned(ctx context.Context, tx *db.Tx, memberID, kind string, itemIDs []string) (map[string]bool, error) {
	in, args := db.In(3, itemIDs)
	list, err := db.All(ctx, tx, db.String, `
		SELECT item_id
		FROM purchases
		WHERE kind = $1 AND member_id = $2 AND ended_at = 0 AND item_id IN `+in,
		append([]any{kind, memberID}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("select what %s owns: %w", memberID, err)
	}
	owned := make(map[string]bool, len(list))
	for _, itemID := range list {
		owned[itemID] = true
	}
	return owned, nil
}

// delivery is what is noted of an item that a member owns: how often, when it was bought
// last, delivered first and seen last.
type delivery struct {
	live                int
	bought, first, seen time.Time
}

func scanDelivery(r db.Row) (d delivery, err error) {
	var bought, first, seen int64
	err = r.Scan(&d.live, &bought, &first, &seen)
	d.bought, d.first, d.seen = db.Time(bought), db.Time(first), db.Time(seen)
	return d, err
}

func selectDelivery(ctx context.Context, tx *db.Tx, memberID, kind, itemID string) (delivery, error) {
	d, err := db.One(ctx, tx, scanDelivery, `
		SELECT COUNT(*), COALESCE(MAX(created_at), 0), COALESCE(MIN(delivered_at), 0), COALESCE(MIN(last_seen_at), 0)
		FROM purchases
		WHERE kind = $1 AND item_id = $2 AND member_id = $3 AND ended_at = 0`, kind, itemID, memberID)
	if err != nil {
		return delivery{}, fmt.Errorf("look whether %s owns %s: %w", memberID, itemID, err)
	}
	return d, nil
}

// updateDelivered notes a delivery of an item, and reports whether the member owns it.
func updateDelivered(ctx context.Context, tx *db.Tx, memberID, kind, itemID string, now time.Time) (owns bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE purchases
		SET last_seen_at = $4, delivered_at = CASE WHEN delivered_at = 0 THEN $4 ELSE delivered_at END
		WHERE kind = $1 AND item_id = $2 AND member_id = $3 AND ended_at = 0`, kind, itemID, memberID, db.Millis(now))
	if err != nil {
		return false, fmt.Errorf("deliver %s to %s: %w", itemID, memberID, err)
	}
	return rows > 0, nil
}

func scanSold(r db.Row) (s sold, err error) {
	return s, r.Scan(&s.itemID, &s.left, &s.terms.Site, &s.terms.StudioID, &s.terms.Member, &s.count)
}

func selectSales(ctx context.Context, tx *db.Tx, kind string, itemIDs []string) ([]sold, error) {
	in, args := db.In(2, itemIDs)
	list, err := db.All(ctx, tx, scanSold, `
		SELECT item_id, price - refunded, site_rate, studio_id, member_rate, COUNT(*)
		FROM purchases
		WHERE kind = $1 AND ended_at = 0 AND item_id IN `+in+`
		GROUP BY item_id, price - refunded, site_rate, studio_id, member_rate`,
		append([]any{kind}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("sum the sales of items: %w", err)
	}
	return list, nil
}

// orders are the columns of a library's orders.
var orders = map[string]string{ByBought: "created_at", BySeen: "last_seen_at", ByTitle: "words", ByPrice: "price"}

// selectLibrary returns one page of what a member owns, and how much that is in all.
func selectLibrary(ctx context.Context, tx *db.Tx, q Query, words, begun []string) ([]Purchase, int, error) {
	where, args := ` WHERE member_id = $1 AND ended_at = 0`, []any{q.MemberID}
	add := func(condition string, value any) {
		args = append(args, value)
		where += fmt.Sprintf(condition, len(args))
	}
	if q.Kind != "" {
		add(` AND kind = $%d`, q.Kind)
	}
	switch q.Seen {
	case SeenNever:
		where += ` AND last_seen_at = 0`
	case SeenOnce:
		where += ` AND last_seen_at > 0`
	case SeenBegun:
		in, ids := db.In(len(args)+1, begun)
		where, args = where+` AND kind = 'video' AND item_id IN `+in, append(args, ids...)
	}
	for _, word := range words {
		add(` AND words LIKE $%d`, "%"+word+"%")
	}
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM purchases`+where, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count what %s owns: %w", q.MemberID, err)
	}
	column, direction := orders[q.SortBy], "DESC"
	if column == "" {
		column = orders[ByBought]
	}
	if q.Ascending {
		direction = "ASC"
	}
	page := fmt.Sprintf(` ORDER BY %[1]s %[2]s, id %[2]s LIMIT $%[3]d OFFSET $%[4]d`, column, direction, len(args)+1, len(args)+2)
	list, err := db.All(ctx, tx, scanPurchase, purchaseSQL+where+page, append(args, q.Limit, q.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("select what %s owns: %w", q.MemberID, err)
	}
	return list, total, nil
}
