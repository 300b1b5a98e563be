package testkit

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/recovery"
)

// Panics is how many panics a barrier of this process has caught so far.
func Panics(t testing.TB, where string) (caught float64) {
	t.Helper()
	r := prometheus.NewRegistry()
	r.MustRegister(recovery.Collector())
	families, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if m.GetLabel()[0].GetValue() == where {
				caught = m.GetCounter().GetValue()
			}
		}
	}
	return caught
}
