package notices

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/db"
	"limelight/internal/kit/recovery"
)

const (
	// batchSize is how many accounts are looked at in one transaction. On SQLite everybody who
	// writes waits for it, so it is short.
	batchSize = 25
	// An announcement rests after a batch as long as that took, so that the rooms have half of the time
	// at least; and for longer when that told some of everybody, which nobody waits for who looks. What
	// is taken back does not wait longer.
	maxRest  = 250 * time.Millisecond
	longRest = 3 // times as long

	announcePoll  = time.Second // how often to look for what another node has begun, or left behind
	announcePause = 10 * time.Second

	// One that fails waits for announcePause, doubled with each failure, and is given up after about a day.
	maxAnnouncePause = time.Hour
	maxFailures      = 32
)

// Announcer tells many. Several nodes may do it at once: a batch is a transaction that has the
// announcement's row locked, tells its accounts, and notes how far it has come, so that nobody is
// told twice or missed, whoever dies meanwhile.
type Announcer struct {
	*Notices
	audiences map[string]audience // by kind; written while the program is built
	begun     chan struct{}
	told      prometheus.Counter
	connected map[string]bool // once keys of what those who are connected here were told; Run's
}

func newAnnouncer(n *Notices) *Announcer {
	return &Announcer{Notices: n, audiences: map[string]audience{}, begun: make(chan struct{}, 1), told: newTold()}
}

// Run tells audiences, batch by batch, until ctx ends.
func (a *Announcer) Run(ctx context.Context) error {
	for {
		wait := announcePoll
		err := recovery.Run(a.Log, "notices.announce", func() error {
			early := a.tellConnected(ctx)
			rest, worked, err := a.batch(ctx)
			if worked {
				wait = rest
			}
			return errors.Join(early, err)
		})
		if err != nil && ctx.Err() == nil {
			a.Log.Error("announce", "error", err)
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil
		case <-a.begun:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// Drain tells everything that is due now, without a rest.
func (a *Announcer) Drain(ctx context.Context) error {
	for {
		if _, worked, err := a.batch(ctx); err != nil || !worked {
			return err
		}
	}
}

// wake wakes this node's; a wake already pending is enough.
func (a *Announcer) wake() {
	select {
	case a.begun <- struct{}{}:
	default:
	}
}

// batch tells the next accounts of the announcement that waits longest. It reports how
// long to rest, and false when there is none.
func (a *Announcer) batch(ctx context.Context) (rest time.Duration, worked bool, err error) {
	waits := false
	err = a.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		waits, err = anyAnnouncement(ctx, tx, a.Now())
		return err
	})
	if err != nil || !waits {
		return 0, false, err
	}
	var at announcement
	err = a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		begin := a.Now()
		if at, worked, err = nextAnnouncement(ctx, tx, begin); err != nil || !worked {
			return err
		}
		next, err := a.announce(ctx, tx, at)
		if err != nil {
			return err
		}
		next.Failures = 0
		if next.DueAt.Equal(at.DueAt) { // it goes on
			rest = min(a.Now().Sub(begin), maxRest)
			if next.ToAll && next.AfterID != at.AfterID {
				rest *= longRest
			}
			next.DueAt = a.Now().Add(rest)
		}
		return updateAnnouncement(ctx, tx, next)
	})
	if err == nil {
		return rest, worked, nil
	}
	err = fmt.Errorf("announce %s: %w", at.OnceKey, err)
	return 0, false, errors.Join(err, a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return postponeAnnouncement(ctx, tx, at, at.retry(a.Now()))
	}))
}

// retry is when an announcement that has failed once more is tried again; zero: never.
func (a announcement) retry(now time.Time) time.Time {
	if a.Failures+1 >= maxFailures {
		return time.Time{}
	}
	return now.Add(min(announcePause<<min(a.Failures, 16), maxAnnouncePause))
}
