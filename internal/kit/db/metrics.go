package db

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/prometheus/client_golang/prometheus"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"limelight/internal/kit/metrics"
)

// The kinds of a transaction's failure.
const (
	failedAway      = "unavailable" // see Unavailable
	failedBusy      = "busy"        // SQLite's file was locked by another process for too long
	failedConflict  = "conflict"    // every try met another transaction
	failedStatement = "statement"   // refused by the database, and by no rule of the program
)

// counts are what is counted of a database since it was opened.
type counts struct {
	failures   *prometheus.CounterVec
	retries    prometheus.Counter
	statements prometheus.Counter
}

func newCounts() *counts {
	c := &counts{
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "db_failures_total", Help: "Transactions that failed for a reason of the database, by kind.",
		}, []string{"kind"}),
		retries: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "db_retries_total", Help: "Transactions that were run again after a serialization failure, a deadlock or a failed group.",
		}),
		statements: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "db_statements_total", Help: "Statements that transactions sent.",
		}),
	}
	for _, kind := range []string{failedAway, failedBusy, failedConflict, failedStatement} {
		c.failures.WithLabelValues(kind)
	}
	return c
}

// note counts the end of a transaction.
func (c *counts) note(err error) error {
	if kind := failureKind(err); kind != "" {
		c.failures.WithLabelValues(kind).Inc()
	}
	return err
}

// failureKind is empty for what is no failure of the database: nothing, a refusal in
// the program's words, or a caller who went away.
func failureKind(err error) string {
	if err == nil || errors.Is(err, context.Canceled) {
		return ""
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		if e.Code()&0xff == sqlite3.SQLITE_BUSY {
			return failedBusy
		}
		if !Unavailable(err) {
			return failedStatement
		}
	}
	switch {
	case Unavailable(err):
		return failedAway
	case conflicted(err):
		return failedConflict
	}
	if _, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failedStatement
	}
	return ""
}

// Collectors are the counts of the database, for /metrics.
func (d *DB) Collectors() []prometheus.Collector {
	return []prometheus.Collector{d.counts.failures, d.counts.retries, d.counts.statements, metrics.Read(d.tellPools,
		metrics.Gauge{Name: "db_connections", Help: "Open connections, by pool and whether they are used.", Labels: []string{"pool", "state"}},
		metrics.Gauge{Name: "db_waits_total", Help: "Waits for a connection, by pool.", Labels: []string{"pool"}},
		metrics.Gauge{Name: "db_wait_seconds_total", Help: "Time spent waiting for a connection, by pool.", Labels: []string{"pool"}},
		metrics.Gauge{Name: "db_writes_waiting", Help: "Writes that wait for the one writer of SQLite."},
	)}
}

func (d *DB) tellPools(_ context.Context, tell metrics.Tell) error {
	for name, pool := range map[string]*sql.DB{"read": d.reads, "write": d.writes} {
		now := pool.Stats()
		tell("db_connections", float64(now.InUse), name, "used")
		tell("db_connections", float64(now.Idle), name, "idle")
		tell("db_waits_total", float64(now.WaitCount), name)
		tell("db_wait_seconds_total", now.WaitDuration.Seconds(), name)
	}
	waiting := 0
	if d.group != nil {
		waiting = len(d.group.waiting)
	}
	tell("db_writes_waiting", float64(waiting))
	return nil
}
