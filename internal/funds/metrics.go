package funds

import (
	"cmp"
	"context"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/db"
	"limelight/internal/kit/metrics"
)

// The calls to a gateway that are counted when they fail.
const (
	callStart  = "start"
	callStatus = "status"
)

// counts are what is counted of payments on this node.
type counts struct {
	changes       *prometheus.CounterVec
	failures      *prometheus.CounterVec
	notifications *prometheus.CounterVec
	heard         *prometheus.GaugeVec
}

// newCounts begins each count at nothing, so that the first of something is an increase.
func newCounts(known []Maker) *counts {
	c := &counts{
		changes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "payments_total", Help: "Payments that came into a state, by gateway and state.",
		}, []string{"gateway", "state"}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "payment_gateway_failures_total", Help: "Calls that a gateway refused or did not answer, by gateway and call.",
		}, []string{"gateway", "call"}),
		notifications: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "webhooks_total", Help: "Notifications of gateways, by gateway and what became of them.",
		}, []string{"gateway", "outcome"}),
		heard: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "webhook_accepted_timestamp_seconds", Help: "When this node last accepted a notification, as Unix time, by gateway; absent before the first.",
		}, []string{"gateway"}),
	}
	for _, g := range known {
		for _, state := range []State{Created, Pending, Paid, Refunded, ChargedBack, Failed, Expired, Underpaid, Quarantine} {
			c.changes.WithLabelValues(g.ID, string(state))
		}
		for _, call := range []string{callStart, callStatus} {
			c.failures.WithLabelValues(g.ID, call)
		}
		for _, outcome := range []string{accepted, ignored, unauthentic, failed} {
			c.notifications.WithLabelValues(g.ID, outcome)
		}
	}
	return c
}

// Collectors are the counts of payments, for /metrics.
func (s *Service) Collectors() []prometheus.Collector {
	c := s.counts
	return []prometheus.Collector{c.changes, c.failures, c.notifications, c.heard, metrics.Read(s.tellOpen,
		metrics.Gauge{Name: "payments_open", Help: "Payments that are neither paid nor given up, by gateway and state.", Labels: []string{"gateway", "state"}},
		metrics.Gauge{Name: "payment_dispute_ratio", Help: "Disputes and reports of fraud of this calendar month (UTC) by sales of it, by gateway; all: all together.", Labels: []string{"gateway"}},
		metrics.Gauge{Name: "payment_events_quarantined", Help: "Events of gateways that wait for an admin's decision."},
	)}
}

type openPayments struct {
	gateway, state string
	count          int
}

func scanOpen(r db.Row) (o openPayments, err error) { return o, r.Scan(&o.gateway, &o.state, &o.count) }

func (s *Service) tellOpen(ctx context.Context, tell metrics.Tell) error {
	return s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		open, err := db.All(ctx, tx, scanOpen, `
			SELECT gateway, state, COUNT(*)
			FROM funds_intents
			WHERE state IN ('created', 'pending', 'quarantine')
			GROUP BY gateway, state
			ORDER BY gateway, state`)
		if err != nil {
			return fmt.Errorf("count the open payments: %w", err)
		}
		for _, o := range open {
			tell("payments_open", float64(o.count), o.gateway, o.state)
		}
		list, err := ratios(ctx, tx, s.Now())
		if err != nil {
			return err
		}
		for _, one := range list {
			tell("payment_dispute_ratio", one.Share(), cmp.Or(one.Gateway, "all"))
		}
		mismatch, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM funds_quarantine WHERE state IN ('open', 'approved')`)
		if err != nil {
			return fmt.Errorf("count the quarantine: %w", err)
		}
		tell("payment_events_quarantined", float64(mismatch))
		return nil
	})
}
