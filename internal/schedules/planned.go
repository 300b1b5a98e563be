package schedules

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// Planned is what a performer plans for a span.
type Planned struct {
	Timezone    string
	Occurrences []Occurrence
	Closed      []string // dates with no hours, though their weekday has some
}

// Planned tells of those of some performers who have a schedule what they plan for a span.
func (s *Service) Planned(ctx context.Context, tx *db.Tx, performerIDs []string, from, to time.Time) (map[string]Planned, error) {
	plans, err := selectPlans(ctx, tx, performerIDs, from.Add(-2*dayMins*time.Minute), to.Add(2*dayMins*time.Minute))
	zones := map[string]*time.Location{} // reading one costs more than all else
	planned := make(map[string]Planned, len(plans))
	for performerID, p := range plans {
		zone, known := zones[p.Timezone]
		if !known {
			zone = p.calendar().zone
			zones[p.Timezone] = zone
		}
		c := calendar{zone, p.Week, p.Exceptions}
		planned[performerID] = Planned{p.Timezone, c.between(from, to), p.closed()}
	}
	return planned, err
}

// closed are the dates of a plan with no hours, though their weekday has some.
func (p *Plan) closed() (dates []string) {
	for _, e := range p.Exceptions {
		day, err := time.Parse(time.DateOnly, e.Date)
		if _, open := p.at(day.Weekday()).span(); err == nil && e.Closed && open {
			dates = append(dates, e.Date)
		}
	}
	return dates
}

// selectPlans are the schedules of performers, with the exceptions of some dates.
func selectPlans(ctx context.Context, tx *db.Tx, performerIDs []string, from, to time.Time) (map[string]*Plan, error) {
	in, ids := db.In(3, performerIDs)
	plans := map[string]*Plan{}
	_, err := db.All(ctx, tx, func(r db.Row) (none struct{}, err error) {
		var performerID, zone string
		var starts, ends int
		var e Exception
		if err := r.Scan(&performerID, &zone, &e.Date, &starts, &ends, &e.Closed); err != nil {
			return none, err
		}
		if plans[performerID] == nil {
			p := closedPlan()
			p.Timezone = zone
			plans[performerID] = &p
		}
		e.Start, e.End = storedClock(starts), storedClock(ends)
		plans[performerID].put(e)
		return none, nil
	}, `
		SELECT s.performer_id, s.timezone, h.day, h.starts, h.ends, h.closed
		FROM schedules s
		JOIN schedule_hours h ON h.performer_id = s.performer_id
		WHERE s.timezone <> '' AND (LENGTH(h.day) = 3 OR h.day >= $1 AND h.day <= $2) AND s.performer_id IN `+in+`
		ORDER BY s.performer_id, h.day`,
		append([]any{from.UTC().Format(time.DateOnly), to.UTC().Format(time.DateOnly)}, ids...)...)
	if err != nil {
		return nil, fmt.Errorf("select schedules: %w", err)
	}
	return plans, nil
}
