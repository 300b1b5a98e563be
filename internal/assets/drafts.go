package assets

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
)

// Unapproved is what of a performer's nobody has approved: how many bytes its pictures were
// as uploaded, and its media. What staff took down is not hers to free: it is kept as they
// saw it, and is not counted.
func (s *Service) Unapproved(ctx context.Context, tx *db.Tx, performerID string) (pictures int64, media []Medium, err error) {
	pictures, err = db.One(ctx, tx, db.Int64, `
		SELECT CAST(COALESCE(SUM(p.size), 0) AS BIGINT)
		FROM asset_photos p
		JOIN assets a ON a.id = p.asset_id
		WHERE a.performer_id = $1 AND p.approved_at = 0 AND a.taken_from = ''`, performerID)
	if err != nil {
		return 0, nil, fmt.Errorf("count the pictures of drafts: %w", err)
	}
	media, err = db.All(ctx, tx, scanMedium, `
		SELECT `+mediumColumns+`
		FROM asset_media m
		JOIN assets a ON a.id = m.asset_id
		WHERE a.performer_id = $1 AND m.approved_at = 0 AND a.taken_from = ''
		ORDER BY m.id`, performerID)
	if err != nil {
		return 0, nil, fmt.Errorf("select the media of drafts: %w", err)
	}
	return pictures, media, nil
}
