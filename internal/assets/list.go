package assets

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fold"
)

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

// OwnList is a page of a performer's assets of a kind with what they sold.
func (s *OwnAssets) OwnList(ctx context.Context, performerID string, f Filter) (list []Listed, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, n, err := selectOwn(ctx, tx, performerID, f, fold.Words(f.Text))
		if err != nil {
			return err
		}
		total = n
		list, err = s.listed(ctx, tx, found)
		return err
	})
	return list, total, err
}

// listed gives assets of one kind their covers, media, counts and sales.
func (s *OwnAssets) listed(ctx context.Context, tx *db.Tx, found []Asset) ([]Listed, error) {
	ids, covers := make([]string, len(found)), make([]string, len(found))
	for i, a := range found {
		ids[i], covers[i] = a.ID, a.CoverID
	}
	counts, err := photoCounts(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	photos, err := photosByID(ctx, tx, covers)
	if err != nil {
		return nil, err
	}
	media, err := mediaOf(ctx, tx, ids)
	if err != nil || len(found) == 0 {
		return []Listed{}, err
	}
	if err := s.states(ctx, tx, slices.Collect(maps.Values(media))...); err != nil {
		return nil, err
	}
	sales, err := s.Purchases.Sales(ctx, tx, found[0].Kind, ids)
	list := make([]Listed, len(found))
	for i, a := range found {
		list[i] = Listed{
			Asset: a, Photos: counts[a.ID][0], Undeclared: counts[a.ID][1], Media: media[a.ID], Cover: photos[a.CoverID], Sales: sales[a.ID],
		}
		for _, m := range media[a.ID] {
			if m.ConsentID == "" {
				list[i].Undeclared++
			}
		}
	}
	return list, err
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
	list, err := db.All(ctx, tx, assetRows.Scan, `SELECT `+assetColumns+where+order, append(args, f.Limit, f.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("select the assets of %s: %w", performerID, err)
	}
	return list, total, addFacets(ctx, tx, pointers(list))
}
