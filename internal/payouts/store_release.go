package payouts

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/kit/db"
)

// releaseRows is how a release is stored.
var releaseRows = db.StructOf[Release]()

func insertRelease(ctx context.Context, tx *db.Tx, l Release) error {
	_, err := db.Exec(ctx, tx, releaseRows.Insert("payout_releases"), releaseRows.Args(l)...)
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
	l, err := db.One(ctx, tx, releaseRows.Scan, `
		SELECT `+releaseRows.Columns+`
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
	list, err := db.All(ctx, tx, releaseRows.Scan, `
		SELECT `+releaseRows.Columns+`
		FROM payout_releases
		WHERE request_id IN `+in+`
		ORDER BY released_at, batch_id`, args...)
	if err != nil {
		return nil, fmt.Errorf("select the exported files of payout requests: %w", err)
	}
	return list, nil
}
