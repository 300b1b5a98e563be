package testkit

import (
	"context"
	"slices"
	"sync"
	"testing"

	"limelight/internal/kit/bus"
)

// News are the events of one kind that a bus has told a test.
type News[E bus.Event] struct {
	bus *bus.Bus

	mu   sync.Mutex
	list []E
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
