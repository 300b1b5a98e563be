package performer

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

func scanStage(r db.Row) (g stage, err error) {
	var since, recent, online int64
	err = r.Scan(&g.status, &g.headline, &g.viewers, &since, &recent, &online, &g.snapshot, &g.said)
	g.liveSince, g.recent, g.online = db.Time(since), db.Time(recent), time.Duration(online)*time.Millisecond
	return g, err
}

const stageSQL = `
		SELECT streaming_status, headline, viewers, live_since, recent_at, online_ms, snapshot, status
		FROM performers
		WHERE id = $1`

func selectStage(ctx context.Context, tx *db.Tx, performerID string) (stage, error) {
	g, err := db.One(ctx, tx, scanStage, stageSQL, performerID)
	return g, none(err)
}

func scanTokens(r db.Row) (t money.Tokens, err error) { return t, r.Scan(&t) }

func selectWheelPrice(ctx context.Context, tx *db.Tx, performerID string) (money.Tokens, error) {
	price, err := db.One(ctx, tx, scanTokens, `SELECT wheel_price FROM performers WHERE id = $1`, performerID)
	return price, none(err)
}

// lockStage makes two changes of one performer's stage take turns.
func lockStage(ctx context.Context, tx *db.Tx, performerID string) (stage, error) {
	g, err := db.One(ctx, tx, scanStage, stageSQL+tx.Fragment(db.ForUpdate), performerID)
	return g, none(err)
}

func updateStage(ctx context.Context, tx *db.Tx, performerID string, g stage, rank int) error {
	return touched(db.Exec(ctx, tx, `
		UPDATE performers
		SET streaming_status = $2, live_rank = $3, headline = $4, viewers = $5, live_since = $6, recent_at = $7,
			online_ms = $8, snapshot = $9, status = $10
		WHERE id = $1`,
		performerID, g.status, rank, g.headline, g.viewers, db.Millis(g.liveSince), db.Millis(g.recent),
		g.online.Milliseconds(), g.snapshot, g.said))
}

func updateViewers(ctx context.Context, tx *db.Tx, performerID string, viewers int, snapshot string) error {
	return touched(db.Exec(ctx, tx, `
		UPDATE performers SET viewers = $2, snapshot = $3 WHERE id = $1`, performerID, viewers, snapshot))
}

func updateSaid(ctx context.Context, tx *db.Tx, performerID, said string) error {
	return touched(db.Exec(ctx, tx, `UPDATE performers SET status = $2 WHERE id = $1`, performerID, said))
}

type online struct {
	performers int
	ms         int64
}

func scanOnline(r db.Row) (o online, err error) { return o, r.Scan(&o.performers, &o.ms) }

func sumOnline(ctx context.Context, tx *db.Tx, performerIDs []string, since, now time.Time) (int, time.Duration, error) {
	in, args := db.In(3, performerIDs)
	o, err := db.One(ctx, tx, scanOnline, `
		SELECT COUNT(*) FILTER (WHERE live_since > 0 OR online_ms > 0 AND recent_at >= $1),
			CAST(COALESCE(SUM(online_ms + CASE WHEN live_since > 0 THEN $2 - live_since ELSE 0 END), 0) AS BIGINT)
		FROM performers
		WHERE id IN `+in,
		append([]any{db.Millis(since), db.Millis(now)}, args...)...)
	if err != nil {
		return 0, 0, fmt.Errorf("sum the time on line: %w", err)
	}
	return o.performers, time.Duration(o.ms) * time.Millisecond, nil
}

// hour counts the hours since 1970, so that a clock hour has one number.
func hour(at time.Time) int64 { return at.Unix() / 3600 }

func countView(ctx context.Context, tx *db.Tx, performerID, viewer string, now time.Time) error {
	fresh, err := db.Exec(ctx, tx, `
		INSERT INTO performer_views (performer_id, viewer, hour)
		VALUES ($1, $2, $3)
		ON CONFLICT (performer_id, viewer, hour) DO NOTHING`, performerID, viewer, hour(now))
	if err != nil || fresh == 0 {
		return err
	}
	return touched(db.Exec(ctx, tx, `UPDATE performers SET views = views + 1 WHERE id = $1`, performerID))
}

func deleteViews(ctx context.Context, tx *db.Tx, now time.Time) (int64, error) {
	return db.Exec(ctx, tx, `DELETE FROM performer_views WHERE hour < $1`, hour(now))
}

func scanCategory(r db.Row) (c Category, err error) { return c, r.Scan(&c.ID, &c.Name, &c.Slug) }

func selectCategories(ctx context.Context, tx *db.Tx) ([]Category, error) {
	return db.All(ctx, tx, scanCategory, `
		SELECT id, name, slug
		FROM performer_categories
		ORDER BY position, name, id`)
}

func selectCategoriesOf(ctx context.Context, tx *db.Tx, performerID string) ([]Category, error) {
	return db.All(ctx, tx, scanCategory, `
		SELECT c.id, c.name, c.slug
		FROM performer_facets f
		JOIN performer_categories c ON c.id = f.value
		WHERE f.performer_id = $1 AND f.facet = 'category'
		ORDER BY f.position`, performerID)
}

func insertCategory(ctx context.Context, tx *db.Tx, c Category, position int, now int64) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO performer_categories (id, name, slug, position, created_at) VALUES ($1, $2, $3, $4, $5)`,
		c.ID, c.Name, c.Slug, position, now)
	return err
}

func updateCategory(ctx context.Context, tx *db.Tx, c Category, position int, _ int64) error {
	rows, err := db.Exec(ctx, tx, `
		UPDATE performer_categories SET name = $2, slug = $3, position = $4 WHERE id = $1`,
		c.ID, c.Name, c.Slug, position)
	if err == nil && rows == 0 {
		return ErrNoCategory
	}
	return err
}

func deleteCategory(ctx context.Context, tx *db.Tx, categoryID string) error {
	if _, err := db.Exec(ctx, tx, `
		DELETE FROM performer_facets WHERE facet = 'category' AND value = $1`, categoryID); err != nil {
		return fmt.Errorf("take category %s from its performers: %w", categoryID, err)
	}
	rows, err := db.Exec(ctx, tx, `DELETE FROM performer_categories WHERE id = $1`, categoryID)
	if err == nil && rows == 0 {
		return ErrNoCategory
	}
	return err
}
