package app

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/api"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/hls"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/sfu"
	"limelight/internal/kit/web"
)

// siteLimits limit everything beside the API (docs/api.md, Rate limits): what one address may
// ask of each part of the site in a minute, as a multiple of --api-rate. The
// numbers are for several people behind one address, each with a page of forty
// files, a socket and a stream of parts.
//
// They count on this node and not for all: a flood must not become a flood of
// questions to Redis.
var siteLimits = map[string]float64{
	limitPages:      1,
	limitFiles:      20, // built files, pictures, snapshots, segments of videos, recorded shows
	limitHLS:        100,
	limitRTC:        1,
	limitHeld:       1,   // WebSockets that go on with what was begun under limitRTC
	limitWHIP:       0.1, // each try may be a guess at a stream key, and writes
	limitHealth:     0.2,
	limitEngine:     20, // the external engine's own notifications
	limitSocketOpen: 0.5,
	limitSocketPoll: 10,
	limitToken:      0.2, // refused tickets and tokens on sockets
}

const (
	limitPages      = "pages"
	limitFiles      = "files"
	limitHLS        = "hls"
	limitRTC        = "rtc"
	limitHeld       = "rtc.held"
	limitWHIP       = "whip"
	limitHealth     = "health"
	limitEngine     = "engine"
	limitSocketOpen = "socket.open"
	limitSocketPoll = "socket.poll"
	limitToken      = "socket.token"
)

// maxConnections is how many sockets an address may have open at once on a node, and
// how many connections to the media engine; a /48 some times as many.
const maxConnections = 250

// maxWaiting is how many viewers of an address may be at the engine before their media
// has come up, which takes a second or two, on a node of many places (waitingFor); a /48
// some times as many.
const maxWaiting = 30

// connectionOwners are whose sockets, and whose connections to the media engine, are counted
// together: an address's, and a /48's.
func (i *infra) connectionOwners(r *http.Request) []string {
	if i.cfg.APIRate == 0 || web.OwnMachine(r.Context()) {
		return nil
	}
	return limit.Owners(api.Address(r.Context()))
}

// bodyTimeout is how long a request's body may take to arrive; an upload of files
// has longer.
const (
	bodyTimeout   = time.Minute
	uploadTimeout = 10 * time.Minute
)

// answerTimeout is how long the next piece of an answer may wait for its reader.
const answerTimeout = time.Minute

// rateLimits say how often an address or an account may come: to the API, and to everything
// beside it.
type rateLimits struct {
	perMinute int // --api-rate; 0: no bound
	api       *limit.Limiter
	buckets   *limit.Buckets
	refusals  *prometheus.CounterVec
}

// wireRateLimits builds the limits: the site's own, and what counts for those of domains.
func wireRateLimits(s *Services) {
	counter, domains := s.counters()
	s.limits = limit.NewWith(domains, s.now)
	s.rates = newRateLimits(s.cfg.APIRate, counter, s.now)
	if s.engine != nil {
		s.engine.OnRefusal(func(why string) { s.rates.refusals.WithLabelValues(limitRTC + "." + why).Inc() })
	}
	s.collect(s.rates.refusals)
}

func newRateLimits(perMinute int, counter limit.Counter, now func() time.Time) *rateLimits {
	return &rateLimits{
		perMinute: perMinute, api: limit.NewWith(counter, now, apiRates(perMinute)), buckets: limit.NewBuckets(now),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "rate_limit_refusals_total",
			Help: "Requests refused because their address or account came too often, or found no place at the media engine, by limit.",
		}, []string{"limit"}),
	}
}

func (r *rateLimits) rule(name string) limit.Rule {
	return limit.Rule{Max: max(1, int(float64(r.perMinute)*siteLimits[name])), Per: time.Minute}
}

// take counts a request of the client in the context, or says how long to wait.
func (r *rateLimits) take(ctx context.Context, name string) (wait time.Duration) {
	if r.perMinute == 0 || web.OwnMachine(ctx) {
		return 0
	}
	if wait = r.buckets.TakeAddress(name, api.Address(ctx), r.rule(name)); wait > 0 {
		r.refusals.WithLabelValues(name).Inc()
	}
	return wait
}

// refund takes back what take has counted.
func (r *rateLimits) refund(ctx context.Context, name string) {
	if r.perMinute != 0 && !web.OwnMachine(ctx) {
		r.buckets.RefundAddress(name, api.Address(ctx), r.rule(name))
	}
}

// limitOf names the limit of a request; empty for the API, which has its own.
func limitOf(r *http.Request) string {
	path := r.URL.Path
	under := func(prefixes ...string) bool {
		for _, prefix := range prefixes {
			if path == prefix || strings.HasPrefix(path, strings.TrimSuffix(prefix, "/")+"/") {
				return true
			}
		}
		return false
	}
	switch {
	case under(api.Prefix):
		return ""
	case under("/socket.io"):
		if r.URL.Query().Get("sid") == "" {
			return limitSocketOpen
		}
		return limitSocketPoll
	case under("/rtc"):
		if r.Method == http.MethodGet && sfu.ResumesHeld(r.URL) {
			return limitHeld
		}
		return limitRTC
	case under("/whip"):
		return limitWHIP
	case under(hls.Prefix):
		return limitHLS
	case under("/files", videoFilesPrefix, recordedShowsPrefix, "/snapshots", "/assets", "/fonts", "/sounds"):
		return limitFiles
	case under("/healthz", "/readyz"):
		return limitHealth
	case under("/media/events"):
		return limitEngine
	}
	return limitPages
}

// site refuses an address that asks too often, whatever it asks outside the
// API, before anything is looked up for it.
func (r *rateLimits) site(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if name := limitOf(q); name != "" {
			if wait := r.take(q.Context(), name); wait > 0 {
				refuseInWords(w, limit.ErrTooMany.After(wait))
				return
			}
		}
		next.ServeHTTP(w, q)
	})
}

// refuseInWords is for addresses that people and players open: text, not JSON.
func refuseInWords(w http.ResponseWriter, f *fault.Fault) {
	w.Header().Set("Retry-After", api.RetryAfter(f))
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, f.Text, http.StatusTooManyRequests)
}
