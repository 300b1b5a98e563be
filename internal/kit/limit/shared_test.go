package limit

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/kit/pubsub"
	"limelight/internal/kit/pubsub/redistest"
)

// joined is two nodes that count in one Redis.
func joined(t *testing.T) (here, there *Shared, server *redistest.Server, log *bytes.Buffer) {
	t.Helper()
	server, log = redistest.Start(t), &bytes.Buffer{}
	node := func(log *bytes.Buffer) *Shared {
		bus, err := pubsub.Redis(t.Context(), server.URL)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { bus.Close() })
		store, ok := bus.(Store)
		if !ok {
			t.Fatal("a bus over Redis runs no scripts")
		}
		return NewShared(store, slog.New(slog.NewTextHandler(log, nil)))
	}
	return node(log), node(&bytes.Buffer{}), server, log
}

// Two nodes admit together what one would have.
func TestSharedBetweenNodes(t *testing.T) {
	here, there, _, _ := joined(t)
	rule, now := Rule{Max: 10, Per: time.Minute}, time.Unix(1_800_000_000, 0)
	var admitted atomic.Int64
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			node := here
			if i%2 == 1 {
				node = there
			}
			wait, err := node.Take(t.Context(), "tips\x00tom", rule, now)
			if err != nil {
				t.Error(err)
			}
			if wait == 0 {
				admitted.Add(1)
			}
		})
	}
	all.Wait()
	if admitted.Load() != 10 {
		t.Errorf("both nodes admitted %d, want 10", admitted.Load())
	}
	if wait, _ := there.Take(t.Context(), "tips\x00eve", rule, now); wait != 0 {
		t.Errorf("another key waits %v", wait)
	}
	if err := here.Forget(t.Context(), "tips\x00tom"); err != nil {
		t.Fatal(err)
	}
	if wait, _ := there.Take(t.Context(), "tips\x00tom", rule, now); wait != 0 {
		t.Errorf("what one node forgot the other remembers, for %v", wait)
	}
}

// Whatever comes, the store answers as a node's own memory does.
func TestSharedCountsAsMemory(t *testing.T) {
	here, there, _, _ := joined(t)
	rapid.Check(t, func(rt *rapid.T) {
		rule := Rule{
			Max:  rapid.IntRange(0, 4).Draw(rt, "most"),
			Per:  time.Duration(rapid.IntRange(60_000, 90_000).Draw(rt, "per")) * time.Millisecond,
			Lock: time.Duration(rapid.SampledFrom([]int{0, 100_000}).Draw(rt, "lock")) * time.Millisecond,
		}
		memory, now, ctx := NewMemory(), time.Unix(1_800_000_000, 0), context.Background()
		for _, node := range []*Shared{here, there} {
			if err := node.Forget(ctx, "k"); err != nil {
				rt.Fatal(err)
			}
		}
		for range 30 {
			now = now.Add(time.Duration(rapid.IntRange(0, 40_000).Draw(rt, "pause")) * time.Millisecond)
			node := here
			if rapid.Bool().Draw(rt, "there") {
				node = there
			}
			if rapid.IntRange(0, 9).Draw(rt, "verb") == 0 {
				if err := node.Refund(ctx, "k"); err != nil {
					rt.Fatal(err)
				}
				_ = memory.Refund(ctx, "k")
				continue
			}
			got, _ := node.Take(ctx, "k", rule, now)
			if want, _ := memory.Take(ctx, "k", rule, now); got != want {
				rt.Fatalf("the store says to wait %v, memory %v", got, want)
			}
		}
	})
}

// While Redis is away a node counts alone, and says so once.
func TestAStoreThatIsAway(t *testing.T) {
	here, _, server, log := joined(t)
	rule, now := Rule{Max: 2, Per: time.Minute}, time.Unix(1_800_000_000, 0)
	server.Stop()
	for i, want := range []time.Duration{0, 0, time.Minute, time.Minute} {
		if wait, err := here.Take(t.Context(), "k", rule, now); err != nil || wait != want {
			t.Errorf("event %d waits %v (%v), want %v", i, wait, err, want)
		}
	}
	if n := strings.Count(log.String(), "on this node alone"); n != 1 {
		t.Errorf("that was told %d times, want once: %s", n, log)
	}
	server.Start()
	here.away.Store(1) // the pause after a failure is over
	if wait, err := here.Take(t.Context(), "k", rule, now); err != nil || wait != 0 {
		t.Errorf("the empty store says to wait %v (%v)", wait, err)
	}
	if !strings.Contains(log.String(), "shared between the nodes again") {
		t.Errorf("nobody was told that Redis is back: %s", log)
	}
}
