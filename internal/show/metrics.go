package show

import "github.com/prometheus/client_golang/prometheus"

// The two loops that watch shows, as the counter of their failures names them.
const (
	loopClock = "clock" // meters and deadlines
	loopRooms = "rooms" // media
)

func newFailures() *prometheus.CounterVec {
	failures := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "show_failures_total", Help: "Looks at the open shows that failed in part or whole, by loop: clock (meters and deadlines, each second) or rooms (media, each two).",
	}, []string{"loop"})
	for _, loop := range []string{loopClock, loopRooms} {
		failures.WithLabelValues(loop)
	}
	return failures
}

// Collectors are the counts of shows, for /metrics.
func (s *Service) Collectors() []prometheus.Collector { return []prometheus.Collector{s.failures} }
