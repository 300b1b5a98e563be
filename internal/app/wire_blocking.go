package app

import (
	"limelight/internal/blocking"
)

// wireBlocking builds whom performers block.
func wireBlocking(s *Services) {
	s.blocking = blocking.New(blocking.Deps{DB: s.db, Events: s.bus, Accounts: s.accounts, Places: s.countries, Now: s.now})
	s.section("blocking", "Countries and members that a performer blocks", s.blocking.Routes)
}
