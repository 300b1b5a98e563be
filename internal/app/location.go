package app

import (
	"context"
	"net/http"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/geo"
)

// locations tell where callers are.
type locations struct{ addresses *geo.Tables }

// PlaceOf is where an address is, in the words of account.Place; empty when not known.
func (l locations) PlaceOf(address string) string {
	found := l.addresses.Of(address)
	return account.Place(found.Country, found.Hosting)
}

// KnowsHosting reports whether there is a list of data centres and VPNs.
func (l locations) KnowsHosting() bool { return l.addresses.KnowsHosting() }

// locate puts the place of the caller's address beside the caller, so that a
// media connection can be judged by it later.
func (l locations) locate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who := account.SessionFrom(r.Context()) // whole, for it is put back
		who.Country = l.placeOf(r)
		next.ServeHTTP(w, r.WithContext(account.WithCaller(r.Context(), who)))
	})
}

func (l locations) placeOf(r *http.Request) string {
	address := api.Address(r.Context())
	if address == "" {
		return ""
	}
	return l.PlaceOf(address)
}

// addressesEvery is how soon a changed file of addresses is read.
const addressesEvery = 5 * time.Second

// readAddresses reads the files of addresses that have changed; a broken one is said, and the old stays.
func (i *infra) readAddresses() {
	for _, problem := range i.addresses.Refresh() {
		i.log.Error("read the address data", "error", problem)
	}
}

// followAddresses has each node read the files of addresses again when they change.
func followAddresses(s *Services) {
	s.job(cron.Job{Name: "addresses", Every: addressesEvery, EachNode: true, Run: func(context.Context) error {
		s.readAddresses()
		return nil
	}})
}
