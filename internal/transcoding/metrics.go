package transcoding

import (
	"context"
	"errors"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/db"
	"limelight/internal/kit/metrics"
)

// counts are what is counted of this node's jobs.
type counts struct{ tries *prometheus.CounterVec }

// How a try ends.
const (
	endDone    = "done"
	endRefused = "refused"
	endFailed  = "failed"
	endBack    = "given_back"
	endLost    = "lost"
)

func newCounts() *counts {
	c := &counts{prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "transcoding_tries_total",
		Help: "Tries of this node at making a video, by their end: done, refused (the file is at fault), failed (the site is), given_back (the node stopped, or another video went first) or lost (another node went on, or the video was removed).",
	}, []string{"end"})}
	for _, end := range []string{endDone, endRefused, endFailed, endBack, endLost} {
		c.tries.WithLabelValues(end)
	}
	return c
}

func (c *counts) ended(err error, refused bool) {
	end := endFailed
	switch {
	case err == nil:
		end = endDone
	case errors.Is(err, errLost):
		end = endLost
	case errors.Is(err, errStopped), errors.Is(err, errYields):
		end = endBack
	case refused:
		end = endRefused
	}
	c.tries.WithLabelValues(end).Inc()
}

// Collectors are the counts of videos, for /metrics.
func (s *Service) Collectors() []prometheus.Collector {
	return []prometheus.Collector{s.counts.tries, metrics.Read(s.tellQueue,
		metrics.Gauge{Name: "transcoding_videos", Help: "Videos that are not done, by status: waiting, working, playable, failed or unavailable (no ffmpeg here).", Labels: []string{"status"}},
		metrics.Gauge{Name: "transcoding_lag_seconds", Help: "How long the oldest video waits that a node could work on; 0: none waits."},
	)}
}

func (s *Service) tellQueue(ctx context.Context, tell metrics.Tell) error {
	return s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		counted, err := selectCounts(ctx, tx)
		if err != nil {
			return err
		}
		for _, status := range []Status{Waiting, Working, Playable, Failed, Unavailable} {
			tell("transcoding_videos", float64(counted[status]), string(status))
		}
		oldest, err := selectOldestDue(ctx, tx, s.Now())
		if err != nil {
			return err
		}
		lag := 0.0
		if !oldest.IsZero() {
			lag = max(0, s.Now().Sub(oldest).Seconds())
		}
		tell("transcoding_lag_seconds", lag)
		return nil
	})
}
