package assets

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

const assetColumns = `a.id, a.kind, a.performer_id, a.title, a.shown_title, a.description, a.price, a.status, a.reject_reason,
	a.cover_id, a.sold, a.views, a.publish_at, a.published_at, a.submitted_at, a.taken_from, a.takedown_reason, a.was_reject_reason, a.access_ended_at, a.version, a.created_at, a.updated_at`

// assetFields are where a row of assetColumns goes; finish is called after.
type assetRow struct {
	Asset
	publishAt, publishedAt, submittedAt, accessEndedAt, createdAt, updatedAt int64
}

func (a *assetRow) fields() []any {
	return []any{
		&a.ID, &a.Kind, &a.PerformerID, &a.Title, &a.ShownTitle, &a.Description, &a.Price, &a.Status, &a.RejectReason,
		&a.CoverID, &a.Sold, &a.Views, &a.publishAt, &a.publishedAt, &a.submittedAt, &a.TakenFrom, &a.TakedownReason, &a.WasRejectReason, &a.accessEndedAt, &a.Version, &a.createdAt, &a.updatedAt,
	}
}

func (a *assetRow) finish() Asset {
	a.PublishAt, a.PublishedAt, a.SubmittedAt = db.Time(a.publishAt), db.Time(a.publishedAt), db.Time(a.submittedAt)
	a.AccessEndedAt = db.Time(a.accessEndedAt)
	a.CreatedAt, a.UpdatedAt = db.Time(a.createdAt), db.Time(a.updatedAt)
	a.Tags, a.CategoryIDs = []string{}, []string{}
	return a.Asset
}

func scanAsset(r db.Row) (Asset, error) {
	var a assetRow
	err := r.Scan(a.fields()...)
	return a.finish(), err
}

// selectAsset is an asset with its tags and categories, or db.ErrNone.
func selectAsset(ctx context.Context, tx *db.Tx, assetID, lock string) (Asset, error) {
	a, err := db.One(ctx, tx, scanAsset, `
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
	_, err := db.Exec(ctx, tx, `
		INSERT INTO assets (id, kind, performer_id, title, description, price, status, search, publish_at, version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
		a.ID, a.Kind, a.PerformerID, a.Title, a.Description, a.Price, string(a.Status), a.words(), db.Millis(a.PublishAt), a.Version, db.Millis(a.CreatedAt))
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

// Filter chooses among a performer's own assets of a kind.
type Filter struct {
	Kind      string
	Text      string
	Status    Status // empty: all but the removed
	SortBy    string
	Ascending bool
	Offset    int
	Limit     int
}

// orders are the columns by which a performer may sort.
var orders = map[string]string{
	"": "a.created_at", "createdAt": "a.created_at", "updatedAt": "a.updated_at", "publishedAt": "a.published_at",
	"title": "a.title", "price": "a.price", "sold": "a.sold",
}

// Listed is an asset in its performer's list.
type Listed struct {
	Asset
	Photos     int
	Undeclared int // photos and media
	Media      []Medium
	Cover      Photo
	Sales      Sales
}

// selectOwn is a page of a performer's assets.
func selectOwn(ctx context.Context, tx *db.Tx, performerID string, f Filter, words []string) ([]Asset, int, error) {
	where, args := ` FROM assets a WHERE a.performer_id = $1 AND a.kind = $2 AND a.status <> 'removed'`, []any{performerID, f.Kind}
	if f.Status != "" {
		args = append(args, string(f.Status))
		where += fmt.Sprintf(` AND a.status = $%d`, len(args))
	}
	for _, word := range words {
		args = append(args, "%"+word+"%")
		where += fmt.Sprintf(` AND a.search LIKE $%d`, len(args))
	}
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*)`+where, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count the assets of %s: %w", performerID, err)
	}
	way := " DESC"
	if f.Ascending {
		way = " ASC"
	}
	order := fmt.Sprintf(` ORDER BY %s%s, a.id%s LIMIT $%d OFFSET $%d`, orders[f.SortBy], way, way, len(args)+1, len(args)+2)
	list, err := db.All(ctx, tx, scanAsset, `SELECT `+assetColumns+where+order, append(args, f.Limit, f.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("select the assets of %s: %w", performerID, err)
	}
	return list, total, addFacets(ctx, tx, pointers(list))
}

func pointers(list []Asset) []*Asset {
	to := make([]*Asset, len(list))
	for i := range list {
		to[i] = &list[i]
	}
	return to
}
