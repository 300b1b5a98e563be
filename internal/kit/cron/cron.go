// Package cron runs jobs at their times. A job is a value: what it is called, how often it
// runs, and whether one of the nodes that share a database runs it or each of them.
//
// A job must bear being run twice, also by two nodes at once: who leads may change while it
// runs. One that fails is logged, counted and run again at its next time.
package cron

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"limelight/internal/kit/recovery"
)

// Job is something to be done again and again: every Every, beginning at once, or once a
// day when Every is 0.
type Job struct {
	Name     string
	Every    time.Duration
	Hour     int  // of the day in UTC, when Every is 0
	EachNode bool // not only the node that leads
	Run      func(context.Context) error
}

// Runner runs jobs.
type Runner struct {
	Log    *slog.Logger
	Now    func() time.Time
	Leads  func() bool      // whether this node runs what one node runs
	Failed func(job string) // counts a run that failed
}

// Run runs the jobs until ctx ends, and waits for those under way.
func (r Runner) Run(ctx context.Context, jobs []Job) {
	var all sync.WaitGroup
	for _, job := range jobs {
		all.Go(func() {
			defer recovery.Catch(r.Log, "cron.loop", nil)
			r.repeat(ctx, job)
		})
	}
	all.Wait()
}

func (r Runner) repeat(ctx context.Context, job Job) {
	if job.Every > 0 {
		r.once(ctx, job)
	}
	for {
		wait := time.NewTimer(job.pause(r.Now()))
		select {
		case <-ctx.Done():
			wait.Stop()
			return
		case <-wait.C:
		}
		r.once(ctx, job)
	}
}

// pause is how long it is until the job's next time.
func (j Job) pause(now time.Time) time.Duration {
	if j.Every > 0 {
		return j.Every
	}
	now = now.UTC()
	next := time.Date(now.Year(), now.Month(), now.Day(), j.Hour, 0, 0, 0, time.UTC)
	if !next.After(now) {
		next = next.AddDate(0, 0, 1)
	}
	return next.Sub(now)
}

func (r Runner) once(ctx context.Context, job Job) {
	if !job.EachNode && !r.Leads() {
		return
	}
	err := recovery.Run(r.Log, "cron.job", func() error { return job.Run(ctx) })
	if err != nil && ctx.Err() == nil {
		r.Failed(job.Name)
		r.Log.Error("timed job", "job", job.Name, "error", err)
	}
}
