package assets

// The shop reads across, as discover does: performers that are listed (verified and
// active), their accounts' names, categories and blocks. It writes nothing there.

import (
	"context"
	"fmt"
	"strings"

	"limelight/internal/kit/db"
)

// shownCover is the photo that stands for an asset to buyers: its cover, or the first
// one that was approved.
const shownCover = `COALESCE((
			SELECT x.id
			FROM asset_photos x
			WHERE x.asset_id = a.id AND x.approved_at > 0
			ORDER BY CASE WHEN x.id = a.cover_id THEN 0 ELSE 1 END, x.removed_at, x.position, x.id
			LIMIT 1), '')`

const shownPhotos = `(SELECT COUNT(*) FROM asset_photos x WHERE x.asset_id = a.id AND x.approved_at > 0 AND x.removed_at = 0)`

var offerColumns = assetColumns + `, c.username, c.name, c.avatar, ` + shownPhotos + `, ` + shownCover

// selectShownCover is the id of the photo that stands for an asset to buyers; empty for none.
func selectShownCover(ctx context.Context, tx *db.Tx, assetID string) (photoID string, err error) {
	photoID, err = db.One(ctx, tx, func(r db.Row) (id string, err error) { return id, r.Scan(&id) },
		`SELECT `+shownCover+` FROM assets a WHERE a.id = $1`, assetID)
	if err != nil {
		return "", fmt.Errorf("select the cover of %s: %w", assetID, err)
	}
	return photoID, nil
}

func scanOffer(r db.Row) (o Offer, err error) {
	o.Asset, err = assetRows.ScanWith(r, &o.Seller.Username, &o.Seller.Name, &o.Seller.Avatar, &o.Photos, &o.Cover.ID)
	o.Seller.ID, o.Title = o.PerformerID, o.ShownTitle
	return o, err
}

// maxWords bounds the words of one search.
const maxWords = 5

// chosen is the WHERE clause of a query for a viewer, on a, the assets, and p, the
// performers.
func (q Query) chosen(viewerID string, countries []string) (string, []any) {
	clauses, args := []string{`a.status = 'active'`, `a.kind = $1`, `p.listed`}, []any{q.Kind}
	add := func(clause string, value any) {
		args = append(args, value)
		clauses = append(clauses, strings.ReplaceAll(clause, "?", fmt.Sprintf("$%d", len(args))))
	}
	for i, word := range strings.Fields(q.Text) {
		if i < maxWords {
			add(`a.search LIKE ?`, "%"+word+"%")
		}
	}
	if q.PerformerID != "" {
		add(`a.performer_id = ?`, q.PerformerID)
	}
	if q.Category != "" {
		add(`a.id IN (SELECT asset_id FROM asset_categories WHERE category_id IN (
			SELECT id FROM performer_categories WHERE id = ? OR slug = ?))`, q.Category)
	}
	if q.Tag != "" {
		add(`a.id IN (SELECT asset_id FROM asset_tags WHERE tag = ?)`, q.Tag)
	}
	for _, country := range countries {
		add(`p.id NOT IN (SELECT performer_id FROM blocks WHERE kind = 'country' AND value = ?)`, country)
	}
	if viewerID != "" {
		add(`p.id NOT IN (SELECT performer_id FROM blocks WHERE kind = 'user' AND value = ?)`, viewerID)
	}
	return strings.Join(clauses, "\n\t\t\tAND "), args
}

// selectOffers is a page of what is on sale for a viewer.
func selectOffers(ctx context.Context, tx *db.Tx, q Query, viewerID string, countries []string) ([]Offer, int, error) {
	where, args := q.chosen(viewerID, countries)
	total, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*)
		FROM assets a
		JOIN performers p ON p.id = a.performer_id
		WHERE `+where, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count what is on sale: %w", err)
	}
	order := `a.published_at DESC, a.id DESC`
	if q.Popular {
		order = `a.sold DESC, a.published_at DESC, a.id DESC`
	}
	list, err := db.All(ctx, tx, scanOffer, `
		SELECT `+offerColumns+`
		FROM assets a
		JOIN performers p ON p.id = a.performer_id
		JOIN accounts c ON c.id = a.performer_id
		WHERE `+where+`
		ORDER BY `+order+fmt.Sprintf(`
		LIMIT $%d OFFSET $%d`, len(args)+1, len(args)+2), append(args, q.Limit, q.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("select what is on sale: %w", err)
	}
	return list, total, complete(ctx, tx, list)
}

// selectByID are assets by their ids as buyers see them, whatever their status.
func selectByID(ctx context.Context, tx *db.Tx, ids []string) ([]Offer, error) {
	in, args := db.In(1, ids)
	list, err := db.All(ctx, tx, scanOffer, `
		SELECT `+offerColumns+`
		FROM assets a
		JOIN accounts c ON c.id = a.performer_id
		WHERE a.id IN `+in+`
		ORDER BY a.id`, args...)
	if err != nil {
		return nil, fmt.Errorf("select assets: %w", err)
	}
	return list, complete(ctx, tx, list)
}

// complete gives offers their tags, categories and covers.
func complete(ctx context.Context, tx *db.Tx, list []Offer) error {
	assets, covers := make([]*Asset, len(list)), []string{}
	for i := range list {
		assets[i] = &list[i].Asset
		covers = append(covers, list[i].Cover.ID)
	}
	if err := addFacets(ctx, tx, assets); err != nil {
		return err
	}
	byID, err := photosByID(ctx, tx, covers)
	for i := range list {
		list[i].Cover = byID[list[i].Cover.ID]
	}
	return err
}

func scanSeller(r db.Row) (s Seller, err error) {
	return s, r.Scan(&s.ID, &s.Username, &s.Name, &s.Avatar)
}

func selectSeller(ctx context.Context, tx *db.Tx, performerID string) (Seller, error) {
	return db.One(ctx, tx, scanSeller, `SELECT id, username, name, avatar FROM accounts WHERE id = $1`, performerID)
}
