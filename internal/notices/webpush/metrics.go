package webpush

import (
	"context"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/db"
	"limelight/internal/kit/metrics"
)

// What became of an attempt to send a push.
const (
	outcomeSent      = "sent"
	outcomePostponed = "postponed" // it is tried again
	outcomeFailed    = "failed"    // given up
	outcomeGone      = "gone"      // the subscription has ended
)

func newCounts() *prometheus.CounterVec {
	counts := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "push_attempts_total", Help: "Attempts to hand a push to its service, by outcome.",
	}, []string{"outcome"})
	for _, outcome := range []string{outcomeSent, outcomePostponed, outcomeFailed, outcomeGone} {
		counts.WithLabelValues(outcome)
	}
	return counts
}

// Collectors are the counts of pushes, for /metrics.
func (s *Service) Collectors() []prometheus.Collector {
	read := func(ctx context.Context, tell metrics.Tell) error {
		return s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error { return s.tellWaiting(ctx, tx, tell) })
	}
	return []prometheus.Collector{s.counts, metrics.Read(read,
		metrics.Gauge{Name: "pushes_waiting", Help: "Pushes that are to be sent."},
		metrics.Gauge{Name: "pushes_late_seconds", Help: "How late the push is that is due for the longest; 0 when none is."},
	)}
}

type queued struct {
	count int
	due   int64
}

func (s *Service) tellWaiting(ctx context.Context, tx *db.Tx, tell metrics.Tell) error {
	now, err := db.One(ctx, tx, func(r db.Row) (q queued, err error) { return q, r.Scan(&q.count, &q.due) }, `
		SELECT COUNT(*), COALESCE(MIN(due_at), 0) FROM push_queue`)
	if err != nil {
		return fmt.Errorf("count the pushes that wait: %w", err)
	}
	late := 0.0
	if now.count > 0 {
		late = max(0, s.Now().Sub(db.Time(now.due)).Seconds())
	}
	tell("pushes_waiting", float64(now.count))
	tell("pushes_late_seconds", late)
	return nil
}
