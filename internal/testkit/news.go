package testkit

import (
	"context"
	"slices"
	"sync"
	"testing"

	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
)

// RefuseNews keeps every bus from queueing an event, until restore.
func RefuseNews(t testing.TB, d *db.DB) (restore func()) {
	t.Helper()
	Exec(t, d, `ALTER TABLE bus_deliveries RENAME TO refused_deliveries`)
	return func() { Exec(t, d, `ALTER TABLE refused_deliveries RENAME TO bus_deliveries`) }
}

// News are the events of one kind that a bus has told a test.
type News[E bus.Event] struct {
	bus *bus.Bus

	mu   sync.Mutex
	list []E
	seen int // by Latest
}

// Hear listens for the events of one kind from now on.
func Hear[E bus.Event](b *bus.Bus) *News[E] {
	n := &News[E]{bus: b}
	var kind E
	bus.Tell(b, "test."+kind.EventName(), func(_ context.Context, e E) error {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.list = append(n.list, e)
		return nil
	})
	return n
}

// All has the bus deliver what is queued, and returns what has been told, in order.
func (n *News[E]) All(t testing.TB) []E {
	t.Helper()
	if err := n.bus.Drain(context.Background()); err != nil {
		t.Fatal(err)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.list)
}

// Latest is what All has and no call of Latest has returned before.
func (n *News[E]) Latest(t testing.TB) []E {
	t.Helper()
	all := n.All(t)
	latest := all[n.seen:]
	n.seen = len(all)
	return latest
}
