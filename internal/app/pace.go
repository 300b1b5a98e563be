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
	"limelight/internal/playback"
)

// The pace of everything beside the API (docs/api.md, Pace): what one address may
// ask of each part of the site in a minute, as a multiple of --api-rate. The
// numbers are for several people behind one address, each with a page of forty
// files, a socket and a stream of parts.
//
// They count on this node and not for all: a flood must not become a flood of
// questions to Redis.
var sitePace = map[string]float64{
	pacePages:      1,
	paceFiles:      20, // built files, pictures, snapshots, segments of videos
	paceHLS:        100,
	paceRTC:        1,
	paceHeld:       1,   // WebSockets that go on with what was begun under paceRTC
	paceWHIP:       0.1, // each try may be a guess at a stream key, and writes
	paceHealth:     0.2,
	paceEngine:     20, // the external engine's own notifications
	paceSocketOpen: 0.5,
	paceSocketPoll: 10,
	paceToken:      0.2, // refused tickets and tokens on sockets
}

const (
	pacePages      = "pages"
	paceFiles      = "files"
	paceHLS        = "hls"
	paceRTC        = "rtc"
	paceHeld       = "rtc.held"
	paceWHIP       = "whip"
	paceHealth     = "health"
	paceEngine     = "engine"
	paceSocketOpen = "socket.open"
	paceSocketPoll = "socket.poll"
	paceToken      = "socket.token"
)

// mostConnections is how many sockets an address may have open at once on a node, and
// how many connections to the media engine; a /48 some times as many.
const mostConnections = 250

// mostWaiting is how many viewers of an address may be at the engine before their media
// has come up, which takes a second or two, on a node of many places (waitingFor); a /48
// some times as many.
const mostWaiting = 30

// connectionOwners are whose sockets, and whose connections to the media engine, are counted
// together: an address's, and a /48's.
func (g *ground) connectionOwners(r *http.Request) []string {
	if g.cfg.APIRate == 0 || web.OwnMachine(r.Context()) {
		return nil
	}
	return limit.Owners(api.Address(r.Context()))
}

// bodyTime is how long a request's body may take to arrive; an upload of files
// has longer.
const (
	bodyTime   = time.Minute
	uploadTime = 10 * time.Minute
)

// answerPause is how long the next piece of an answer may wait for its reader.
const answerPause = time.Minute

// paces applies the site's pace.
type paces struct {
	perMinute int // --api-rate; 0: no bound
	buckets   *limit.Buckets
	refusals  *prometheus.CounterVec
}

func newPaces(perMinute int, now func() time.Time) *paces {
	return &paces{perMinute: perMinute, buckets: limit.NewBuckets(now), refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "rate_limit_refusals_total",
		Help: "Requests refused because their address or account came too often, or found no place at the media engine, by limit.",
	}, []string{"limit"})}
}

func (p *paces) rule(name string) limit.Rule {
	return limit.Rule{Most: max(1, int(float64(p.perMinute)*sitePace[name])), Per: time.Minute}
}

// take counts a request of the client in the context, or says how long to wait.
func (p *paces) take(ctx context.Context, name string) (wait time.Duration) {
	if p.perMinute == 0 || web.OwnMachine(ctx) {
		return 0
	}
	if wait = p.buckets.TakeAddress(name, api.Address(ctx), p.rule(name)); wait > 0 {
		p.refusals.WithLabelValues(name).Inc()
	}
	return wait
}

// refund takes back what take has counted.
func (p *paces) refund(ctx context.Context, name string) {
	if p.perMinute != 0 && !web.OwnMachine(ctx) {
		p.buckets.RefundAddress(name, api.Address(ctx), p.rule(name))
	}
}

// paceOf names the pace of a request; empty for the API, which has its own.
func paceOf(r *http.Request) string {
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
			return paceSocketOpen
		}
		return paceSocketPoll
	case under("/rtc"):
		if r.Method == http.MethodGet && sfu.GoesOn(r.URL) {
			return paceHeld
		}
		return paceRTC
	case under("/whip"):
		return paceWHIP
	case under(hls.Prefix):
		return paceHLS
	case under("/files", playback.Prefix, "/snapshots", "/assets", "/fonts", "/sounds"):
		return paceFiles
	case under("/healthz", "/readyz"):
		return paceHealth
	case under("/media/events"):
		return paceEngine
	}
	return pacePages
}

// sitePaced refuses an address that asks too often, whatever it asks outside the
// API, before anything is looked up for it.
func (h *house) sitePaced(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if name := paceOf(r); name != "" {
			if wait := h.paces.take(r.Context(), name); wait > 0 {
				refuseInWords(w, limit.ErrTooMany.After(wait))
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// refuseInWords is for addresses that people and players open: text, not JSON.
func refuseInWords(w http.ResponseWriter, f *fault.Fault) {
	w.Header().Set("Retry-After", api.RetryAfter(f))
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, f.Text, http.StatusTooManyRequests)
}
