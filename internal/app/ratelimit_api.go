package app

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/web"
)

// The general rate limit of the API (trust.md): what one client may ask,
// whatever it asks. The domains' own limits are tighter and come after.
const (
	rateOfAddress = "api.address"
	rateOfAccount = "api.account"
	rateOfSearch  = "api.search"
)

// apiRates are the rules of --api-rate: so many calls a minute from an address, a
// tenth of them searches for words, and half as many changes by an account,
// wherever it is.
func apiRates(perMinute int) limit.Rules {
	return limit.Rules{
		rateOfAddress: {Max: perMinute, Per: time.Minute},
		rateOfAccount: {Max: max(1, perMinute/2), Per: time.Minute},
		rateOfSearch:  {Max: max(1, perMinute/10), Per: time.Minute},
	}
}

// counters count for all nodes when there are several, else for this one. The
// API's limits have a memory of its own there, so that a flood of addresses makes
// nobody forget which logins are locked.
func (i *infra) counters() (api, domains limit.Counter) {
	if store, several := i.nodes.(limit.Store); several {
		shared := limit.NewShared(store, i.log)
		return shared, shared
	}
	return limit.NewMemory(), limit.NewMemory()
}

// byAddress refuses an address that asks too often, before anything is looked up
// for it. This machine's own connections are not counted: they are its operator's
// tools, or a proxy that nobody named.
func (r *rateLimits) byAddress(next http.Handler) http.Handler {
	return r.limited(next, rateOfAddress, func(q *http.Request) error {
		if web.OwnMachine(q.Context()) {
			return nil
		}
		err := r.api.AllowAddress(q.Context(), rateOfAddress, api.Address(q.Context()))
		if err == nil && searches(q) {
			err = r.api.AllowAddress(q.Context(), rateOfSearch, api.Address(q.Context()))
		}
		return err
	})
}

// searches tells a search for words, which costs more than a list.
func searches(r *http.Request) bool {
	return strings.HasSuffix(r.URL.Path, "/search") && r.URL.Query().Get("q") != ""
}

// byAccount refuses an account that changes too much.
func (r *rateLimits) byAccount(next http.Handler) http.Handler {
	return r.limited(next, rateOfAccount, func(q *http.Request) error {
		who := account.CallerFrom(q.Context()).ID
		if q.Method == http.MethodGet || q.Method == http.MethodHead || who == "" {
			return nil
		}
		return r.api.Allow(q.Context(), rateOfAccount, who)
	})
}

// limited refuses what allow refuses.
func (r *rateLimits) limited(next http.Handler, name string, allow func(*http.Request) error) http.Handler {
	if r.perMinute == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if err := allow(q); err != nil {
			if errors.Is(err, limit.ErrTooMany) {
				r.refusals.WithLabelValues(name).Inc()
			}
			api.WriteFault(w, q, err)
			return
		}
		next.ServeHTTP(w, q)
	})
}
