package downloads

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

func insertDownload(ctx context.Context, tx *db.Tx, d download) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO downloads (id, member_id, product_id, given_at)
		VALUES ($1, $2, $3, $4)`, d.ID, d.MemberID, d.ProductID, db.Millis(d.GivenAt))
	if err != nil {
		return fmt.Errorf("insert download: %w", err)
	}
	return nil
}

func scanDownload(r db.Row) (d download, err error) {
	var given int64
	err = r.Scan(&d.ID, &d.MemberID, &d.ProductID, &given)
	d.GivenAt = db.Time(given)
	return d, err
}

// selectDownload returns a link that was given, or db.ErrNone.
func selectDownload(ctx context.Context, tx *db.Tx, linkID string) (download, error) {
	return db.One(ctx, tx, scanDownload, `
		SELECT id, member_id, product_id, given_at FROM downloads WHERE id = $1`, linkID)
}

func scanInstant(r db.Row) (time.Time, error) {
	ms, err := db.Int64(r)
	return db.Time(ms), err
}

// selectGiven returns when a member was given links of a product after an instant, the
// oldest first.
func selectGiven(ctx context.Context, tx *db.Tx, memberID, productID string, after time.Time) ([]time.Time, error) {
	list, err := db.All(ctx, tx, scanInstant, `
		SELECT given_at
		FROM downloads
		WHERE member_id = $1 AND product_id = $2 AND given_at > $3
		ORDER BY given_at, id`, memberID, productID, db.Millis(after))
	if err != nil {
		return nil, fmt.Errorf("count the downloads of %s: %w", memberID, err)
	}
	return list, nil
}

// updateUsed notes when the first byte of a link was sent.
func updateUsed(ctx context.Context, tx *db.Tx, linkID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE downloads SET used_at = $2 WHERE id = $1 AND used_at = 0`, linkID, db.Millis(now))
	if err != nil {
		return fmt.Errorf("note the use of download %s: %w", linkID, err)
	}
	return nil
}
