package pubsub_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"limelight/internal/kit/pubsub"
	"limelight/internal/kit/pubsub/redistest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// overEveryBus tells the same story of a bus in memory and of one over Redis.
func overEveryBus(t *testing.T, story func(t *testing.T, b pubsub.Bus)) {
	t.Run("local", func(t *testing.T) {
		b := pubsub.Local()
		defer b.Close()
		story(t, b)
	})
	t.Run("redis", func(t *testing.T) {
		b := dial(t, redistest.Start(t).URL)
		defer b.Close()
		story(t, b)
	})
}

func dial(t *testing.T, url string) pubsub.Bus {
	t.Helper()
	b, err := pubsub.Redis(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// listen returns what a channel carries from now on.
func listen(t *testing.T, b pubsub.Bus, channel string) (heard chan string, cancel func()) {
	t.Helper()
	heard = make(chan string, 1000)
	cancel, err := b.Subscribe(t.Context(), channel, func(p []byte) { heard <- string(p) })
	if err != nil {
		t.Fatal(err)
	}
	return heard, cancel
}

func publish(t *testing.T, b pubsub.Bus, channel, payload string) {
	t.Helper()
	if err := b.Publish(t.Context(), channel, []byte(payload)); err != nil {
		t.Fatal(err)
	}
}

func TestEverySubscriberHearsInOrder(t *testing.T) {
	overEveryBus(t, func(t *testing.T, b pubsub.Bus) {
		one, _ := listen(t, b, "news")
		two, _ := listen(t, b, "news")
		other, _ := listen(t, b, "other")
		for i := range 500 {
			publish(t, b, "news", fmt.Sprint(i, "\x00\xff"))
		}
		for i := range 500 {
			want := fmt.Sprint(i, "\x00\xff")
			if got := <-one; got != want {
				t.Fatalf("the first heard %q, want %q", got, want)
			}
			if got := <-two; got != want {
				t.Fatalf("the second heard %q, want %q", got, want)
			}
		}
		if len(other) != 0 {
			t.Errorf("another channel heard %q", <-other)
		}
		if err := b.Healthy(); err != nil {
			t.Error(err)
		}
	})
}

func TestCancelledSubscriberHearsNothing(t *testing.T) {
	overEveryBus(t, func(t *testing.T, b pubsub.Bus) {
		gone, cancel := listen(t, b, "news")
		cancel()
		cancel() // twice is once
		stays, _ := listen(t, b, "news")
		publish(t, b, "news", "hello")
		<-stays
		if len(gone) != 0 {
			t.Errorf("it heard %q", <-gone)
		}
	})
}

func TestClosedBus(t *testing.T) {
	overEveryBus(t, func(t *testing.T, b pubsub.Bus) {
		listen(t, b, "news")
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		if b.Publish(t.Context(), "news", nil) == nil {
			t.Error("a closed bus publishes")
		}
		if _, err := b.Subscribe(t.Context(), "news", func([]byte) {}); err == nil {
			t.Error("a closed bus is subscribed to")
		}
		if b.Healthy() == nil {
			t.Error("a closed bus calls itself healthy")
		}
	})
}

// A subscriber that is stuck holds up a publisher only as long as that one likes.
func TestPublisherMayGiveUp(t *testing.T) {
	b := pubsub.Local()
	free := make(chan struct{})
	_, err := b.Subscribe(t.Context(), "news", func([]byte) { <-free })
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	for err = nil; err == nil; {
		err = b.Publish(ctx, "news", []byte("x"))
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it gave up for %v", err)
	}
	close(free)
	b.Close()
}

func TestManyPublishersTogether(t *testing.T) {
	overEveryBus(t, func(t *testing.T, b pubsub.Bus) {
		heard, _ := listen(t, b, "news")
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				for range 50 {
					publish(t, b, "news", "x")
				}
			})
		}
		all.Wait()
		for range 400 {
			<-heard
		}
	})
}

func TestRedisComesBack(t *testing.T) {
	server := redistest.Start(t)
	b := dial(t, server.URL)
	defer b.Close()
	heard, _ := listen(t, b, "news")
	server.Stop()
	if b.Healthy() == nil {
		t.Error("a lost Redis calls itself healthy")
	}
	if b.Publish(t.Context(), "news", []byte("lost")) == nil {
		t.Error("a lost Redis publishes")
	}
	server.Start()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for deadline := time.After(15 * time.Second); ; {
		select {
		case got := <-heard:
			if got != "back" {
				t.Errorf("heard %q", got)
			}
			return
		case <-again.C:
			_ = b.Publish(t.Context(), "news", []byte("back"))
		case <-deadline:
			t.Fatal("the subscription did not come back")
		}
	}
}

// A Redis that stands still costs one who publishes a second, and nobody else anything.
func TestRedisStandsStill(t *testing.T) {
	server := redistest.Start(t)
	b := dial(t, server.URL)
	defer b.Close()
	heard, _ := listen(t, b, "news")
	server.Pause()
	const atOnce = "publish to redis: redis does not answer"
	if err := b.Publish(t.Context(), "news", []byte("first")); err == nil || err.Error() == atOnce {
		t.Errorf("the first answers %v", err)
	}
	for range 100 {
		if err := b.Publish(t.Context(), "news", []byte("later")); err == nil || err.Error() != atOnce {
			t.Fatalf("one who comes later answers %v", err)
		}
	}
	server.Resume()
	for deadline := time.After(15 * time.Second); ; {
		if b.Publish(t.Context(), "news", []byte("back")) == nil {
			break
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-deadline:
			t.Fatal("nothing is published any more")
		}
	}
	for got := range heard {
		if got == "later" {
			t.Error("what was refused is heard")
		}
		if got == "back" {
			return
		}
	}
}

func TestWrongAddresses(t *testing.T) {
	for _, url := range []string{"", "localhost", "http://localhost", "redis://127.0.0.1:1"} {
		if b, err := pubsub.Redis(t.Context(), url); err == nil {
			b.Close()
			t.Errorf("%q was accepted", url)
		}
	}
}
