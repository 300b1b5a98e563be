package bus

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/metrics"
)

// newFailures counts what subscribers did not do.
func newFailures() *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "outbox_failures_total", Help: "Deliveries that a subscriber failed, each try counted, by subscriber.",
	}, []string{"subscriber"})
}

// Collectors are the counts of the outbox, for /metrics. Everybody has subscribed
// before.
func (b *Bus) Collectors() []prometheus.Collector {
	for _, s := range b.subscribers {
		b.failures.WithLabelValues(s.name)
	}
	return []prometheus.Collector{b.failures, metrics.Read(b.tellQueue,
		metrics.Gauge{Name: "outbox_length", Help: "Events that have not reached all of their subscribers."},
		metrics.Gauge{Name: "outbox_failing", Help: "Of these, those that a subscriber has failed at least once."},
		metrics.Gauge{Name: "outbox_oldest_seconds", Help: "Age of the oldest of them; 0 when there is none."},
	)}
}

// queue is what waits in the outbox.
type queue struct {
	length, failing int
	oldest          string // the smallest id, which begins with its time
}

func scanQueue(r db.Row) (q queue, err error) { return q, r.Scan(&q.length, &q.failing, &q.oldest) }

func (b *Bus) tellQueue(ctx context.Context, tell metrics.Tell) error {
	return b.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		q, err := db.One(ctx, tx, scanQueue, `
			SELECT COUNT(*), COUNT(*) FILTER (WHERE attempts > 0), COALESCE(MIN(id), '')
			FROM bus_deliveries`)
		if err != nil {
			return fmt.Errorf("measure the outbox: %w", err)
		}
		tell("outbox_length", float64(q.length))
		tell("outbox_failing", float64(q.failing))
		age := time.Duration(0)
		if at, ok := id.Time(q.oldest); ok {
			age = max(0, b.now().Sub(at))
		}
		tell("outbox_oldest_seconds", age.Seconds())
		return nil
	})
}
