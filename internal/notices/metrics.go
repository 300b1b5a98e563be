package notices

import (
	"context"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/db"
	"limelight/internal/kit/metrics"
)

func newTold() prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{
		Name: "notices_announced_total", Help: "Accounts that were told what many are told, such as that a favourite is live.",
	})
}

// Collectors are the counts of announcements, for /metrics.
func (n *Announcer) Collectors() []prometheus.Collector {
	read := func(ctx context.Context, tell metrics.Tell) error {
		return n.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error { return n.tellUnderWay(ctx, tx, tell) })
	}
	return []prometheus.Collector{n.told, metrics.Read(read,
		metrics.Gauge{Name: "notice_announcements", Help: "Announcements of which something is to be done."},
		metrics.Gauge{Name: "notice_announcements_late_seconds", Help: "How late the batch is that is due for the longest; 0 when none is."},
	)}
}

type underWay struct {
	count int
	due   int64
}

func (n *Announcer) tellUnderWay(ctx context.Context, tx *db.Tx, tell metrics.Tell) error {
	now, err := db.One(ctx, tx, func(r db.Row) (u underWay, err error) { return u, r.Scan(&u.count, &u.due) }, `
		SELECT COUNT(*), COALESCE(MIN(due_at), 0) FROM notice_announcements WHERE due_at > 0`)
	if err != nil {
		return fmt.Errorf("count the announcements: %w", err)
	}
	late := 0.0
	if now.count > 0 {
		late = max(0, n.Now().Sub(db.Time(now.due)).Seconds())
	}
	tell("notice_announcements", float64(now.count))
	tell("notice_announcements_late_seconds", late)
	return nil
}
