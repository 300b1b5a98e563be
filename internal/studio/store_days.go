package studio

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

// selectUnsummed are the studios that have a day before one that is not summed.
func selectUnsummed(ctx context.Context, tx *db.Tx, day int64) ([]string, error) {
	list, err := db.All(ctx, tx, db.String, `
		SELECT f.studio_id
		FROM (SELECT studio_id, MIN(joined_at) / 86400000 AS day FROM studio_memberships GROUP BY studio_id) AS f
		LEFT JOIN studio_sums u ON u.studio_id = f.studio_id
		WHERE COALESCE(u.through, f.day) < $1
		ORDER BY f.studio_id`, day)
	if err != nil {
		return nil, fmt.Errorf("select studios with days that are over: %w", err)
	}
	return list, nil
}

// insertDay keeps a day of a studio as a whole.
func insertDay(ctx context.Context, tx *db.Tx, studioID string, w work) error {
	failed := func(err error) error { return fmt.Errorf("keep a day of %s: %w", studioID, err) }
	return db.Later(ctx, tx, failed, `
		INSERT INTO studio_days (studio_id, day, incomes, tokens, studio_net, online_ms, shows, people)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		studioID, w.day, w.incomes, int64(w.tokens), int64(w.studioNet), w.online.Milliseconds(), w.shows, w.people)
}

// insertTotals has a day begin with what everybody who was a member until its end did before.
func insertTotals(ctx context.Context, tx *db.Tx, studioID string, day int64) error {
	failed := func(err error) error { return fmt.Errorf("begin a day of the members of %s: %w", studioID, err) }
	return db.Later(ctx, tx, failed, `
		INSERT INTO studio_totals (studio_id, day, performer_id, incomes, tokens, studio_net, online_ms, shows)
		SELECT m.studio_id, CAST($2 AS BIGINT), m.performer_id,
		       COALESCE(t.incomes, 0), COALESCE(t.tokens, 0), COALESCE(t.studio_net, 0), COALESCE(t.online_ms, 0), COALESCE(t.shows, 0)
		FROM (SELECT DISTINCT studio_id, performer_id FROM studio_memberships WHERE studio_id = $1 AND joined_at < $3) AS m
		LEFT JOIN studio_totals t ON t.studio_id = m.studio_id AND t.day = $2 - 1 AND t.performer_id = m.performer_id`,
		studioID, day, db.Millis(dayStart(day+1)))
}

// addTotal adds a day of a member to all that they did before.
func addTotal(ctx context.Context, tx *db.Tx, studioID string, w work) error {
	failed := func(err error) error { return fmt.Errorf("add a day of %s to %s: %w", w.performerID, studioID, err) }
	return db.Later(ctx, tx, failed, `
		UPDATE studio_totals
		SET incomes = incomes + $4, tokens = tokens + $5, studio_net = studio_net + $6, online_ms = online_ms + $7, shows = shows + $8
		WHERE studio_id = $1 AND day = $2 AND performer_id = $3`,
		studioID, w.day, w.performerID, w.incomes, int64(w.tokens), int64(w.studioNet), w.online.Milliseconds(), w.shows)
}

func selectSum(ctx context.Context, tx *db.Tx, studioID string) (summedDays, error) {
	return db.One(ctx, tx, func(r db.Row) (s summedDays, err error) {
		var net, online int64
		err = r.Scan(&s.through, &net, &online)
		s.studioNet, s.online = money.Tokens(net), time.Duration(online)*time.Millisecond
		return s, err
	}, `SELECT through, studio_net, online_ms FROM studio_sums WHERE studio_id = $1`, studioID)
}

func upsertSum(ctx context.Context, tx *db.Tx, studioID string, s summedDays) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO studio_sums (studio_id, through, studio_net, online_ms)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (studio_id) DO UPDATE
		SET through = excluded.through, studio_net = excluded.studio_net, online_ms = excluded.online_ms`,
		studioID, s.through, int64(s.studioNet), s.online.Milliseconds())
	return err
}

// selectTotals are what each member did in the summed days of a studio from one on and before another.
func selectTotals(ctx context.Context, tx *db.Tx, studioID string, from, to int64) ([]work, error) {
	list, err := db.All(ctx, tx, func(r db.Row) (w work, err error) {
		var tokens, net, online int64
		err = r.Scan(&w.performerID, &w.incomes, &tokens, &net, &online, &w.shows)
		w.tokens, w.studioNet, w.online = money.Tokens(tokens), money.Tokens(net), time.Duration(online)*time.Millisecond
		return w, err
	}, `
		SELECT l.performer_id, l.incomes - COALESCE(b.incomes, 0), l.tokens - COALESCE(b.tokens, 0),
		       l.studio_net - COALESCE(b.studio_net, 0), l.online_ms - COALESCE(b.online_ms, 0), l.shows - COALESCE(b.shows, 0)
		FROM studio_totals l
		LEFT JOIN studio_totals b ON b.studio_id = $1 AND b.day = $2 - 1 AND b.performer_id = l.performer_id
		WHERE l.studio_id = $1 AND l.day = $3 - 1`, studioID, from, to)
	if err != nil {
		return nil, fmt.Errorf("sum the days of the members of %s: %w", studioID, err)
	}
	return list, nil
}

// selectDays are the summed days of a studio from one on and before another.
func selectDays(ctx context.Context, tx *db.Tx, studioID string, from, to int64) ([]work, error) {
	list, err := db.All(ctx, tx, func(r db.Row) (w work, err error) {
		var tokens, net, online int64
		err = r.Scan(&w.day, &w.incomes, &tokens, &net, &online, &w.shows, &w.people)
		w.tokens, w.studioNet, w.online = money.Tokens(tokens), money.Tokens(net), time.Duration(online)*time.Millisecond
		return w, err
	}, `
		SELECT day, incomes, tokens, studio_net, online_ms, shows, people
		FROM studio_days
		WHERE studio_id = $1 AND day >= $2 AND day < $3`, studioID, from, to)
	if err != nil {
		return nil, fmt.Errorf("select the days of %s: %w", studioID, err)
	}
	return list, nil
}
