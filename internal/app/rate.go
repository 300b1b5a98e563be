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

// The general pace of the API (trust.md, Rate limits): what one client may ask,
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
		rateOfAddress: {Most: perMinute, Per: time.Minute},
		rateOfAccount: {Most: max(1, perMinute/2), Per: time.Minute},
		rateOfSearch:  {Most: max(1, perMinute/10), Per: time.Minute},
	}
}

// counters count for all nodes when there are several, else for this one. The
// API's pace has a memory of its own there, so that a flood of addresses makes
// nobody forget which logins are locked.
func (g *ground) counters() (pace, limits limit.Counter) {
	if store, several := g.nodes.(limit.Store); several {
		shared := limit.NewShared(store, g.log)
		return shared, shared
	}
	return limit.NewMemory(), limit.NewMemory()
}

// ofAddress refuses an address that asks too often, before anything is looked up
// for it. This machine's own connections are not counted: they are its operator's
// tools, or a proxy that nobody named.
func (h *house) ofAddress(next http.Handler) http.Handler {
	return h.paced(next, rateOfAddress, func(r *http.Request) error {
		if web.OwnMachine(r.Context()) {
			return nil
		}
		err := h.rate.AllowAddress(r.Context(), rateOfAddress, api.Address(r.Context()))
		if err == nil && searches(r) {
			err = h.rate.AllowAddress(r.Context(), rateOfSearch, api.Address(r.Context()))
		}
		return err
	})
}

// searches tells a search for words, which costs more than a list.
func searches(r *http.Request) bool {
	return strings.HasSuffix(r.URL.Path, "/search") && r.URL.Query().Get("q") != ""
}

// ofAccount refuses an account that changes too much.
func (h *house) ofAccount(next http.Handler) http.Handler {
	return h.paced(next, rateOfAccount, func(r *http.Request) error {
		who := account.CallerFrom(r.Context()).ID
		if r.Method == http.MethodGet || r.Method == http.MethodHead || who == "" {
			return nil
		}
		return h.rate.Allow(r.Context(), rateOfAccount, who)
	})
}

// paced refuses what allow refuses.
func (h *house) paced(next http.Handler, name string, allow func(*http.Request) error) http.Handler {
	if h.cfg.APIRate == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := allow(r); err != nil {
			if errors.Is(err, limit.ErrTooMany) {
				h.paces.refusals.WithLabelValues(name).Inc()
			}
			api.WriteFault(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}
