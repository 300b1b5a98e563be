package assets

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

var (
	photoRows    = db.StructOf[Photo]()
	photoColumns = columnsOf("p", photoRows.Columns)
)

// kept are the photos that are part of an asset for its performer.
const kept = `p.removed_at = 0`

func selectPhoto(ctx context.Context, tx *db.Tx, photoID string) (Photo, error) {
	return db.One(ctx, tx, photoRows.Scan, `SELECT `+photoColumns+` FROM asset_photos p WHERE p.id = $1`, photoID)
}

// selectPhotos are an asset's photos in their order.
func selectPhotos(ctx context.Context, tx *db.Tx, assetID string) ([]Photo, error) {
	list, err := db.All(ctx, tx, photoRows.Scan, `
		SELECT `+photoColumns+`
		FROM asset_photos p
		WHERE p.asset_id = $1 AND `+kept+`
		ORDER BY p.position, p.id`, assetID)
	if err != nil {
		return nil, fmt.Errorf("select the photos of %s: %w", assetID, err)
	}
	return list, nil
}

// selectNewestPhotos are an asset's photos, those that nobody has approved first.
func selectNewestPhotos(ctx context.Context, tx *db.Tx, assetID string) ([]Photo, error) {
	list, err := db.All(ctx, tx, photoRows.Scan, `
		SELECT `+photoColumns+`
		FROM asset_photos p
		WHERE p.asset_id = $1 AND `+kept+`
		ORDER BY CASE WHEN p.approved_at = 0 THEN 0 ELSE 1 END, p.created_at DESC, p.id DESC`, assetID)
	if err != nil {
		return nil, fmt.Errorf("select the newest photos of %s: %w", assetID, err)
	}
	return list, nil
}

func selectOwnPhotos(ctx context.Context, tx *db.Tx, performerID, assetID string, offset, limit int) ([]Photo, int, error) {
	where, args := `
		FROM asset_photos p
		JOIN assets a ON a.id = p.asset_id
		WHERE a.performer_id = $1 AND a.status <> 'removed' AND `+kept, []any{performerID}
	if assetID != "" {
		where, args = where+` AND a.id = $2`, append(args, assetID)
	} else {
		where += ` AND a.kind = 'gallery'`
	}
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*)`+where, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count the photos of %s: %w", performerID, err)
	}
	list, err := db.All(ctx, tx, photoRows.Scan, `SELECT `+photoColumns+where+fmt.Sprintf(`
		ORDER BY a.created_at DESC, a.id DESC, p.position, p.id
		LIMIT $%d OFFSET $%d`, len(args)+1, len(args)+2), append(args, limit, offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("select the photos of %s: %w", performerID, err)
	}
	return list, total, nil
}

// countOwnPhotos is how many photos of a performer are kept.
func countOwnPhotos(ctx context.Context, tx *db.Tx, performerID string) (int, error) {
	return db.One(ctx, tx, db.Int, `
		SELECT COUNT(*)
		FROM asset_photos p
		JOIN assets a ON a.id = p.asset_id
		WHERE a.performer_id = $1`, performerID)
}

// selectShown is a page of the photos of an asset as who bought it at an instant sees
// them (soldTo), those last that were taken out since; zero: who has not bought it.
func selectShown(ctx context.Context, tx *db.Tx, assetID string, since time.Time, offset, limit int) ([]Photo, int, error) {
	where, args := `
		FROM asset_photos p
		WHERE p.asset_id = $1 AND p.approved_at > 0 AND (`+kept, []any{assetID}
	if !since.IsZero() {
		where, args = where+` OR p.removed_at >= $2`, append(args, db.Millis(since))
	}
	where += `)`
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*)`+where, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count what is shown of %s: %w", assetID, err)
	}
	list, err := db.All(ctx, tx, photoRows.Scan, `SELECT `+photoColumns+where+fmt.Sprintf(`
		ORDER BY p.removed_at, p.position, p.id
		LIMIT $%d OFFSET $%d`, len(args)+1, len(args)+2), append(args, limit, offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("select what is shown of %s: %w", assetID, err)
	}
	return list, total, nil
}

// selectNewest are the newest photos of a performer's galleries on sale.
func selectNewest(ctx context.Context, tx *db.Tx, performerID string, limit int) ([]Photo, error) {
	list, err := db.All(ctx, tx, photoRows.Scan, `
		SELECT `+photoColumns+`
		FROM asset_photos p
		JOIN assets a ON a.id = p.asset_id
		WHERE a.performer_id = $1 AND a.kind = 'gallery' AND a.status = 'active' AND p.approved_at > 0 AND `+kept+`
		ORDER BY p.approved_at DESC, p.id DESC
		LIMIT $2`, performerID, limit)
	if err != nil {
		return nil, fmt.Errorf("select the newest photos of %s: %w", performerID, err)
	}
	return list, nil
}

func insertPhoto(ctx context.Context, tx *db.Tx, p Photo) error {
	_, err := db.Exec(ctx, tx, photoRows.Insert("asset_photos"), photoRows.Args(p)...)
	if err != nil {
		return fmt.Errorf("insert a photo of %s: %w", p.AssetID, err)
	}
	return nil
}

func deletePhoto(ctx context.Context, tx *db.Tx, photoID string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM asset_photos WHERE id = $1`, photoID)
	return err
}

// deleteWaiting drops the pictures of an asset that nobody has approved, and returns their
// files.
func deleteWaiting(ctx context.Context, tx *db.Tx, assetID string) ([]string, error) {
	return db.All(ctx, tx, db.String, `DELETE FROM asset_photos WHERE asset_id = $1 AND approved_at = 0 RETURNING file_id`, assetID)
}

// replacePicture drops the picture that another one replaces, of an asset that has one, and
// returns its file.
func replacePicture(ctx context.Context, tx *db.Tx, a *Asset) ([]string, error) {
	if !a.rules().onePicture {
		return nil, nil
	}
	return db.All(ctx, tx, db.String, `DELETE FROM asset_photos WHERE asset_id = $1 AND approved_at > 0 AND id <> $2 RETURNING file_id`, a.ID, a.CoverID)
}

// hidePhoto leaves a photo to buyers alone.
func hidePhoto(ctx context.Context, tx *db.Tx, photoID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE asset_photos SET removed_at = $2 WHERE id = $1`, photoID, db.Millis(now))
	return err
}

// dropPhotos deletes the photos of an asset that no buyer may see, which without buyers
// are all, and returns their files.
func dropPhotos(ctx context.Context, tx *db.Tx, assetID string, sold bool) ([]string, error) {
	unseen := ` FROM asset_photos WHERE asset_id = $1`
	if sold {
		unseen += ` AND approved_at = 0`
	}
	files, err := db.All(ctx, tx, db.String, `SELECT file_id`+unseen+` ORDER BY id`, assetID)
	if err == nil {
		_, err = db.Exec(ctx, tx, `DELETE`+unseen, assetID)
	}
	if err != nil {
		return nil, fmt.Errorf("drop the photos of %s: %w", assetID, err)
	}
	return files, nil
}

// orderPhotos numbers photos in the order of the list.
func orderPhotos(ctx context.Context, tx *db.Tx, ids []string) error {
	for i, one := range ids {
		if _, err := db.Exec(ctx, tx, `UPDATE asset_photos SET position = $2 WHERE id = $1 AND position <> $2`, one, i); err != nil {
			return fmt.Errorf("order photos: %w", err)
		}
	}
	return nil
}

// lastPosition is the place of an asset's last photo, -1 without any.
func lastPosition(ctx context.Context, tx *db.Tx, assetID string) (int, error) {
	return db.One(ctx, tx, db.Int, `SELECT COALESCE(MAX(position), -1) FROM asset_photos WHERE asset_id = $1 AND removed_at = 0`, assetID)
}

func countPhotos(ctx context.Context, tx *db.Tx, assetID string) (int, error) {
	return db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM asset_photos WHERE asset_id = $1 AND removed_at = 0`, assetID)
}

// countUndeclared is how many photos and media no declaration covers.
func countUndeclared(ctx context.Context, tx *db.Tx, assetID string) (int, error) {
	return db.One(ctx, tx, db.Int, `
		SELECT (SELECT COUNT(*) FROM asset_photos WHERE asset_id = $1 AND removed_at = 0 AND consent_id = '')
		     + (SELECT COUNT(*) FROM asset_media WHERE asset_id = $1 AND consent_id = '')`, assetID)
}

func approvePhotos(ctx context.Context, tx *db.Tx, assetID string, at time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE asset_photos SET approved_at = $2 WHERE asset_id = $1 AND removed_at = 0 AND approved_at = 0`, assetID, db.Millis(at))
	return err
}

// photoCounts are how many photos assets have, and how many of those nobody declared.
func photoCounts(ctx context.Context, tx *db.Tx, ids []string) (map[string][2]int, error) {
	type count struct {
		id string
		n  [2]int
	}
	scan := func(r db.Row) (c count, err error) { return c, r.Scan(&c.id, &c.n[0], &c.n[1]) }
	in, args := db.In(1, ids)
	list, err := db.All(ctx, tx, scan, `
		SELECT asset_id, COUNT(*), SUM(CASE WHEN consent_id = '' THEN 1 ELSE 0 END)
		FROM asset_photos
		WHERE removed_at = 0 AND asset_id IN `+in+`
		GROUP BY asset_id`, args...)
	if err != nil {
		return nil, fmt.Errorf("count photos: %w", err)
	}
	counts := map[string][2]int{}
	for _, c := range list {
		counts[c.id] = c.n
	}
	return counts, nil
}

// selectUnused are files of photos, made before an instant, that no photo has.
func selectUnused(ctx context.Context, tx *db.Tx, before time.Time, most int) ([]string, error) {
	return db.All(ctx, tx, db.String, `
		SELECT f.id
		FROM files f
		LEFT JOIN asset_photos p ON p.file_id = f.id
		WHERE f.kind = 'photo' AND f.created_at < $1 AND p.id IS NULL
		ORDER BY f.id
		LIMIT $2`, db.Millis(before), most)
}

// photosByID are photos by their ids.
func photosByID(ctx context.Context, tx *db.Tx, ids []string) (map[string]Photo, error) {
	in, args := db.In(1, ids)
	list, err := db.All(ctx, tx, photoRows.Scan, `SELECT `+photoColumns+` FROM asset_photos p WHERE p.id IN `+in, args...)
	if err != nil {
		return nil, fmt.Errorf("select photos: %w", err)
	}
	byID := map[string]Photo{}
	for _, p := range list {
		byID[p.ID] = p
	}
	return byID, nil
}
