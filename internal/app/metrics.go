package app

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"limelight/internal/kit/api"
	"limelight/internal/kit/metrics"
	"limelight/internal/kit/recovery"
	"limelight/internal/kit/web"
)

// counts are what is counted of the site as a whole. What a part of it counts, the
// part declares itself.
type counts struct {
	requests   *prometheus.CounterVec
	took       *prometheus.HistogramVec
	jobs       *prometheus.CounterVec
	violations atomic.Int64 // that the last nightly audit of this node found
}

func newCounts() *counts {
	return &counts{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "http_requests_total", Help: "Answered requests, by the pattern of their route, method and class of status.",
		}, []string{"route", "method", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "http_request_duration_seconds", Help: "How long requests took, by the pattern of their route and method; WebSockets are left out.",
			Buckets: []float64{.01, .05, .1, .25, .5, 1, 2.5, 10},
		}, []string{"route", "method"}),
		jobs: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "job_failures_total", Help: "Runs of a timed job that failed, by its name.",
		}, []string{"name"}),
	}
}

// register hands the counts of every part to the registry.
func (s *Services) register(to prometheus.Registerer) {
	for _, job := range s.jobs {
		s.counts.jobs.WithLabelValues(job.Name)
	}
	to.MustRegister(slices.Concat(
		[]prometheus.Collector{recovery.Collector()}, s.counts.collectors(), s.db.Collectors(), s.bus.Collectors(), s.collectors,
		[]prometheus.Collector{metrics.Read(partsOf(s).read,
			metrics.Gauge{Name: "limelight_part_up", Help: "Whether a part that this node needs works, as /readyz asks: 1 or 0.", Labels: []string{"part"}},
			metrics.Gauge{Name: "limelight_disk_free_bytes", Help: "Room left where the data folder is."},
			metrics.Gauge{Name: "limelight_disk_reserve_bytes", Help: "Room that uploads leave there (the setting diskReserveMB); 0: none."},
		)},
	)...)
}

func (c *counts) collectors() []prometheus.Collector {
	return []prometheus.Collector{c.requests, c.took, c.jobs, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "limelight_audit_violations", Help: "What the last nightly audit of this node found to break the books; 0 before the first.",
	}, func() float64 { return float64(c.violations.Load()) })}
}

// read tells whether each part of this node works.
func (p nodeParts) read(ctx context.Context, tell metrics.Tell) error {
	for part, err := range p.failing(ctx) {
		up := 1.0
		if err != nil {
			up = 0
		}
		tell("limelight_part_up", up, part)
	}
	tell("limelight_disk_reserve_bytes", float64(p.disk.reserve()))
	free, err := p.disk.free()
	if err == nil {
		tell("limelight_disk_free_bytes", float64(free))
	}
	return err
}

// routeOf names the pattern that a request is led by: what the program has written,
// never what a client has sent, so that the number of labels is bounded.
func routeOf(mux *http.ServeMux, router *api.Router) func(*http.Request) string {
	return func(r *http.Request) string {
		_, pattern := mux.Handler(r)
		if pattern == api.Prefix+"/" {
			pattern = router.Pattern(r)
		}
		if _, path, found := strings.Cut(pattern, " "); found {
			return path
		}
		return pattern
	}
}

// counted counts each request once it is answered.
func (c *counts) counted(route func(*http.Request) string, now func() time.Time) web.Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			seen := web.Observe(w)
			place, method, start := route(r), methodOf(r), now()
			c.requests.WithLabelValues(place, method, "5xx") // from nothing, so that the first failure is an increase
			defer func() {                                   // also of what was given up by a panic
				c.requests.WithLabelValues(place, method, classOf(seen.Status)).Inc()
				if seen.Status != http.StatusSwitchingProtocols {
					c.took.WithLabelValues(place, method).Observe(now().Sub(start).Seconds())
				}
			}()
			next.ServeHTTP(seen, r)
		})
	}
}

// methodOf is a request's method, or "other" for one that no route has.
func methodOf(r *http.Request) string {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return r.Method
	}
	return "other"
}

// classOf is the class of a status, such as 4xx.
func classOf(status int) string { return string(rune('0'+status/100)) + "xx" }

// metricsPage answers /metrics, on an address of its own: the registry's counts, and
// those that belong to the process.
func metricsPage(registry prometheus.Registerer) http.Handler {
	all := prometheus.Gatherers{prometheus.DefaultGatherer}
	if own, ok := registry.(prometheus.Gatherer); ok && registry != prometheus.DefaultRegisterer {
		all = append(all, own)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(all, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError}))
	return mux
}
