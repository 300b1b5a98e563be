package socket

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"
)

func TestMetrics(t *testing.T) {
	registry := prometheus.NewRegistry()
	n := start(t, func(c *Config) { c.Metrics = registry })
	tom, nina := n.connect(t, "tom"), n.connect(t, "nina")
	_ = To(n.Server, Site, tip, said{N: 1})
	tom.expect("42")
	nina.expect("42")
	n.get(t, "/socket.io/?EIO=9&transport=polling")
	n.connect(t, "").ask("nothing", nil)

	got := counts(t, registry)
	for name, want := range map[string]float64{
		"socket_connections":              3,
		"socket_rooms":                    5,
		"socket_queued_bytes":             0,
		"socket_deliveries_total":         2,
		"socket_dropped_total":            0,
		"socket_slow_closes_total":        0,
		"socket_violations_total":         1,
		"socket_untold_total":             0,
		"socket_handshake_failures_total": 1,
	} {
		value, there := got[name]
		if !there || value != want {
			t.Errorf("%s is %v, want %v", name, value, want)
		}
	}
}

// counts are what a registry tells, the labels of a metric added up.
func counts(t *testing.T, registry *prometheus.Registry) map[string]float64 {
	t.Helper()
	got := map[string]float64{}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			got[f.GetName()] += m.GetGauge().GetValue() + m.GetCounter().GetValue()
		}
	}
	return got
}
