package orders

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fold"
)

// insertOrder writes an order, and reports whether its number was free.
func insertOrder(ctx context.Context, tx *db.Tx, o Order) (fresh bool, err error) {
	rows, err := db.Exec(ctx, tx, orderRows.Insert("orders", "words")+` ON CONFLICT (number) DO NOTHING`, append(orderRows.Args(o), wordsOf(o))...)
	if err != nil {
		return false, fmt.Errorf("insert order: %w", err)
	}
	return rows == 1, nil
}

// wordsOf are the words that find an order.
func wordsOf(o Order) string {
	return strings.Join(fold.Words(strings.Join([]string{o.Number, o.Title, o.MemberName, o.PerformerName}, " ")), " ")
}

// orderRows is how an order is stored, but for the words that find it.
var orderRows = db.StructOf[Order]()

var orderSQL = `
		SELECT ` + orderRows.Columns + `
		FROM orders`

func scanOrder(r db.Row) (Order, error) {
	o, err := orderRows.Scan(r)
	if o.WaitingSince.Before(o.ChangedAt) {
		o.WaitingSince = o.ChangedAt
	}
	return o, err
}

func known(o Order, err error) (Order, error) {
	if errors.Is(err, db.ErrNone) {
		return o, ErrNone
	}
	if err != nil {
		return o, fmt.Errorf("select order: %w", err)
	}
	return o, nil
}

// selectOrder returns an order, or ErrNone.
func selectOrder(ctx context.Context, tx *db.Tx, orderID string) (Order, error) {
	return known(db.One(ctx, tx, scanOrder, orderSQL+` WHERE id = $1`, orderID))
}

// selectByPurchase returns the order of a purchase, or ErrNone.
func selectByPurchase(ctx context.Context, tx *db.Tx, purchaseID string) (Order, error) {
	return known(db.One(ctx, tx, scanOrder, orderSQL+` WHERE purchase_id = $1`, purchaseID))
}

// updateStatus saves an order's new status, unless it has another than it had, and reports
// whether it did. Only what ships it says its tracking: what else was read may have been
// corrected since, and is returned as it is then.
func updateStatus(ctx context.Context, tx *db.Tx, o Order, from Status) (Order, bool, error) {
	tracking, err := db.One(ctx, tx, scanTracking, `
		UPDATE orders
		SET status = $3, note = $7, reason = $8, changed_at = $9, shipped_at = $10, delivered_at = $11, closed_at = $12,
		    waiting_since = $13,
		    carrier = CASE WHEN $3 = 'shipped' THEN $4 ELSE carrier END,
		    tracking_number = CASE WHEN $3 = 'shipped' THEN $5 ELSE tracking_number END,
		    tracking_url = CASE WHEN $3 = 'shipped' THEN $6 ELSE tracking_url END
		WHERE id = $1 AND status = $2
		RETURNING carrier, tracking_number, tracking_url`,
		o.ID, string(from), string(o.Status), o.Carrier, o.TrackingNumber, o.TrackingURL, o.Note, o.Reason,
		db.Millis(o.ChangedAt), db.Millis(o.ShippedAt), db.Millis(o.DeliveredAt), db.Millis(o.ClosedAt),
		db.Millis(o.WaitingSince))
	if errors.Is(err, db.ErrNone) {
		return o, false, nil
	}
	if err != nil {
		return o, false, fmt.Errorf("change order %s: %w", o.ID, err)
	}
	o.Tracking = tracking
	return o, true, nil
}

func scanTracking(r db.Row) (t Tracking, err error) {
	return t, r.Scan(&t.Carrier, &t.TrackingNumber, &t.TrackingURL)
}

// selectDue returns orders that have waited in a status since before an instant, the oldest
// first. It finds its rows by the partial index orders_waiting. A program of before deadlines
// that runs yet writes changed_at alone, and its orders wait since then.
func selectDue(ctx context.Context, tx *db.Tx, status Status, before time.Time, most int) ([]string, error) {
	list, err := db.All(ctx, tx, db.String, `
		SELECT id
		FROM orders
		WHERE status = $1 AND status IN ('created', 'processing', 'shipped') AND waiting_since <= $2 AND changed_at <= $2
		ORDER BY waiting_since, id
		LIMIT $3`, string(status), db.Millis(before), most)
	if err != nil {
		return nil, fmt.Errorf("select the orders that are due: %w", err)
	}
	return list, nil
}

// updateWaiting lets the deadlines of what members ordered, and nobody has sent, count from
// an instant.
func updateWaiting(ctx context.Context, tx *db.Tx, memberIDs []string, now time.Time) error {
	in, ids := db.In(2, memberIDs)
	_, err := db.Exec(ctx, tx, `
		UPDATE orders
		SET waiting_since = $1
		WHERE status IN ('created', 'processing') AND member_id IN `+in, append([]any{db.Millis(now)}, ids...)...)
	if err != nil {
		return fmt.Errorf("let the deadlines of orders wait: %w", err)
	}
	return nil
}

// updateTracking saves another tracking of a shipped order, unless it has another one or
// another status by now, and reports whether it did.
func updateTracking(ctx context.Context, tx *db.Tx, o Order, to Tracking) (bool, error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE orders
		SET carrier = $2, tracking_number = $3, tracking_url = $4
		WHERE id = $1 AND status = 'shipped' AND carrier = $5 AND tracking_number = $6 AND tracking_url = $7`,
		o.ID, to.Carrier, to.TrackingNumber, to.TrackingURL, o.Carrier, o.TrackingNumber, o.TrackingURL)
	if err != nil {
		return false, fmt.Errorf("correct the tracking of %s: %w", o.ID, err)
	}
	return rows == 1, nil
}

func insertReplaced(ctx context.Context, tx *db.Tx, orderID string, n int, r Replaced) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO order_trackings (order_id, n, carrier, tracking_number, tracking_url, replaced_at)
		VALUES ($1, $2, $3, $4, $5, $6)`, orderID, n, r.Carrier, r.TrackingNumber, r.TrackingURL, db.Millis(r.At))
	if err != nil {
		return fmt.Errorf("keep the tracking of %s: %w", orderID, err)
	}
	return nil
}

// selectReplaced returns the trackings of an order that were corrected, the newest first.
func selectReplaced(ctx context.Context, tx *db.Tx, orderID string) ([]Replaced, error) {
	list, err := db.All(ctx, tx, func(row db.Row) (r Replaced, err error) {
		var at int64
		err = row.Scan(&r.Carrier, &r.TrackingNumber, &r.TrackingURL, &at)
		r.At = db.Time(at)
		return r, err
	}, `
		SELECT carrier, tracking_number, tracking_url, replaced_at
		FROM order_trackings
		WHERE order_id = $1
		ORDER BY n DESC`, orderID)
	if err != nil {
		return nil, fmt.Errorf("select the trackings of %s: %w", orderID, err)
	}
	return list, nil
}

// updatePurged forgets where orders went that were closed before an instant.
func updatePurged(ctx context.Context, tx *db.Tx, before, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE orders
		SET ship_to = '', purged_at = $2
		WHERE closed_at <> 0 AND ship_to <> '' AND closed_at <= $1`, db.Millis(before), db.Millis(now))
	if err != nil {
		return fmt.Errorf("forget the addresses of orders: %w", err)
	}
	return nil
}

// selectLately returns the orders of a member that are open, or were delivered since an
// instant, newest first.
func selectLately(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]Order, error) {
	list, err := db.All(ctx, tx, scanOrder, orderSQL+`
		WHERE member_id = $1 AND (status IN ('created', 'processing', 'shipped') OR status = 'delivered' AND delivered_at >= $2)
		ORDER BY created_at DESC, id DESC
		LIMIT $3`, memberID, db.Millis(since), most)
	if err != nil {
		return nil, fmt.Errorf("select the late orders of %s: %w", memberID, err)
	}
	return list, nil
}
