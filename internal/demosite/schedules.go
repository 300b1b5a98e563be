package demosite

import (
	"context"
	"fmt"

	"limelight/internal/schedules"
)

// Schedules says when the performers are usually live: all but one of six.
func Schedules(s *schedules.Service) Part {
	return Part{Furnish: func(ctx context.Context, nth int, performerID string, _ performing) error {
		if nth%6 == 5 {
			return nil
		}
		if _, err := s.Save(ctx, performerID, hoursOf(nth)); err != nil {
			return fmt.Errorf("schedule: %w", err)
		}
		return nil
	}}
}

// zonesOfHours are where the demo's performers live.
var zonesOfHours = []string{"Europe/Madrid", "Europe/Bucharest", "America/Bogota", "America/New_York", "Europe/London"}

// hoursOfWeek are evenings of different people: from when to when, on which days, Monday first.
var hoursOfWeek = []struct{ start, end, days string }{
	{"20:00", "01:00", "x.xxxx."},
	{"22:00", "02:00", "xx..xxx"},
	{"18:30", "23:00", ".xxxx.x"},
	{"21:00", "03:00", "x..xxxx"},
	{"10:00", "14:00", "xxxxx.."},
}

// hoursOf is the plan of the nth performer.
func hoursOf(nth int) schedules.Plan {
	hours := hoursOfWeek[nth%len(hoursOfWeek)]
	plan := schedules.Plan{Timezone: zonesOfHours[nth%len(zonesOfHours)], Exceptions: []schedules.Exception{}}
	for i, day := range []*schedules.Hours{&plan.Mon, &plan.Tue, &plan.Wed, &plan.Thu, &plan.Fri, &plan.Sat, &plan.Sun} {
		*day = schedules.Hours{Start: hours.start, End: hours.end, Closed: hours.days[i] == '.'}
	}
	return plan
}
