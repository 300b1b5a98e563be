package assets

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/limit"
)

func (s *Shop) postView(ctx context.Context, in *assetInput) (api.Done, error) {
	return api.OK, s.CountView(ctx, account.CallerFrom(ctx), in.ID)
}

// CountView counts that somebody looks at a video that they may see, once in an hour of
// the clock. Its performer does not count.
func (s *Shop) CountView(ctx context.Context, viewer account.Caller, assetID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		o, err := s.view(ctx, tx, viewer, assetID)
		if err != nil || o.Kind != Video {
			return cmp.Or[error](err, ErrNone)
		}
		if o.IsOwn {
			return nil
		}
		return addView(ctx, tx, o.ID, viewerKey(ctx, viewer), s.Now())
	})
}

// viewerKey is who looks: the account, or a guest by address alone, since a browser says of
// itself whatever it likes.
func viewerKey(ctx context.Context, viewer account.Caller) string {
	if !viewer.Guest() {
		return viewer.ID
	}
	return id.Hash(limit.Address(api.Address(ctx)))
}

// ForgetViews drops who looked before the running hour; the counts stay.
func (s *Shop) ForgetViews(ctx context.Context, tx *db.Tx) (int64, error) {
	return deleteViews(ctx, tx, s.Now())
}

func hour(t time.Time) int64 { return t.UnixMilli() / time.Hour.Milliseconds() }

func addView(ctx context.Context, tx *db.Tx, assetID, viewer string, now time.Time) error {
	fresh, err := db.Exec(ctx, tx, `
		INSERT INTO asset_views (asset_id, viewer, hour)
		VALUES ($1, $2, $3)
		ON CONFLICT (asset_id, viewer, hour) DO NOTHING`, assetID, viewer, hour(now))
	if err == nil && fresh > 0 {
		_, err = db.Exec(ctx, tx, `UPDATE assets SET views = views + 1 WHERE id = $1`, assetID)
	}
	if err != nil {
		return fmt.Errorf("count a view of %s: %w", assetID, err)
	}
	return nil
}

func deleteViews(ctx context.Context, tx *db.Tx, now time.Time) (int64, error) {
	return db.Exec(ctx, tx, `DELETE FROM asset_views WHERE hour < $1`, hour(now))
}
