package performer

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// dayLength is a day in UTC: what performer_days counts by.
const dayLength = 24 * time.Hour

// dayOf numbers the days since 1970.
func dayOf(at time.Time) int64 { return at.UnixMilli() / dayLength.Milliseconds() }

func dayStart(day int64) time.Time { return time.UnixMilli(day * dayLength.Milliseconds()).UTC() }

// countDays writes down the time on line that ends with a change of presence, day by day, and
// the show that begins with it.
func countDays(ctx context.Context, tx *db.Tx, performerID string, was, is presence, now time.Time) error {
	if was.status != Offline && is.status == Offline && !was.liveSince.IsZero() {
		for day := dayOf(was.liveSince); dayStart(day).Before(now); day++ { // a day that begins as the show ends is none of it
			if err := addToDay(ctx, tx, performerID, day, overlap(was.liveSince, now, day), 0); err != nil {
				return err
			}
		}
	}
	begins := is.status == Private || is.status == Group || is.status == Public && was.status == Offline
	if !begins || is.status == was.status {
		return nil
	}
	return addToDay(ctx, tx, performerID, dayOf(now), 0, 1)
}

// overlap is how much of a span lies in a day.
func overlap(from, to time.Time, day int64) time.Duration {
	start, end := dayStart(day), dayStart(day+1)
	return max(0, minTime(to, end).Sub(maxTime(from, start)))
}

func minTime(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func maxTime(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func addToDay(ctx context.Context, tx *db.Tx, performerID string, day int64, online time.Duration, shows int) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO performer_days (performer_id, day, online_ms, shows)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (performer_id, day) DO UPDATE
		SET online_ms = performer_days.online_ms + excluded.online_ms, shows = performer_days.shows + excluded.shows`,
		performerID, day, online.Milliseconds(), shows)
	if err != nil {
		return fmt.Errorf("count the day of %s: %w", performerID, err)
	}
	return nil
}

// Days tells, by performer and day, how long some were on line and how many shows they began, from the day of from on
// and before the day of to. A show under way counts up to now.
func (s *Presence) Days(ctx context.Context, tx *db.Tx, performerIDs []string, from, to time.Time, tell func(performerID string, day time.Time, online time.Duration, shows int)) error {
	if len(performerIDs) == 0 {
		return nil
	}
	in, ids := db.In(3, performerIDs)
	list, err := db.All(ctx, tx, scanOnlineDay, `
		SELECT performer_id, day, online_ms, shows
		FROM performer_days
		WHERE day >= $1 AND day < $2 AND performer_id IN `+in, append([]any{dayOf(from), dayOf(to)}, ids...)...)
	if err != nil {
		return fmt.Errorf("select the days of performers: %w", err)
	}
	for _, d := range list {
		tell(d.performerID, dayStart(d.day), time.Duration(d.online)*time.Millisecond, d.shows)
	}
	return s.eachLive(ctx, tx, performerIDs, from, to, tell)
}

type onlineDay struct {
	performerID string
	day, online int64 // milliseconds
	shows       int
}

func scanOnlineDay(r db.Row) (d onlineDay, err error) {
	return d, r.Scan(&d.performerID, &d.day, &d.online, &d.shows)
}

// eachLive tells, day by day, of the time of shows that are under way.
func (s *Presence) eachLive(ctx context.Context, tx *db.Tx, performerIDs []string, from, to time.Time, tell func(performerID string, day time.Time, online time.Duration, shows int)) error {
	in, args := db.In(1, performerIDs)
	type live struct {
		id    string
		since int64
	}
	list, err := db.All(ctx, tx, func(r db.Row) (l live, err error) { return l, r.Scan(&l.id, &l.since) },
		`SELECT id, live_since FROM performers WHERE live_since > 0 AND id IN `+in, args...)
	if err != nil {
		return fmt.Errorf("look up who is on line: %w", err)
	}
	now := s.Now()
	for _, l := range list {
		begun := db.Time(l.since)
		for day := max(dayOf(begun), dayOf(from)); day < dayOf(to) && dayStart(day).Before(now); day++ {
			tell(l.id, dayStart(day), overlap(begun, now, day), 0)
		}
	}
	return nil
}

// Live are those of some performers who are on line now.
func (s *Presence) Live(ctx context.Context, tx *db.Tx, performerIDs []string) ([]string, error) {
	in, args := db.In(1, performerIDs)
	list, err := db.All(ctx, tx, db.String, `SELECT id FROM performers WHERE live_since > 0 AND id IN `+in+` ORDER BY id`, args...)
	if err != nil {
		return nil, fmt.Errorf("look up who is on line: %w", err)
	}
	return list, nil
}
