// Package metrics makes collectors of gauges that are read when Prometheus asks, such
// as the length of a queue in the database.
//
//	metrics.Read(func(ctx context.Context, tell metrics.Tell) error {
//		n, err := waiting(ctx)
//		tell("mails_waiting", float64(n))
//		return err
//	}, metrics.Gauge{Name: "mails_waiting", Help: "Mails that wait."})
package metrics

import (
	"context"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/recovery"
)

// timeout is how long one reading may take: a scrape must not wait for a database
// that is away.
const timeout = 2 * time.Second

// Gauge is what a reading tells. The values of its labels come from the program and
// never from a client, so that their number is bounded. One whose name ends in _total
// counts since the start.
type Gauge struct {
	Name   string
	Help   string
	Labels []string
}

// Tell gives the value of a declared gauge, with one value for each of its labels. It
// panics on a gauge that was not declared.
type Tell func(name string, value float64, labels ...string)

// Read makes a collector of the gauges that read tells. What read did not tell, because
// it failed, is absent from that scrape: an old value would look like a new one.
func Read(read func(ctx context.Context, tell Tell) error, gauges ...Gauge) prometheus.Collector {
	r := &reading{read: read, known: map[string]*prometheus.Desc{}}
	for _, g := range gauges {
		r.known[g.Name] = prometheus.NewDesc(g.Name, g.Help, g.Labels, nil)
	}
	return r
}

type reading struct {
	read  func(context.Context, Tell) error
	known map[string]*prometheus.Desc
}

// Describe implements prometheus.Collector.
func (r *reading) Describe(to chan<- *prometheus.Desc) {
	for _, desc := range r.known {
		to <- desc
	}
}

// Collect implements prometheus.Collector.
func (r *reading) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout) // a collector is given none
	defer cancel()
	// A failure is a part that is away, which the health of that part tells.
	_ = recovery.Run(nil, "metrics.read", func() error {
		return r.read(ctx, func(name string, value float64, labels ...string) {
			kind := prometheus.GaugeValue
			if strings.HasSuffix(name, "_total") {
				kind = prometheus.CounterValue
			}
			to <- prometheus.MustNewConstMetric(r.known[name], kind, value, labels...)
		})
	})
}
