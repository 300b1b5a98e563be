package app

import (
	"context"

	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/kit/idempotency"
)

// wireJobs declares what the program does by itself, whatever its domains are, and lets all
// jobs run.
func wireJobs(s *Services) {
	s.background("events", s.bus.Run)
	s.followUp("seat", siteSeat{s.seat}.keep)
	s.job(cron.Job{Name: "idempotencyKeys", Every: sweepEvery, Run: inTransaction(s.db, func(ctx context.Context, tx *db.Tx) error {
		_, err := idempotency.Forget(ctx, tx, s.now())
		return err
	})})
	s.followUp("jobs", func(ctx context.Context) error {
		cron.Runner{
			Log: s.log, Now: s.now, Leads: siteSeat{s.seat}.leads,
			Failed: func(job string) { s.counts.jobs.WithLabelValues(job).Inc() },
		}.Run(ctx, s.jobs)
		return nil
	})
}
