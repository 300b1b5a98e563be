package account

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	"limelight/internal/kit/api"
)

func from(ctx context.Context, address string) context.Context { return api.WithAddress(ctx, address) }

// A crowd that wants to hash waits its turn, and beyond a limit is told so at
// once; a caller that leaves gives the place back.
func TestQueueToHash(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHasher(Cost{MemoryKiB: 64, Iterations: 1, AtOnce: 1})
		done, err := h.queue.wait(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ctx, leave := context.WithCancel(t.Context())
		waiting := make(chan error, maxWaiting)
		for range maxWaiting {
			go func() { _, err := h.queue.wait(ctx); waiting <- err }()
		}
		synctest.Wait() // until all have joined
		if _, err := h.queue.wait(t.Context()); !errors.Is(err, errBusy) {
			t.Errorf("one more was answered %v, want busy", err)
		}
		leave()
		for range maxWaiting {
			if err := <-waiting; !errors.Is(err, context.Canceled) {
				t.Errorf("who left was answered %v", err)
			}
		}
		done()
		again, err := h.queue.wait(t.Context())
		if err != nil {
			t.Fatalf("the place was not given back: %v", err)
		}
		again()
		if h.queue.free != 1 || h.queue.waiting != 0 || len(h.queue.lines)+len(h.queue.order) != 0 {
			t.Errorf("places are lost: %+v", h.queue)
		}
	})
}

// One network fills every place; somebody from another one still gets a place, and
// the next turn.
func TestNetworksShareTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		queue := newFairQueue(1, 8)
		done, err := queue.wait(from(t.Context(), "2001:db8:1::1"))
		if err != nil {
			t.Fatal(err)
		}
		served := make(chan string, 16)
		busy := make(chan string, 16)
		ask := func(who, address string) {
			go func() {
				done, err := queue.wait(from(t.Context(), address))
				if err != nil {
					busy <- who
					return
				}
				served <- who
				done()
			}()
			synctest.Wait()
		}
		for i := range 8 {
			ask(fmt.Sprintf("crowd %d", i), fmt.Sprintf("2001:db8:1:%d::1", i)) // a /64 each, one /48
		}
		ask("crowd 8", "2001:db8:1:8::1")
		ask("tom", "203.0.113.7")
		ask("ann", "198.51.100.7")
		done()
		synctest.Wait()
		close(served)
		close(busy)
		order, refused := slices.Collect(all(served)), slices.Collect(all(busy))
		if want := []string{"crowd 0", "tom", "ann", "crowd 1", "crowd 2", "crowd 3", "crowd 4", "crowd 5"}; !slices.Equal(order, want) {
			t.Errorf("served %v, want %v", order, want)
		}
		if want := []string{"crowd 8", "crowd 7", "crowd 6"}; !slices.Equal(refused, want) {
			t.Errorf("refused %v, want %v", refused, want)
		}
	})
}

func all[T any](c chan T) func(yield func(T) bool) {
	return func(yield func(T) bool) {
		for v := range c {
			if !yield(v) {
				return
			}
		}
	}
}
