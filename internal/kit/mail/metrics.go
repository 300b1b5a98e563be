package mail

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/db"
	"limelight/internal/kit/metrics"
)

// What became of an attempt to send a mail.
const (
	outcomeSent      = "sent"
	outcomePostponed = "postponed" // it is tried again
	outcomeFailed    = "failed"    // given up
)

func newCounts() *prometheus.CounterVec {
	counts := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "mail_attempts_total", Help: "Attempts to hand a mail to the server, by outcome.",
	}, []string{"outcome"})
	for _, outcome := range []string{outcomeSent, outcomePostponed, outcomeFailed} {
		counts.WithLabelValues(outcome)
	}
	return counts
}

// count counts an attempt once its outcome is written down.
func (m *Mailer) count(tx *db.Tx, outcome string) {
	tx.AfterCommit(m.counts.WithLabelValues(outcome).Inc)
}

// Collectors are the counts of mails, for /metrics.
func (m *Mailer) Collectors() []prometheus.Collector {
	return []prometheus.Collector{m.counts, metrics.Read(m.tellQueue,
		metrics.Gauge{Name: "mails_waiting", Help: "Mails that are to be sent."},
		metrics.Gauge{Name: "mails_oldest_seconds", Help: "Age of the oldest of them; 0 when there is none."},
	)}
}

type queue struct {
	length int
	oldest int64
}

func scanQueue(r db.Row) (q queue, err error) { return q, r.Scan(&q.length, &q.oldest) }

func (m *Mailer) tellQueue(ctx context.Context, tell metrics.Tell) error {
	return m.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		q, err := db.One(ctx, tx, scanQueue, `
			SELECT COUNT(*), COALESCE(MIN(created_at), 0)
			FROM mails
			WHERE state = 'waiting'`)
		if err != nil {
			return fmt.Errorf("measure the waiting mails: %w", err)
		}
		tell("mails_waiting", float64(q.length))
		age := time.Duration(0)
		if q.length > 0 {
			age = max(0, m.now().Sub(db.Time(q.oldest)))
		}
		tell("mails_oldest_seconds", age.Seconds())
		return nil
	})
}
