// Package days divides a span of time into the days of a zone, as charts show them.
package days

import (
	"slices"
	"time"

	"limelight/internal/kit/fault"
)

const (
	most  = 366 // days that one chart shows
	usual = 30  // days that a chart looks back which names no beginning
)

// Input is how a call is told the days of its answer's chart.
type Input struct {
	Zone string `query:"zone" maxLength:"60" default:"UTC" doc:"a time zone such as Europe/Berlin"`
}

// Zone is the zone of a name, or a fault of the field.
func Zone(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return nil, fault.Field("zone", "Must be a time zone such as Europe/Berlin")
	}
	return zone, nil
}

// Days are consecutive days of a zone.
type Days struct {
	First  time.Time   // the beginning of the first
	End    time.Time   // the beginning of the day after the last
	Starts []time.Time // the beginning of each
	Names  []string    // YYYY-MM-DD
	zone   *time.Location
}

// Of are the days of a zone from that of an instant to that of the last one before another. Without an end they end today,
// without a beginning they are the last thirty. A zone that does not exist, or more than a year, is a fault of the field.
func Of(from, to time.Time, zone string, now time.Time) (Days, error) {
	location, err := Zone(zone)
	if err != nil {
		return Days{}, err
	}
	d := Days{zone: location}
	last := now
	if !to.IsZero() {
		last = to.Add(-time.Millisecond) // to is the first moment that is not meant
	}
	if from.IsZero() {
		from = d.midnight(last, 1-usual)
	}
	d.First, d.End = d.midnight(from, 0), d.midnight(last, 1)
	for day := d.First; day.Before(d.End); day = d.midnight(day, 1) {
		if len(d.Names) == most {
			return Days{}, fault.Field("fromDate", "Must be at most %d days before toDate", most)
		}
		d.Starts, d.Names = append(d.Starts, day), append(d.Names, day.Format(time.DateOnly))
	}
	return d, nil
}

// Index is which of the days an instant is in, and whether it is in one.
func (d Days) Index(at time.Time) (int, bool) {
	return slices.BinarySearch(d.Names, at.In(d.zone).Format(time.DateOnly))
}

// Divide tells how much of a span lies in each of the days.
func (d Days) Divide(from, to time.Time, tell func(day int, part time.Duration)) {
	for begin := later(from, d.First); begin.Before(to) && begin.Before(d.End); {
		end := earlier(d.midnight(begin, 1), to)
		if i, found := d.Index(begin); found {
			tell(i, end.Sub(begin))
		}
		begin = end
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// midnight is when the day of an instant begins, or so many days later: where summer time begins at midnight, the day
// begins later, and where a zone left a day out, the next one does.
func (d Days) midnight(at time.Time, days int) time.Time {
	year, month, day := at.In(d.zone).Date()
	wanted := time.Date(year, month, day+days, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	start := time.Date(year, month, day+days, 0, 0, 0, 0, d.zone)
	for start.Format(time.DateOnly) < wanted {
		start = start.Add(15 * time.Minute)
	}
	return start
}
