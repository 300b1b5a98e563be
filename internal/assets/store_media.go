package assets

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

var (
	mediumRows    = db.StructOf[Medium]()
	mediumColumns = columnsOf("m", mediumRows.Columns)
)

// selectMedia are the media of an asset, those that wait first.
func selectMedia(ctx context.Context, tx *db.Tx, assetID string) ([]Medium, error) {
	found, err := mediaOf(ctx, tx, []string{assetID})
	return found[assetID], err
}

// mediaOf are the media of assets by the assets' ids, those that wait first.
func mediaOf(ctx context.Context, tx *db.Tx, assetIDs []string) (map[string][]Medium, error) {
	in, args := db.In(1, assetIDs)
	list, err := db.All(ctx, tx, mediumRows.Scan, `
		SELECT `+mediumColumns+`
		FROM asset_media m
		WHERE m.asset_id IN `+in+`
		ORDER BY m.approved_at, m.purpose DESC`, args...)
	if err != nil {
		return nil, fmt.Errorf("select media: %w", err)
	}
	found := map[string][]Medium{}
	for _, m := range list {
		found[m.AssetID] = append(found[m.AssetID], m)
	}
	return found, nil
}

// selectAssetOf is the id of the asset that a medium is part of, or db.ErrNone.
func selectAssetOf(ctx context.Context, tx *db.Tx, mediumID string) (string, error) {
	return db.One(ctx, tx, db.String, `SELECT asset_id FROM asset_media WHERE id = $1`, mediumID)
}

func insertMedium(ctx context.Context, tx *db.Tx, m Medium) error {
	_, err := db.Exec(ctx, tx, mediumRows.Insert("asset_media"), mediumRows.Args(m)...)
	if err != nil {
		return fmt.Errorf("insert a medium of %s: %w", m.AssetID, err)
	}
	return nil
}

func approveMedium(ctx context.Context, tx *db.Tx, mediumID string, at time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE asset_media SET approved_at = $2 WHERE id = $1`, mediumID, db.Millis(at))
	return err
}

func deleteMedium(ctx context.Context, tx *db.Tx, mediumID string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM asset_media WHERE id = $1`, mediumID)
	return err
}
