package app

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/demosite"
	"limelight/internal/kit/api"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/ledger"
)

// declared is what domains add to what the whole program has one of, in the order in which
// they are wired (wire_*.go).
type declared struct {
	sections   []section
	mounts     []mounted
	rules      []ledger.Rule
	jobs       []cron.Job
	rewards    []string // kinds of transfer by which the site gives
	thanks     []string // kinds of income for which members get nothing
	collectors []prometheus.Collector
	demo       []demosite.Part
	tasks      []task // run while the site is open
	erasers           // what packages do when somebody is erased
	followUps  []task // run once a demo's history is written
	// giveBack gives all of a payment back, which staff have taken away for a reason; nil: the site has no refunds.
	giveBack func(ctx context.Context, tx *db.Tx, kind, reference, reason string) error
}

// section is the routes of one domain, as the API's document names them.
type section struct {
	name, about string
	mount       func(*api.Router)
}

// mounted is something beside the API that answers.
type mounted struct {
	pattern string
	closed  bool // on this site, as it is configured
	handler func() (http.Handler, error)
}

// task is something that runs in the background until its context ends.
type task struct {
	name string
	run  func(context.Context) error
}

// section adds routes to the API.
func (d *declared) section(name, about string, mount func(*api.Router)) {
	d.sections = append(d.sections, section{name, about, mount})
}

// mount adds something that answers beside the API.
func (d *declared) mount(m mounted) { d.mounts = append(d.mounts, m) }

// rule adds a rule of the audit, such as which transfers a domain answers for.
func (d *declared) rule(r ledger.Rule) { d.rules = append(d.rules, r) }

// reward adds a kind of transfer by which the site gives.
func (d *declared) reward(kind string) { d.rewards = append(d.rewards, kind) }

// thank adds a kind of income for which members get nothing.
func (d *declared) thank(kind string) { d.thanks = append(d.thanks, kind) }

// demoPart adds what a feature brings to the demo site.
func (d *declared) demoPart(p demosite.Part) { d.demo = append(d.demo, p) }

// job adds something that is done again and again.
func (d *declared) job(j cron.Job) { d.jobs = append(d.jobs, j) }

// collect adds what is counted.
func (d *declared) collect(c ...prometheus.Collector) { d.collectors = append(d.collectors, c...) }

// background adds something that runs while people are served.
func (d *declared) background(name string, run func(context.Context) error) {
	d.tasks = append(d.tasks, task{name, run})
}

// followUp adds something that looks after shows and after what has happened. It may not see a
// demo's history while that is being written: by the clock of today its shows were over long
// ago, and would be ended in the midst of it.
func (d *declared) followUp(name string, run func(context.Context) error) {
	d.followUps = append(d.followUps, task{name, run})
}

// handlerOf is a handler that is there already.
func handlerOf(h http.Handler) func() (http.Handler, error) {
	return func() (http.Handler, error) { return h, nil }
}

// How often what has expired is dropped, and what no row knows of.
const (
	sweepEvery   = time.Hour
	orphansEvery = 24 * time.Hour
)

// inTransaction is a job of one transaction.
func inTransaction(d *db.DB, do func(context.Context, *db.Tx) error) func(context.Context) error {
	return func(ctx context.Context) error { return d.Write(ctx, do) }
}
