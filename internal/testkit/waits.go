package testkit

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/db"
)

// WritesWait returns when a write to the database waits for another one, or has ended before, which it must not have done if
// it was to wait: the test that gave it a transaction to wait for says what is wrong then.
func WritesWait(t testing.TB, d *db.DB, ended <-chan struct{}) {
	t.Helper()
	waiting := func() bool {
		return Int(t, d, `SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) > 0
	}
	if d.Dialect() == db.SQLite {
		registry := prometheus.NewRegistry()
		registry.MustRegister(d.Collectors()...)
		waiting = func() bool {
			families, err := registry.Gather()
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range families {
				if f.GetName() == "db_writes_waiting" {
					return f.GetMetric()[0].GetGauge().GetValue() > 0
				}
			}
			t.Fatal("the database does not tell how many writes wait")
			return false
		}
	}
	Eventually(t, "a write waits for another one", func() bool {
		select {
		case <-ended:
			return true
		default:
			return waiting()
		}
	})
}
