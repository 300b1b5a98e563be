package schedules

import (
	"slices"
	"time"

	"limelight/internal/kit/walltime"
)

// Occurrence is once that a performer means to be live.
type Occurrence struct {
	Date        string    `json:"date" doc:"the day on which it begins by the schedule, in the schedule's zone"`
	StartsAt    time.Time `json:"startsAt"`
	EndsAt      time.Time `json:"endsAt"`
	IsException bool      `json:"isException" doc:"these are not the hours of its weekday"`
}

// calendar is a plan whose days can be asked for.
type calendar struct {
	zone       *time.Location
	week       Week
	exceptions []Exception
}

// calendar of a plan that was checked; one that nobody has made has no hours.
func (p *Plan) calendar() calendar {
	c := calendar{week: p.Week, exceptions: p.Exceptions}
	if c.zone, _ = zoneOf(p.Timezone); c.zone == nil {
		c.zone = time.UTC
	}
	return c
}

// on are the hours of a date.
func (c calendar) on(date time.Time) (h Hours, excepted bool) {
	day := date.Format(time.DateOnly)
	if i := slices.IndexFunc(c.exceptions, func(e Exception) bool { return e.Date == day }); i >= 0 {
		return c.exceptions[i].Hours, true
	}
	return *c.week.at(date.Weekday()), false
}

// occurrence is that of a date. There is none on a closed day, nor when a change of the clocks
// leaves nothing of the hours.
func (c calendar) occurrence(date time.Time) (o Occurrence, open bool) {
	hours, excepted := c.on(date)
	s, open := hours.span()
	if !open {
		return o, false
	}
	o = Occurrence{date.Format(time.DateOnly), c.instant(date, s.start), c.instant(date, s.end), excepted}
	return o, o.EndsAt.After(o.StartsAt)
}

// instant is when the zone's clocks come to a time of a date.
func (c calendar) instant(date time.Time, minutes int) time.Time {
	return walltime.Instant(date.Add(time.Duration(minutes)*time.Minute), c.zone)
}

// between are the occurrences that end after an instant and begin before another one.
func (c calendar) between(from, to time.Time) []Occurrence {
	list := []Occurrence{}
	last := walltime.Date(to, c.zone)
	for date := walltime.Date(from, c.zone).AddDate(0, 0, -2); !date.After(last); date = date.AddDate(0, 0, 1) {
		if o, open := c.occurrence(date); open && o.EndsAt.After(from) && o.StartsAt.Before(to) {
			list = append(list, o)
		}
	}
	return list
}

// next is the first beginning at an instant or later; zero: none is to come.
func (c calendar) next(from time.Time) time.Time {
	date := walltime.Date(from, c.zone).AddDate(0, 0, -1)
	for range int(maxAhead/(24*time.Hour)) + 9 {
		if o, open := c.occurrence(date); open && !o.StartsAt.Before(from) {
			return o.StartsAt
		}
		date = date.AddDate(0, 0, 1)
	}
	return time.Time{}
}
