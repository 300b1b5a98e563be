package app

import (
	"limelight/internal/favourites"
)

// wireFavourites builds members' favourite performers.
func wireFavourites(s *Services) {
	s.favourites = favourites.New(favourites.Deps{DB: s.db, Events: s.bus, Performers: s.performers, Now: s.now})
	s.section("favourites", "A member's favourite performers", s.favourites.Routes)
}
