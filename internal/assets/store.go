package assets

import (
	"context"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
)

// assetRows is how an asset is stored, but for the words that find it and what other tables keep.
var (
	assetRows    = db.StructOf[Asset]()
	assetColumns = columnsOf("a", assetRows.Columns)
)

// columnsOf names columns of a table by the letter that a query calls it.
func columnsOf(table, columns string) string {
	return table + "." + strings.ReplaceAll(columns, ", ", ", "+table+".")
}

// selectAsset is an asset with its tags and categories, or db.ErrNone.
func selectAsset(ctx context.Context, tx *db.Tx, assetID, lock string) (Asset, error) {
	a, err := db.One(ctx, tx, assetRows.Scan, `
		SELECT `+assetColumns+`
		FROM assets a
		WHERE a.id = $1`+lock, assetID)
	if err != nil {
		return a, err
	}
	one := []*Asset{&a}
	return a, addFacets(ctx, tx, one)
}

func scanPair(r db.Row) (p [2]string, err error) { return p, r.Scan(&p[0], &p[1]) }

// addFacets gives assets their tags and categories, and products what only they have.
func addFacets(ctx context.Context, tx *db.Tx, list []*Asset) error {
	if len(list) == 0 {
		return nil
	}
	ids, byID := make([]string, len(list)), map[string]*Asset{}
	for i, a := range list {
		ids[i], byID[a.ID] = a.ID, a
		a.Tags, a.CategoryIDs = []string{}, []string{}
	}
	in, args := db.In(1, ids)
	tags, err := db.All(ctx, tx, scanPair, `
		SELECT asset_id, tag FROM asset_tags WHERE asset_id IN `+in+` ORDER BY asset_id, position`, args...)
	if err != nil {
		return fmt.Errorf("select the tags of assets: %w", err)
	}
	for _, t := range tags {
		byID[t[0]].Tags = append(byID[t[0]].Tags, t[1])
	}
	categories, err := db.All(ctx, tx, scanPair, `
		SELECT asset_id, category_id FROM asset_categories WHERE asset_id IN `+in+` ORDER BY asset_id, position`, args...)
	if err != nil {
		return fmt.Errorf("select the categories of assets: %w", err)
	}
	for _, c := range categories {
		byID[c[0]].CategoryIDs = append(byID[c[0]].CategoryIDs, c[1])
	}
	return addProducts(ctx, tx, byID)
}

func insertAsset(ctx context.Context, tx *db.Tx, a Asset) error {
	_, err := db.Exec(ctx, tx, assetRows.Insert("assets", "search"), append(assetRows.Args(a), a.words())...)
	if err != nil {
		return fmt.Errorf("insert an asset of %s: %w", a.PerformerID, err)
	}
	return insertFacets(ctx, tx, a)
}

// updateAsset writes what may change of an asset. What was sold is counted elsewhere.
func updateAsset(ctx context.Context, tx *db.Tx, a Asset) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE assets
		SET title = $2, shown_title = $3, description = $4, price = $5, status = $6, reject_reason = $7, cover_id = $8, search = $9,
			publish_at = $10, published_at = $11, submitted_at = $12, version = $13, updated_at = $14, taken_from = $15, access_ended_at = $16,
			takedown_reason = $17, was_reject_reason = $18
		WHERE id = $1`,
		a.ID, a.Title, a.ShownTitle, a.Description, a.Price, string(a.Status), a.RejectReason, a.CoverID, a.words(),
		db.Millis(a.PublishAt), db.Millis(a.PublishedAt), db.Millis(a.SubmittedAt), a.Version, db.Millis(a.UpdatedAt),
		string(a.TakenFrom), db.Millis(a.AccessEndedAt), a.TakedownReason, a.WasRejectReason)
	if err != nil {
		return fmt.Errorf("update asset %s: %w", a.ID, err)
	}
	for _, table := range []string{"asset_tags", "asset_categories"} {
		if _, err := db.Exec(ctx, tx, `DELETE FROM `+table+` WHERE asset_id = $1`, a.ID); err != nil {
			return fmt.Errorf("clear %s of %s: %w", table, a.ID, err)
		}
	}
	return insertFacets(ctx, tx, a)
}

func insertFacets(ctx context.Context, tx *db.Tx, a Asset) error {
	for i, tag := range a.Tags {
		if _, err := db.Exec(ctx, tx, `INSERT INTO asset_tags (asset_id, tag, position) VALUES ($1, $2, $3)`, a.ID, tag, i); err != nil {
			return fmt.Errorf("insert a tag of %s: %w", a.ID, err)
		}
	}
	for i, one := range a.CategoryIDs {
		if _, err := db.Exec(ctx, tx, `INSERT INTO asset_categories (asset_id, category_id, position) VALUES ($1, $2, $3)`, a.ID, one, i); err != nil {
			return fmt.Errorf("insert a category of %s: %w", a.ID, err)
		}
	}
	return nil
}

func countOwn(ctx context.Context, tx *db.Tx, performerID, kind string) (int, error) {
	return db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM assets WHERE performer_id = $1 AND kind = $2 AND status <> 'removed'`, performerID, kind)
}

func addSold(ctx context.Context, tx *db.Tx, assetID string, change int) error {
	_, err := db.Exec(ctx, tx, `UPDATE assets SET sold = sold + $2 WHERE id = $1`, assetID, change)
	return err
}

// selectDue are the assets whose time has come, of performers who are listed.
func selectDue(ctx context.Context, tx *db.Tx, now time.Time, most int) ([]string, error) {
	return db.All(ctx, tx, db.String, `
		SELECT a.id
		FROM assets a
		JOIN performers p ON p.id = a.performer_id
		WHERE a.status = 'inactive' AND a.publish_at > 0 AND a.publish_at <= $1 AND p.listed
		ORDER BY a.publish_at, a.id
		LIMIT $2`, db.Millis(now), most)
}

func pointers(list []Asset) []*Asset {
	to := make([]*Asset, len(list))
	for i := range list {
		to[i] = &list[i]
	}
	return to
}
