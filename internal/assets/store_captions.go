package assets

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
)

var captionRows = db.StructOf[Caption]()

// selectCaptions are the captions of an asset, by language.
func selectCaptions(ctx context.Context, tx *db.Tx, assetID string) ([]Caption, error) {
	list, err := db.All(ctx, tx, captionRows.Scan, `
		SELECT `+captionRows.Columns+`
		FROM asset_captions
		WHERE asset_id = $1
		ORDER BY language`, assetID)
	if err != nil {
		return nil, fmt.Errorf("select the captions of %s: %w", assetID, err)
	}
	return list, nil
}

// countCaptions are how many captions assets have; those without are absent.
func countCaptions(ctx context.Context, tx *db.Tx, ids []string) (map[string]int, error) {
	type count struct {
		id string
		n  int
	}
	in, args := db.In(1, ids)
	list, err := db.All(ctx, tx, func(r db.Row) (c count, err error) { return c, r.Scan(&c.id, &c.n) }, `
		SELECT asset_id, COUNT(*) FROM asset_captions WHERE asset_id IN `+in+` GROUP BY asset_id`, args...)
	if err != nil {
		return nil, fmt.Errorf("count captions: %w", err)
	}
	counts := map[string]int{}
	for _, c := range list {
		counts[c.id] = c.n
	}
	return counts, nil
}

func insertCaption(ctx context.Context, tx *db.Tx, assetID string, c Caption) error {
	_, err := db.Exec(ctx, tx, captionRows.Insert("asset_captions", "asset_id"), append(captionRows.Args(c), assetID)...)
	if err != nil {
		return fmt.Errorf("insert captions of %s: %w", assetID, err)
	}
	return nil
}

func deleteCaption(ctx context.Context, tx *db.Tx, captionID string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM asset_captions WHERE id = $1`, captionID)
	return err
}

// selectCaptionIDs are all captions there are, of those given.
func selectCaptionIDs(ctx context.Context, tx *db.Tx, ids []string) ([]string, error) {
	in, args := db.In(1, ids)
	return db.All(ctx, tx, db.String, `SELECT id FROM asset_captions WHERE id IN `+in+` ORDER BY id`, args...)
}
