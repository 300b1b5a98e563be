package app

import (
	"net/http"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/geo"
)

// locations tell where callers are.
type locations struct{ countries *geo.Countries }

// locate puts the country of the caller's address beside the caller, so that a
// media connection can be judged by it later.
func (l locations) locate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who := account.SessionFrom(r.Context()) // whole, for it is put back
		who.Country = l.countryOf(r)
		next.ServeHTTP(w, r.WithContext(account.WithCaller(r.Context(), who)))
	})
}

func (l locations) countryOf(r *http.Request) string {
	address := api.Address(r.Context())
	if address == "" {
		return ""
	}
	return l.countries.CountryOf(address)
}
