package schedules

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// row is a performer's schedule as it is stored.
type row struct {
	PerformerID string    `db:"performer_id"`
	Zone        string    `db:"timezone"`
	Sequence    int       `db:"sequence"`
	ChangedAt   time.Time `db:"changed_at"`
	NextAt      time.Time `db:"next_at"`
	RemindAt    time.Time `db:"remind_at"`
	Plan
}

var rows = db.StructOf[row]()

// openSchedule makes the performer's row if need be, and locks it until the transaction ends.
func openSchedule(ctx context.Context, tx *db.Tx, performerID string) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO schedules (performer_id, timezone, sequence, changed_at)
		VALUES ($1, '', 0, 0)
		ON CONFLICT (performer_id) DO UPDATE SET performer_id = excluded.performer_id`, performerID)
	if err != nil {
		return fmt.Errorf("open the schedule of %s: %w", performerID, err)
	}
	return nil
}

// lockSchedule locks the performer's row.
func lockSchedule(ctx context.Context, tx *db.Tx, performerID string) error {
	_, err := db.One(ctx, tx, db.String, `
		SELECT performer_id FROM schedules WHERE performer_id = $1`+tx.Fragment(db.ForUpdate), performerID)
	return err
}

// load is a performer's schedule; one that they have not made has neither zone nor hours.
func (s *Service) load(ctx context.Context, tx *db.Tx, performerID string) (row, error) {
	r, found, err := db.Maybe(ctx, tx, rows.Scan, `
		SELECT `+rows.Columns+`
		FROM schedules
		WHERE performer_id = $1`, performerID)
	if err != nil {
		return r, fmt.Errorf("select the schedule of %s: %w", performerID, err)
	}
	if !found || r.Zone == "" {
		r.PerformerID, r.Plan = performerID, closedPlan()
		return r, nil
	}
	r.Plan = closedPlan()
	r.Timezone = r.Zone
	days, err := db.All(ctx, tx, scanHours, `
		SELECT day, starts, ends, closed
		FROM schedule_hours
		WHERE performer_id = $1
		ORDER BY day`, performerID)
	if err != nil {
		return r, fmt.Errorf("select the hours of %s: %w", performerID, err)
	}
	for _, d := range days {
		r.put(d)
	}
	return r, nil
}

func closedPlan() Plan {
	p := Plan{Exceptions: []Exception{}}
	for _, day := range weekdays {
		p.at(day).Closed = true
	}
	return p
}

// put puts stored hours where they belong: those of a weekday or those of a date.
func (p *Plan) put(e Exception) {
	for day, name := range dayNames {
		if name == e.Date {
			*p.at(time.Weekday(day)) = e.Hours
			return
		}
	}
	p.Exceptions = append(p.Exceptions, e)
}

func scanHours(r db.Row) (e Exception, err error) {
	var starts, ends int
	err = r.Scan(&e.Date, &starts, &ends, &e.Closed)
	e.Start, e.End = storedClock(starts), storedClock(ends)
	return e, err
}

// storedClock is a stored time of the day; empty: none was typed.
func storedClock(minutes int) string {
	if minutes < 0 {
		return ""
	}
	return clockOf(minutes)
}

func updateSchedule(ctx context.Context, tx *db.Tx, r row) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE schedules
		SET timezone = $2, sequence = $3, changed_at = $4, next_at = $5, remind_at = $6
		WHERE performer_id = $1`,
		r.PerformerID, r.Timezone, r.Sequence, db.Millis(r.ChangedAt), db.Millis(r.NextAt), db.Millis(r.RemindAt))
	if err != nil {
		return fmt.Errorf("update the schedule of %s: %w", r.PerformerID, err)
	}
	return nil
}

func replaceHours(ctx context.Context, tx *db.Tx, performerID string, p Plan) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM schedule_hours WHERE performer_id = $1`, performerID); err != nil {
		return fmt.Errorf("delete the hours of %s: %w", performerID, err)
	}
	list := p.Exceptions
	for _, day := range weekdays {
		list = append(list, Exception{dayNames[day], *p.at(day)})
	}
	for _, e := range list {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO schedule_hours (performer_id, day, starts, ends, closed)
			VALUES ($1, $2, $3, $4, $5)`, performerID, e.Date, stored(e.Start), stored(e.End), e.Closed)
		if err != nil {
			return fmt.Errorf("insert the hours of %s on %s: %w", performerID, e.Date, err)
		}
	}
	return nil
}

// stored is a time of the day as it is stored; -1: none was typed.
func stored(clock string) int {
	if minutes, wellFormed := minutesOf(clock); wellFormed {
		return minutes
	}
	return -1
}

// selectDue are performers whose next hours have begun, or are to be told of now.
func selectDue(ctx context.Context, tx *db.Tx, now time.Time, limit int) ([]string, error) {
	list, err := db.All(ctx, tx, db.String, `
		SELECT performer_id FROM schedules WHERE next_at > 0 AND next_at <= $1
		UNION
		SELECT performer_id FROM schedules WHERE remind_at > 0 AND remind_at <= $1
		ORDER BY performer_id
		LIMIT $2`, db.Millis(now), limit)
	if err != nil {
		return nil, fmt.Errorf("select schedules that are due: %w", err)
	}
	return list, nil
}

func insertReminder(ctx context.Context, tx *db.Tx, performerID, memberID string, since time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO schedule_reminders (performer_id, member_id, since_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (performer_id, member_id) DO NOTHING`, performerID, memberID, db.Millis(since))
	if err != nil {
		return fmt.Errorf("insert a reminder of %s for %s: %w", performerID, memberID, err)
	}
	return nil
}

func selectReminder(ctx context.Context, tx *db.Tx, performerID, memberID string) (since time.Time, asked bool, err error) {
	ms, asked, err := db.Maybe(ctx, tx, db.Int64, `
		SELECT since_at FROM schedule_reminders WHERE performer_id = $1 AND member_id = $2`, performerID, memberID)
	return db.Time(ms), asked, err
}

func deleteReminders(ctx context.Context, tx *db.Tx, performerID string, memberIDs ...string) error {
	in, args := db.In(2, memberIDs)
	_, err := db.Exec(ctx, tx, `
		DELETE FROM schedule_reminders WHERE performer_id = $1 AND member_id IN `+in, append([]any{performerID}, args...)...)
	return err
}

// deletePassed deletes reminders of hours that have begun.
func deletePassed(ctx context.Context, tx *db.Tx, performerID string, begun time.Time) error {
	_, err := db.Exec(ctx, tx, `
		DELETE FROM schedule_reminders WHERE performer_id = $1 AND since_at <= $2`, performerID, db.Millis(begun))
	return err
}

// selectReminded are members who asked to be reminded of hours, behind one, in the order of their ids.
func selectReminded(ctx context.Context, tx *db.Tx, of Soon, memberID string, limit int) ([]string, error) {
	list, err := db.All(ctx, tx, db.String, `
		SELECT member_id
		FROM schedule_reminders
		WHERE performer_id = $1 AND member_id > $2 AND since_at <= $3
		ORDER BY member_id
		LIMIT $4`, of.PerformerID, memberID, db.Millis(of.At), limit)
	if err != nil {
		return nil, fmt.Errorf("select who is reminded of %s: %w", of.PerformerID, err)
	}
	return list, nil
}

// selectAsking are those of some members who ask to be reminded of hours.
func selectAsking(ctx context.Context, tx *db.Tx, of Soon, memberIDs []string) ([]string, error) {
	in, args := db.In(3, memberIDs)
	return db.All(ctx, tx, db.String, `
		SELECT member_id
		FROM schedule_reminders
		WHERE performer_id = $1 AND since_at <= $2 AND member_id IN `+in+`
		ORDER BY member_id`, append([]any{of.PerformerID, db.Millis(of.At)}, args...)...)
}
