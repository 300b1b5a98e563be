package pubsub

import (
	"context"
	"slices"
	"sync"

	"limelight/internal/kit/recovery"
)

// queued is how many messages may wait for one subscriber of the local bus.
// A publisher that outruns it waits, until its context ends.
const queued = 1024

// Local returns a bus within this process: the bus of a single node, and of
// tests that run several nodes in one process.
func Local() Bus {
	return &local{channels: map[string][]*listener{}, closing: make(chan struct{})}
}

type local struct {
	mu       sync.RWMutex
	channels map[string][]*listener
	closed   bool
	closing  chan struct{}
	work     sync.WaitGroup
}

type listener struct {
	in   chan []byte
	gone chan struct{}
}

func (b *local) Publish(ctx context.Context, channel string, payload []byte) error {
	b.mu.RLock()
	if b.closed {
		b.mu.RUnlock()
		return ErrClosed
	}
	to := slices.Clone(b.channels[channel])
	b.mu.RUnlock()

	message := slices.Clone(payload)
	for _, l := range to {
		select {
		case l.in <- message:
		case <-l.gone:
		case <-b.closing:
			return ErrClosed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (b *local) Subscribe(_ context.Context, channel string, hear func([]byte)) (func(), error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil, ErrClosed
	}
	l := &listener{in: make(chan []byte, queued), gone: make(chan struct{})}
	b.channels[channel] = append(b.channels[channel], l)
	b.work.Go(func() {
		defer recovery.Catch(nil, "pubsub.listen", nil)
		b.listen(l, hear)
	})

	return sync.OnceFunc(func() { b.drop(channel, l) }), nil
}

func (b *local) listen(l *listener, hear func([]byte)) {
	for {
		select {
		case message := <-l.in:
			recovery.Do(nil, "pubsub.hear", func() { hear(message) })
		case <-l.gone:
			return
		case <-b.closing:
			return
		}
	}
}

func (b *local) drop(channel string, l *listener) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.channels[channel] = slices.DeleteFunc(b.channels[channel], func(x *listener) bool { return x == l })
	if len(b.channels[channel]) == 0 {
		delete(b.channels, channel)
	}
	close(l.gone)
}

func (b *local) Healthy() error {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if b.closed {
		return ErrClosed
	}
	return nil
}

func (b *local) Close() error {
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		close(b.closing)
	}
	b.mu.Unlock()
	b.work.Wait()
	return nil
}
