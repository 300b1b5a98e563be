package app

import (
	"limelight/internal/places"
)

// wirePlaces builds the lists of countries, languages and time zones, and follows the files of addresses.
func wirePlaces(s *Services) {
	s.places = places.New(places.Deps{Addresses: s.addresses, Now: s.now})
	s.section("places", "Countries, languages, phone codes, time zones", s.places.Routes)
	followAddresses(s)
}
