package assets

import (
	"context"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
)

// selectOffered is a page of what was approved once, the newest change first.
func selectOffered(ctx context.Context, tx *db.Tx, f OfferedFilter, words []string) ([]Asset, int, error) {
	var where strings.Builder
	where.WriteString(`
		FROM assets a
		JOIN accounts p ON p.id = a.performer_id
		WHERE a.shown_title <> ''`)
	var args []any
	if f.TakenDown {
		where.WriteString(` AND a.taken_from <> ''`)
	}
	if f.Kind != "" {
		args = append(args, f.Kind)
		fmt.Fprintf(&where, ` AND a.kind = $%d`, len(args))
	}
	for _, word := range words {
		args = append(args, "%"+word+"%")
		fmt.Fprintf(&where, ` AND (a.search LIKE $%d OR LOWER(p.username) LIKE $%d)`, len(args), len(args))
	}
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*)`+where.String(), args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count what was offered: %w", err)
	}
	list, err := db.All(ctx, tx, assetRows.Scan, `SELECT `+assetColumns+where.String()+fmt.Sprintf(`
		ORDER BY a.updated_at DESC, a.id DESC
		LIMIT $%d OFFSET $%d`, len(args)+1, len(args)+2), append(args, f.Limit, f.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("select what was offered: %w", err)
	}
	return list, total, nil
}

func selectAccessEnded(ctx context.Context, tx *db.Tx, ids []string) (map[string]time.Time, error) {
	type end struct {
		id string
		at int64
	}
	in, args := db.In(1, ids)
	list, err := db.All(ctx, tx, func(r db.Row) (e end, err error) { return e, r.Scan(&e.id, &e.at) }, `
		SELECT id, access_ended_at FROM assets WHERE access_ended_at > 0 AND id IN `+in, args...)
	if err != nil {
		return nil, fmt.Errorf("select what was taken from its buyers: %w", err)
	}
	ended := map[string]time.Time{}
	for _, e := range list {
		ended[e.id] = db.Time(e.at)
	}
	return ended, nil
}
