// Package bus carries news from the transaction that made it to everyone who may
// be a second late (the outbox pattern).
//
// Publish writes one row in the caller's transaction: no news of what was rolled
// back, no change without its news. A worker delivers the row to everyone it
// names.
//
//   - On runs a subscriber inside the transaction that deletes the row, so its
//     own writes happen exactly once. A failure gives each subscriber a row of
//     its own: the one that failed backs off and stays visible, the others go on.
//   - Tell runs a subscriber after the row is gone, at most once, for work that
//     leaves the database (sockets).
//
// Money is never a subscriber: tokens move in the transaction of their cause.
package bus

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// Event is a fact that has happened. Its fields travel as JSON.
type Event interface{ EventName() string }

type subscriber struct {
	name    string
	event   string
	settled bool // delivered after its row is gone (Tell)
	deliver func(ctx context.Context, tx *db.Tx, d *delivery) error
}

// Bus knows who hears what. Subscribe before Run; Publish at any time.
type Bus struct {
	db          *db.DB
	log         *slog.Logger
	now         func() time.Time
	subscribers []subscriber
	lists       atomic.Pointer[lists] // found from subscribers
	wake        chan struct{}
	failures    *prometheus.CounterVec
}

// New makes a bus over the database that holds its rows.
func New(d *db.DB, log *slog.Logger, now func() time.Time) *Bus {
	return &Bus{db: d, log: log, now: now, wake: make(chan struct{}, 1), failures: newFailures()}
}

// On subscribes fn to E inside the delivering transaction. The name is stored in
// the rows: renaming a subscriber strands its undelivered ones.
func On[E Event](b *Bus, name string, fn func(ctx context.Context, tx *db.Tx, event E) error) {
	subscribe(b, name, false, fn)
}

// Tell subscribes fn to E after the delivery is settled. An error is logged and
// not tried again.
func Tell[E Event](b *Bus, name string, fn func(ctx context.Context, event E) error) {
	subscribe(b, name, true, func(ctx context.Context, _ *db.Tx, event E) error { return fn(ctx, event) })
}

func subscribe[E Event](b *Bus, name string, settled bool, fn func(context.Context, *db.Tx, E) error) {
	if slices.ContainsFunc(b.subscribers, func(s subscriber) bool { return s.name == name }) {
		panic("bus: two subscribers are named " + name)
	}
	if strings.Contains(name, separator) {
		panic("bus: a subscriber's name is part of a list: " + name)
	}
	var event E
	b.lists.Store(nil)
	b.subscribers = append(b.subscribers, subscriber{
		name: name, event: event.EventName(), settled: settled,
		deliver: func(ctx context.Context, tx *db.Tx, d *delivery) error {
			event, already := d.read.(E)
			if !already {
				if err := json.Unmarshal([]byte(d.body), &event); err != nil {
					return fmt.Errorf("read %s: %w", name, err)
				}
				d.read = event
			}
			return fn(ctx, tx, event)
		},
	})
}

// Publish queues the event for its subscribers in the caller's transaction.
func (b *Bus) Publish(ctx context.Context, tx *db.Tx, event Event) error {
	body, err := json.Marshal(event)
	if err != nil {
		return fmt.Errorf("publish %s: %w", event.EventName(), err)
	}
	names := b.namesOf(event.EventName(), nil)
	if len(names) == 0 {
		return nil
	}
	now := b.now()
	err = insertDelivery(ctx, tx, delivery{
		id: id.New(now), subscribers: names, event: event.EventName(), body: string(body), due: now,
	}, now)
	if err != nil {
		return err
	}
	tx.AfterCommit(b.wakeWorkers)
	return nil
}

// wakeWorkers wakes a worker; a wake already pending is enough.
func (b *Bus) wakeWorkers() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}
