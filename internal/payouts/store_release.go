package payouts

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/kit/db"
)

const releaseColumns = `request_id, batch_id, exported_at, released_at, bounced, said_by, agreed_by`

func scanRelease(r db.Row) (l Release, err error) {
	var exported, released int64
	err = r.Scan(&l.RequestID, &l.BatchID, &exported, &released, &l.Bounced, &l.SaidBy, &l.AgreedBy)
	l.ExportedAt, l.At = db.Time(exported), db.Time(released)
	return l, err
}

func insertRelease(ctx context.Context, tx *db.Tx, l Release) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO payout_releases (`+releaseColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		l.RequestID, l.BatchID, db.Millis(l.ExportedAt), db.Millis(l.At), l.Bounced, l.SaidBy, l.AgreedBy)
	if err != nil {
		return fmt.Errorf("write down that the request %s left the batch %s: %w", l.RequestID, l.BatchID, err)
	}
	return nil
}

func updateRelease(ctx context.Context, tx *db.Tx, l Release) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE payout_releases
		SET agreed_by = $3
		WHERE request_id = $1 AND batch_id = $2`, l.RequestID, l.BatchID, l.AgreedBy)
	if err != nil {
		return fmt.Errorf("agree that the request %s was not paid: %w", l.RequestID, err)
	}
	return nil
}

// selectRelease is the newest one of a request; db.ErrNone when it has none.
func selectRelease(ctx context.Context, tx *db.Tx, requestID string) (Release, error) {
	l, err := db.One(ctx, tx, scanRelease, `
		SELECT `+releaseColumns+`
		FROM payout_releases
		WHERE request_id = $1
		ORDER BY released_at DESC, batch_id DESC
		LIMIT 1`, requestID)
	if err != nil && !errors.Is(err, db.ErrNone) {
		return l, fmt.Errorf("select the last exported file of the request %s: %w", requestID, err)
	}
	return l, err
}

func selectReleases(ctx context.Context, tx *db.Tx, requestIDs []string) ([]Release, error) {
	in, args := db.In(1, requestIDs)
	list, err := db.All(ctx, tx, scanRelease, `
		SELECT `+releaseColumns+`
		FROM payout_releases
		WHERE request_id IN `+in+`
		ORDER BY released_at, batch_id`, args...)
	if err != nil {
		return nil, fmt.Errorf("select the exported files of payout requests: %w", err)
	}
	return list, nil
}
