package app

import (
	"time"

	"limelight/internal/earnings"
	"limelight/internal/kit/cron"
)

// wireEarnings builds what people read about their own income.
func wireEarnings(s *Services) {
	s.earnings = earnings.New(s.db, s.accounts, s.shows, s.now, kinds.Incomes().IDs()...)
	s.rule(s.earnings.Rule())
	s.job(cron.Job{Name: "earningsTotals", Every: 15 * time.Minute, Run: s.earnings.Tally})
	s.section("earnings", "What performers and studios earned, and members' token history", s.earnings.Routes)
}
