package app

import (
	"context"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/schedules"
	"limelight/internal/studio"
)

// wireStudioSchedules makes the shift plan of studios from the schedules of their members.
func wireStudioSchedules(s *Services) {
	s.shifts = studio.NewShifts(s.studios, memberPlans{s.schedules})
}

// memberPlans are schedules in the words of studios.
type memberPlans struct{ *schedules.Service }

func (p memberPlans) Planned(ctx context.Context, tx *db.Tx, performerIDs []string, from, to time.Time) (map[string]studio.Plan, error) {
	found, err := p.Service.Planned(ctx, tx, performerIDs, from, to)
	plans := make(map[string]studio.Plan, len(found))
	for id, one := range found {
		shifts := make([]studio.Shift, len(one.Occurrences))
		for i, o := range one.Occurrences {
			shifts[i] = studio.Shift{StartsAt: o.StartsAt, EndsAt: o.EndsAt, IsException: o.IsException}
		}
		plans[id] = studio.Plan{Timezone: one.Timezone, Shifts: shifts, Closed: one.Closed}
	}
	return plans, err
}
