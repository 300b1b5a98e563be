package admin

// The statements below read tables that other packages own, and write none.

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

func countAll(ctx context.Context, tx *db.Tx, today time.Time) (n Statistics, err error) {
	scan := func(r db.Row) (n Statistics, err error) {
		return n, r.Scan(&n.Members, &n.Performers, &n.Studios, &n.NewToday, &n.WaitingForReview, &n.OpenRefunds, &n.LiveNow, &n.ViewersNow,
			&n.TipsToday, &n.TippedToday, &n.TokensOutstanding, &n.MailsWaiting, &n.FailingDeliveries)
	}
	n, err = db.One(ctx, tx, scan, `
		SELECT
			(SELECT COUNT(*) FROM accounts WHERE role = 'user'),
			(SELECT COUNT(*) FROM accounts WHERE role = 'performer'),
			(SELECT COUNT(*) FROM accounts WHERE role = 'studio'),
			(SELECT COUNT(*) FROM accounts WHERE created_at >= $1),
			(SELECT COUNT(*) FROM identity_checks WHERE state = 'submitted'),
			(SELECT COUNT(*) FROM refund_requests WHERE status = 'pending'),
			(SELECT COUNT(*) FROM shows WHERE ended_at = 0 AND status IN ('live', 'paused')),
			(SELECT CAST(COALESCE(SUM(viewers), 0) AS BIGINT) FROM shows WHERE ended_at = 0),
			(SELECT COUNT(*) FROM tips WHERE created_at >= $1),
			(SELECT CAST(COALESCE(SUM(gross), 0) AS BIGINT) FROM tips WHERE created_at >= $1),
			(SELECT CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM ledger_accounts WHERE class = 'wallet'),
			(SELECT COUNT(*) FROM mails WHERE state = 'waiting'),
			(SELECT COUNT(*) FROM bus_deliveries WHERE attempts > 0)`,
		db.Millis(today))
	if err != nil {
		return n, fmt.Errorf("count the site: %w", err)
	}
	return n, nil
}

func scanDelivery(r db.Row) (d Delivery, err error) {
	var due int64
	err = r.Scan(&d.ID, &d.Subscriber, &d.Event, &d.Attempts, &d.Failure, &due)
	d.NextTry = db.Time(due)
	return d, err
}

func selectFailing(ctx context.Context, tx *db.Tx, limit, offset int) (list []Delivery, total int, err error) {
	total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM bus_deliveries WHERE attempts > 0`)
	if err != nil {
		return nil, 0, fmt.Errorf("count failing deliveries: %w", err)
	}
	list, err = db.All(ctx, tx, scanDelivery, `
		SELECT id, subscriber, event, attempts, failure, due
		FROM bus_deliveries
		WHERE attempts > 0
		ORDER BY attempts DESC, id DESC
		LIMIT $1 OFFSET $2`, limit, offset)
	if err != nil {
		return nil, 0, fmt.Errorf("select failing deliveries: %w", err)
	}
	return list, total, nil
}

// countAdmins are those who can log in: an invitation that nobody took counts for none.
func countAdmins(ctx context.Context, tx *db.Tx) (int, error) {
	n, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM accounts WHERE role = 'admin' AND status = 'active' AND password_hash <> ''`)
	if err != nil {
		return 0, fmt.Errorf("count the admins: %w", err)
	}
	return n, nil
}
