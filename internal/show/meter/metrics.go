package meter

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/db"
	"limelight/internal/kit/metrics"
)

func newClosed() *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "meters_closed_total", Help: "Meters of paid shows that were closed, by reason.",
	}, []string{"reason"})
}

// Collectors are the counts of meters, for /metrics.
func (m *Meters) Collectors(d *db.DB) []prometheus.Collector {
	read := func(ctx context.Context, tell metrics.Tell) error {
		return d.Read(ctx, func(ctx context.Context, tx *db.Tx) error { return m.tellOpen(ctx, tx, tell) })
	}
	return []prometheus.Collector{m.closed, metrics.Read(read,
		metrics.Gauge{Name: "meters_open", Help: "Meters that are not closed, by state.", Labels: []string{"state"}},
		metrics.Gauge{Name: "meters_lag_seconds", Help: "How late the running meter is that waits longest for its tick; 0 when none is late."},
	)}
}

type counted struct {
	state State
	count int
}

func scanCounted(r db.Row) (c counted, err error) { return c, r.Scan(&c.state, &c.count) }

func (m *Meters) tellOpen(ctx context.Context, tx *db.Tx, tell metrics.Tell) error {
	open, err := db.All(ctx, tx, scanCounted, `
		SELECT state, COUNT(*)
		FROM show_meters
		WHERE ended_at = 0
		GROUP BY state
		ORDER BY state`)
	if err != nil {
		return fmt.Errorf("count the open meters: %w", err)
	}
	count := map[State]int{Waiting: 0, Running: 0, Paused: 0}
	for _, c := range open {
		count[c.state] = c.count
	}
	for state, n := range count {
		tell("meters_open", float64(n), string(state))
	}
	due, err := db.One(ctx, tx, db.Int64, `SELECT COALESCE(MIN(next_tick_at), 0) FROM show_meters WHERE next_tick_at > 0`)
	if err != nil {
		return fmt.Errorf("find the latest meter: %w", err)
	}
	lag := time.Duration(0)
	if due > 0 {
		lag = max(0, m.Now().Sub(db.Time(due)))
	}
	tell("meters_lag_seconds", lag.Seconds())
	return nil
}
