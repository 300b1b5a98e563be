package studio

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/ledger/report"
)

// membership is a time in which a performer belonged to a studio. What they did on line is known by whole days,
// so what they had done before on the day of joining, and by then on the day of leaving, is part of it.
type membership struct {
	performerID string
	joined      time.Time
	left        time.Time // zero: they still belong to it
	before      onlineTime
	until       onlineTime
}

// onlineTime is a time on line, and how many shows began.
type onlineTime struct {
	online time.Duration
	shows  int
}

func (o onlineTime) plus(more onlineTime) onlineTime {
	return onlineTime{o.online + more.online, o.shows + more.shows}
}

func (o onlineTime) less(some onlineTime) onlineTime {
	return onlineTime{max(0, o.online-some.online), max(0, o.shows-some.shows)}
}

// of is what of a day lies within the membership.
func (m membership) of(day int64, all onlineTime) onlineTime {
	first, last := dayOf(m.joined), dayOf(m.left)
	switch {
	case day < first, !m.left.IsZero() && day > last:
		return onlineTime{}
	case !m.left.IsZero() && day == last:
		all = m.until
	}
	if day == first {
		all = all.less(m.before)
	}
	return all
}

// begin writes down that a membership begins.
func (s *Membership) begin(ctx context.Context, tx *db.Tx, studioID, performerID string) error {
	before, err := s.today(ctx, tx, performerID)
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO studio_memberships (id, studio_id, performer_id, joined_at, before_ms, before_shows)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		id.New(s.Now()), studioID, performerID, db.Millis(s.Now()), before.online.Milliseconds(), before.shows)
	if err != nil {
		return fmt.Errorf("begin the membership of %s: %w", performerID, err)
	}
	return nil
}

// finish writes down that a membership is over.
func (s *Membership) finish(ctx context.Context, tx *db.Tx, performerID string) error {
	until, err := s.today(ctx, tx, performerID)
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `
		UPDATE studio_memberships
		SET left_at = CASE WHEN joined_at > $2 THEN joined_at ELSE $2 END, until_ms = $3, until_shows = $4
		WHERE performer_id = $1 AND left_at = 0`, performerID, db.Millis(s.Now()), until.online.Milliseconds(), until.shows)
	if err != nil {
		return fmt.Errorf("finish the membership of %s: %w", performerID, err)
	}
	return nil
}

// today is what a performer has done on line today, in UTC.
func (s *Membership) today(ctx context.Context, tx *db.Tx, performerID string) (sum onlineTime, err error) {
	from := dayStart(dayOf(s.Now()))
	err = s.Stage.Days(ctx, tx, []string{performerID}, from, from.Add(dayLength), func(_ string, _ time.Time, online time.Duration, shows int) {
		sum = sum.plus(onlineTime{online, shows})
	})
	return sum, err
}

// selectMemberships are those of a studio that touch a span.
func selectMemberships(ctx context.Context, tx *db.Tx, studioID string, from, to time.Time) ([]membership, error) {
	list, err := db.All(ctx, tx, scanMembership, `
		SELECT performer_id, joined_at, left_at, before_ms, before_shows, until_ms, until_shows
		FROM studio_memberships
		WHERE studio_id = $1 AND (left_at = 0 OR left_at > $2) AND joined_at < $3
		ORDER BY performer_id, joined_at`, studioID, db.Millis(from), db.Millis(to))
	if err != nil {
		return nil, fmt.Errorf("select the memberships of %s: %w", studioID, err)
	}
	return list, nil
}

// worked are all memberships of a studio as times in which incomes count.
func worked(studioID string) report.Worked {
	return report.Worked{Query: `
			SELECT performer_id, joined_at, CASE WHEN left_at = 0 THEN 9223372036854775807 ELSE left_at END
			FROM studio_memberships
			WHERE studio_id = $1`, Args: []any{studioID}}
}

func scanMembership(r db.Row) (m membership, err error) {
	var joined, left, before, until int64
	err = r.Scan(&m.performerID, &joined, &left, &before, &m.before.shows, &until, &m.until.shows)
	m.joined, m.left = db.Time(joined), db.Time(left)
	m.before.online, m.until.online = time.Duration(before)*time.Millisecond, time.Duration(until)*time.Millisecond
	return m, err
}
