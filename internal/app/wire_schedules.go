package app

import (
	"context"
	"net/http"
	"time"

	"limelight/internal/blocking"
	"limelight/internal/demosite"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/schedules"
)

// wireSchedules builds when performers are usually live. The catalogue shows it.
func wireSchedules(s *Services) {
	s.schedules = schedules.New(schedules.Deps{
		DB: s.db, Events: s.bus, Accounts: s.accounts, Performers: s.performers, Notices: s.notices, Home: s.profile.home, Now: s.now,
	})
	s.section("schedules", "When performers are usually live", s.schedules.Routes)
	s.mount(mounted{pattern: "GET /performers/{username}/schedule.ics", handler: handlerOf(
		s.accounts.Authenticate(s.locations.locate(http.HandlerFunc(s.schedules.Feed))),
	)})
	s.job(cron.Job{Name: "schedules", Every: 20 * time.Second, Run: s.schedules.Advance})
	s.demoPart(demosite.Schedules(s.schedules))
	bus.On(s.bus, "schedules.blocked", func(ctx context.Context, tx *db.Tx, e blocking.Changed) error {
		if err := s.schedules.Forbid(ctx, tx, e.PerformerID, e.UserIDs...); err != nil || len(e.Countries) == 0 {
			return err
		}
		return s.schedules.Recheck(ctx, tx, e.PerformerID)
	})
	bus.Tell(s.bus, "window.schedules", func(ctx context.Context, _ schedules.Changed) error {
		return catalogueCache{s.nodes, s.discover}.invalidate(ctx)
	})
}
