package testkit

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/db"
)

// Statements is how many statements the transactions of a database have sent.
func Statements(t testing.TB, d *db.DB) int {
	t.Helper()
	registry := prometheus.NewRegistry()
	registry.MustRegister(d.Collectors()...)
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() == "db_statements_total" {
			return int(family.GetMetric()[0].GetCounter().GetValue())
		}
	}
	t.Fatal("the database counts no statements")
	return 0
}
