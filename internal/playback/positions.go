package playback

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
)

// nearEnd is what is left of a video when it has been seen: 15 seconds, or 5 % of a long one.
func nearEnd(durationMS int64) int64 {
	return max((15 * time.Second).Milliseconds(), durationMS/20)
}

// SetPosition keeps where in a video a member is, in milliseconds, and answers with what is
// kept: 0 near the end, where one begins anew the next time. ErrNone for who may not watch.
func (s *Service) SetPosition(ctx context.Context, member account.Caller, assetID string, atMS int64) (int64, error) {
	a, err := s.ask(ctx, member, assetID, Video)
	if err != nil {
		return 0, err
	}
	if atMS < 0 || a.DurationMS-atMS <= nearEnd(a.DurationMS) {
		atMS = 0
	}
	return atMS, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if atMS == 0 {
			return deletePosition(ctx, tx, member.ID, assetID)
		}
		return upsertPosition(ctx, tx, member.ID, assetID, atMS, s.Now())
	})
}

// position is where a member was in a video; 0 for its beginning.
func (s *Service) position(ctx context.Context, memberID, assetID string) (atMS int64, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		atMS, err = selectPosition(ctx, tx, memberID, assetID)
		return err
	})
	return atMS, err
}

// maxBegun bounds the videos that somebody has begun to watch: the latest ones.
const maxBegun = 200

// Begun are the videos that a member has begun and not seen to their end, the latest first.
func (s *Service) Begun(ctx context.Context, tx *db.Tx, memberID string) ([]string, error) {
	list, err := db.All(ctx, tx, db.String, `
		SELECT asset_id
		FROM watch_positions
		WHERE account_id = $1
		ORDER BY updated_at DESC, asset_id DESC
		LIMIT $2`, memberID, maxBegun)
	if err != nil {
		return nil, fmt.Errorf("select what %s has begun: %w", memberID, err)
	}
	return list, nil
}

// Positions are where a member is in those of the videos that they have begun, in milliseconds.
func (s *Service) Positions(ctx context.Context, tx *db.Tx, memberID string, assetIDs []string) (map[string]int64, error) {
	type position struct {
		assetID string
		atMS    int64
	}
	in, args := db.In(2, assetIDs)
	list, err := db.All(ctx, tx, func(r db.Row) (p position, err error) { return p, r.Scan(&p.assetID, &p.atMS) }, `
		SELECT asset_id, position_ms
		FROM watch_positions
		WHERE account_id = $1 AND asset_id IN `+in, append([]any{memberID}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("select where %s is in videos: %w", memberID, err)
	}
	at := make(map[string]int64, len(list))
	for _, p := range list {
		at[p.assetID] = p.atMS
	}
	return at, nil
}

func selectPosition(ctx context.Context, tx *db.Tx, accountID, assetID string) (int64, error) {
	at, _, err := db.Maybe(ctx, tx, db.Int64, `
		SELECT position_ms
		FROM watch_positions
		WHERE account_id = $1 AND asset_id = $2`, accountID, assetID)
	if err != nil {
		return 0, fmt.Errorf("select where %s is in %s: %w", accountID, assetID, err)
	}
	return at, nil
}

func upsertPosition(ctx context.Context, tx *db.Tx, accountID, assetID string, atMS int64, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO watch_positions (account_id, asset_id, position_ms, updated_at)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (account_id, asset_id) DO UPDATE SET position_ms = excluded.position_ms, updated_at = excluded.updated_at`,
		accountID, assetID, atMS, db.Millis(now))
	if err != nil {
		return fmt.Errorf("keep where %s is in %s: %w", accountID, assetID, err)
	}
	return nil
}

func deletePosition(ctx context.Context, tx *db.Tx, accountID, assetID string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM watch_positions WHERE account_id = $1 AND asset_id = $2`, accountID, assetID)
	if err != nil {
		return fmt.Errorf("forget where %s is in %s: %w", accountID, assetID, err)
	}
	return nil
}
