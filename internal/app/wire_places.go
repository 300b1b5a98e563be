package app

import (
	"limelight/internal/places"
)

// wirePlaces builds the lists of countries, languages and time zones.
func wirePlaces(s *Services) {
	s.places = places.New(s.now)
	s.section("places", "Countries, languages, phone codes, time zones", s.places.Routes)
}
