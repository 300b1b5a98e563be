package ranking

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"limelight/internal/kit/db"
)

// claimMinute reports whether the viewers of this minute were not counted yet, and says that they are.
func claimMinute(ctx context.Context, tx *db.Tx, now time.Time) (fresh bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE ranking_clock SET minute = $1 WHERE id = 1 AND minute < $1`, now.Unix()/60)
	if err != nil {
		return false, fmt.Errorf("claim a minute of the ranking: %w", err)
	}
	return rows == 1, nil
}

func turnDue(ctx context.Context, tx *db.Tx, now time.Time) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM ranking_clock WHERE id = 1 AND turn < $1`, turnAt(now))
	if err != nil {
		return false, fmt.Errorf("read the turn of the ranking: %w", err)
	}
	return n == 1, nil
}

// endTurn writes down that this turn is done, and drops what no further one reads.
func endTurn(ctx context.Context, tx *db.Tx, now time.Time) error {
	turn := turnAt(now)
	for _, one := range []struct {
		statement string
		value     int64
	}{
		{`UPDATE ranking_clock SET turn = $1 WHERE id = 1 AND turn < $1`, turn},
		{`DELETE FROM ranking_watched WHERE turn < $1`, turn - watchedTurns},
		{`DELETE FROM ranking_impressions WHERE day < $1`, dayAt(now)},
	} {
		if _, err := db.Exec(ctx, tx, one.statement, one.value); err != nil {
			return fmt.Errorf("end a turn of the ranking: %w", err)
		}
	}
	return nil
}

// addWatched counts one minute on the air, and a watched one for each viewer.
func addWatched(ctx context.Context, tx *db.Tx, turn int64, airing []Airing) error {
	for _, one := range airing {
		err := db.Later(ctx, tx, refused("count who watches "+one.ID), `
			INSERT INTO ranking_watched (turn, performer_id, watched, aired)
			VALUES ($1, $2, $3, 1)
			ON CONFLICT (turn, performer_id) DO UPDATE
			SET watched = ranking_watched.watched + excluded.watched, aired = ranking_watched.aired + 1`,
			turn, one.ID, one.Viewers)
		if err != nil {
			return err
		}
	}
	return nil
}

// addImpressions counts what was shown on a day, performers in the order of their ids, so that two
// nodes do not wait for each other in a circle.
func addImpressions(ctx context.Context, tx *db.Tx, day int64, shown map[string]int64) error {
	for _, performerID := range slices.Sorted(maps.Keys(shown)) {
		err := db.Later(ctx, tx, refused("count the impressions of "+performerID), `
			INSERT INTO ranking_impressions (day, performer_id, impressions)
			VALUES ($1, $2, $3)
			ON CONFLICT (day, performer_id) DO UPDATE
			SET impressions = ranking_impressions.impressions + excluded.impressions`, day, performerID, shown[performerID])
		if err != nil {
			return err
		}
	}
	return nil
}

func putInputs(ctx context.Context, tx *db.Tx, performerID string, i Inputs) error {
	return db.Later(ctx, tx, refused("put the inputs of "+performerID), `
		INSERT INTO ranking_inputs (performer_id, watched, aired, favourites, hours)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (performer_id) DO UPDATE
		SET watched = excluded.watched, aired = excluded.aired, favourites = excluded.favourites, hours = excluded.hours`,
		performerID, i.Watched, i.Aired, i.Favourites, i.Hours)
}

// refused says what a statement was to do that nobody waited for.
func refused(what string) func(error) error {
	return func(err error) error { return fmt.Errorf("%s: %w", what, err) }
}

// measured is what was counted, by performer.
type measured struct {
	watched, was map[string]Inputs
	shown        map[string]int64
}

var inputRows = db.StructOf[Inputs]()

// selectMeasured reads the hour before this turn, the inputs of the turn before, and today's impressions.
func selectMeasured(ctx context.Context, tx *db.Tx, now time.Time) (m measured, err error) {
	turn := turnAt(now)
	m.watched, err = selectMap(ctx, tx, inputRows.ScanWith, `
		SELECT CAST(SUM(watched) AS BIGINT), CAST(SUM(aired) AS BIGINT), 0, 0, performer_id
		FROM ranking_watched
		WHERE turn >= $1 AND turn < $2
		GROUP BY performer_id`, turn-watchedTurns, turn)
	if err != nil {
		return m, fmt.Errorf("sum what was watched: %w", err)
	}
	m.was, err = selectMap(ctx, tx, inputRows.ScanWith, `SELECT `+inputRows.Columns+`, performer_id FROM ranking_inputs`)
	if err != nil {
		return m, fmt.Errorf("select the inputs: %w", err)
	}
	m.shown, err = selectMap(ctx, tx, scanCount, `
		SELECT impressions, performer_id FROM ranking_impressions WHERE day = $1`, dayAt(now))
	if err != nil {
		return m, fmt.Errorf("select the impressions: %w", err)
	}
	return m, nil
}

func scanCount(r db.Row, more ...any) (n int64, err error) {
	return n, r.Scan(append([]any{&n}, more...)...)
}

// selectMap reads rows whose last column is the performer they are of.
func selectMap[T any](ctx context.Context, tx *db.Tx, scan func(db.Row, ...any) (T, error), query string, args ...any) (map[string]T, error) {
	found := map[string]T{}
	_, err := db.All(ctx, tx, func(r db.Row) (struct{}, error) {
		var of string
		one, err := scan(r, &of)
		found[of] = one
		return struct{}{}, err
	}, query, args...)
	return found, err
}

// selectInputs are the inputs of the last turn, if the performer was in one.
func selectInputs(ctx context.Context, tx *db.Tx, performerID string) (Inputs, bool, error) {
	return db.Maybe(ctx, tx, inputRows.Scan, `
		SELECT `+inputRows.Columns+` FROM ranking_inputs WHERE performer_id = $1`, performerID)
}

// sumImpressions is how often a performer was shown today.
func sumImpressions(ctx context.Context, tx *db.Tx, performerID string, now time.Time) (int, error) {
	return db.One(ctx, tx, db.Int, `
		SELECT CAST(COALESCE(SUM(impressions), 0) AS BIGINT)
		FROM ranking_impressions
		WHERE day = $1 AND performer_id = $2`, dayAt(now), performerID)
}

// selectTurn is the last turn that was done.
func selectTurn(ctx context.Context, tx *db.Tx) (time.Time, error) {
	turn, err := db.One(ctx, tx, db.Int64, `SELECT turn FROM ranking_clock WHERE id = 1`)
	if err != nil || turn == 0 {
		return time.Time{}, err
	}
	return time.Unix(turn*int64(turnTime/time.Second), 0).UTC(), nil
}
