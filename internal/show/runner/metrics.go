package runner

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/metrics"
	"limelight/internal/show/store"
)

// The loops that watch shows, as the counter of their failures names them.
const (
	loopClock = "clock" // meters and deadlines
	loopRooms = "rooms" // media
	loopHere  = "here"  // evictions of this node
	loopEvict = "evict" // evictions of every node
)

func newFailures() *prometheus.CounterVec {
	failures := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "show_failures_total", Help: "Looks at the open shows that failed in part or whole, by loop: clock (meters and deadlines, each second), rooms (media, each two), here (who must leave this node, each second) or evict (who must leave any node, each second).",
	}, []string{"loop"})
	for _, loop := range []string{loopClock, loopRooms, loopHere, loopEvict} {
		failures.WithLabelValues(loop)
	}
	return failures
}

// Collectors are the counts of shows, for /metrics.
func (r *Runner) Collectors() []prometheus.Collector {
	return []prometheus.Collector{r.failures, metrics.Read(r.tellCuts, metrics.Gauge{
		Name: "show_cuts_lag_seconds", Help: "How long somebody whose right to watch has ended waits to be cut off; 0: nobody does.",
	})}
}

// tellCuts tells how old the oldest cut is that waits: normally none waits for a second.
func (r *Runner) tellCuts(ctx context.Context, tell metrics.Tell) error {
	return r.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		waiting, err := store.SelectCuts(ctx, tx)
		if err != nil {
			return err
		}
		lag := 0.0
		if len(waiting) > 0 {
			if since, ok := id.Time(waiting[0].ID); ok {
				lag = max(0, r.Now().Sub(since).Seconds())
			}
		}
		tell("show_cuts_lag_seconds", lag)
		return nil
	})
}
