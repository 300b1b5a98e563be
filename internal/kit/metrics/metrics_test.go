package metrics

import (
	"context"
	"errors"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
)

// What is told before a failure is there, the rest is absent, and a panic costs the
// scrape nothing else.
func TestAReadingThatFails(t *testing.T) {
	for name, fail := range map[string]func() error{
		"an error": func() error { return errors.New("away") },
		"a panic":  func() error { panic("a bug") },
	} {
		r := prometheus.NewRegistry()
		r.MustRegister(Read(func(_ context.Context, tell Tell) error {
			tell("queue_length", 3, "mail")
			return fail()
		}, Gauge{"queue_length", "Length.", []string{"queue"}}, Gauge{"queue_age_seconds", "Age.", nil}))
		families, err := r.Gather()
		if err != nil || len(families) != 1 || families[0].GetName() != "queue_length" || families[0].GetMetric()[0].GetGauge().GetValue() != 3 {
			t.Errorf("%s: %v, %v", name, families, err)
		}
	}
}
