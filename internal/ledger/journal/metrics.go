package journal

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/db"
	"limelight/internal/kit/metrics"
)

// Collectors are the measures of the journal, for /metrics.
func (j *Journal) Collectors() []prometheus.Collector {
	return []prometheus.Collector{metrics.Read(j.tellAge, metrics.Gauge{
		Name: "journal_age_seconds",
		Help: "How long ago the first day that is not closed began; 0 while nothing was ever posted. A day is closed an hour after its end.",
	})}
}

func (j *Journal) tellAge(ctx context.Context, tell metrics.Tell) error {
	return j.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		day, err := following(ctx, tx)
		if err != nil {
			return err
		}
		age := time.Duration(0)
		if day != "" {
			from, _, err := span(day)
			if err != nil {
				return err
			}
			age = max(0, j.Now().Sub(from))
		}
		tell("journal_age_seconds", age.Seconds())
		return nil
	})
}
