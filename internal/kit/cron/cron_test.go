package cron

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// journal notes what ran when, since the start.
type journal struct {
	mu    sync.Mutex
	began time.Time
	runs  map[string][]time.Duration
}

func (j *journal) job(name string, err error) func(context.Context) error {
	return func(context.Context) error {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.runs[name] = append(j.runs[name], time.Since(j.began))
		return err
	}
}

func TestJobsRunAtTheirTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &journal{began: time.Now(), runs: map[string][]time.Duration{}} // midnight UTC in a bubble
		var leads atomic.Bool
		var failed atomic.Int64
		leads.Store(true)
		r := Runner{
			Log: slog.New(slog.DiscardHandler), Now: time.Now,
			Leads: leads.Load, Failed: func(string) { failed.Add(1) },
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			r.Run(ctx, []Job{
				{Name: "hourly", Every: time.Hour, Run: j.job("hourly", nil)},
				{Name: "each", Every: time.Hour, EachNode: true, Run: j.job("each", nil)},
				{Name: "nightly", Hour: 3, Run: j.job("nightly", nil)},
				{Name: "failing", Every: 2 * time.Hour, Run: j.job("failing", errors.New("no"))},
				{Name: "panicking", Every: 24 * time.Hour, Run: func(context.Context) error { panic("at once") }},
			})
		}()
		time.Sleep(90 * time.Minute)
		leads.Store(false)
		time.Sleep(60 * time.Minute) // two hours and a half
		leads.Store(true)
		time.Sleep(25 * time.Hour)
		stop()
		<-ended

		hours := func(list ...int) (times []time.Duration) {
			for _, n := range list {
				times = append(times, time.Duration(n)*time.Hour)
			}
			return times
		}
		if got := j.runs["hourly"]; !slices.Equal(got[:4], hours(0, 1, 3, 4)) {
			t.Errorf("what one node runs ran after %v", got)
		}
		if got := j.runs["each"]; !slices.Equal(got[:4], hours(0, 1, 2, 3)) {
			t.Errorf("what each node runs ran after %v", got)
		}
		if got := j.runs["nightly"]; !slices.Equal(got, hours(3, 27)) {
			t.Errorf("what runs at three ran after %v", got)
		}
		if got := len(j.runs["failing"]); failed.Load() != int64(got+2) { // and both of the one that panicked
			t.Errorf("%d failures are counted of %d runs and two panics", failed.Load(), got)
		}
	})
}
