package app

import (
	"limelight/internal/earnings"
)

// wireEarnings builds what people read about their own income.
func wireEarnings(s *Services) {
	s.earnings = earnings.New(s.db, s.people, s.shows, s.now, kinds.Incomes().IDs()...)
	s.section("earnings", "What performers and studios earned, and members' token history", s.earnings.Routes)
}
