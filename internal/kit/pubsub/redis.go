package pubsub

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"limelight/internal/kit/recovery"
)

// timeout is how long anybody waits for Redis.
const timeout = time.Second

var errStill = errors.New("redis does not answer")

// Redis returns a bus through the Redis at url (redis:// or rediss://), which
// must answer now. When it is lost later, publishing fails at once, the client
// reconnects on its own and takes its subscriptions up again; what was
// published in between is lost. One that stands still without an end of its
// connections keeps nobody longer than a second, and after that nobody at all
// until it answers a ping.
//
// Publishing is plain PUBLISH, so one Redis, or one with replicas, serves all
// nodes. The context ends health checks and reconnecting, not single calls.
func Redis(ctx context.Context, url string) (Bus, error) {
	where, err := redis.ParseURL(url)
	if err != nil {
		return nil, fmt.Errorf("read the address of redis: %w", err)
	}
	where.MaxRetries = -1              // a fan-out message that is late is worth nothing
	where.ContextTimeoutEnabled = true // callers know how long an answer is worth waiting for
	redis.SetLogger(driver{})
	client := redis.NewClient(where)

	b := &remote{ctx: ctx, client: client}
	if err := b.Healthy(); err != nil {
		_ = client.Close()
		return nil, err
	}
	return b, nil
}

// driver takes what the client writes of each connection that it cannot make: many
// lines a second while Redis is away, which Healthy tells once.
type driver struct{}

func (driver) Printf(ctx context.Context, format string, values ...any) {
	slog.DebugContext(ctx, "redis client", "said", fmt.Sprintf(format, values...))
}

type remote struct {
	ctx    context.Context
	client *redis.Client
	work   sync.WaitGroup
	still  atomic.Bool // somebody waited in vain, and it is asked by ping whether it is back

	mu     sync.Mutex
	subs   map[*redis.PubSub]bool
	closed bool
}

func (b *remote) Publish(ctx context.Context, channel string, payload []byte) error {
	err := b.ask(ctx, func(ctx context.Context) error { return b.client.Publish(ctx, channel, payload).Err() })
	if err != nil {
		return fmt.Errorf("publish to redis: %w", err)
	}
	return nil
}

// ask waits for an answer as long as that may help.
func (b *remote) ask(ctx context.Context, do func(context.Context) error) error {
	if b.still.Load() {
		return errStill
	}
	short, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err := do(short)
	var waited net.Error
	if ctx.Err() == nil && errors.As(err, &waited) && waited.Timeout() && b.still.CompareAndSwap(false, true) {
		b.mu.Lock()
		defer b.mu.Unlock()
		if !b.closed {
			b.work.Go(func() {
				defer recovery.Catch(nil, "pubsub.ping", nil)
				b.awaitAnswer()
			})
		}
	}
	return err
}

// awaitAnswer pings until there is an answer, or the bus ends.
func (b *remote) awaitAnswer() {
	defer b.still.Store(false)
	var waited net.Error
	for err := b.Healthy(); b.ctx.Err() == nil && !b.isClosed() && errors.As(err, &waited) && waited.Timeout(); {
		err = b.Healthy()
	}
}

func (b *remote) isClosed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.closed
}

func (b *remote) Subscribe(ctx context.Context, channel string, hear func([]byte)) (func(), error) {
	sub := b.client.Subscribe(b.ctx, channel)
	if _, err := sub.Receive(ctx); err != nil { // the confirmation
		_ = sub.Close()
		return nil, fmt.Errorf("subscribe to redis: %w", err)
	}

	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		_ = sub.Close()
		return nil, ErrClosed
	}
	if b.subs == nil {
		b.subs = map[*redis.PubSub]bool{}
	}
	b.subs[sub] = true
	messages := sub.Channel(redis.WithChannelSize(queued))
	b.work.Go(func() {
		for m := range messages {
			recovery.Do(nil, "pubsub.hear", func() { hear([]byte(m.Payload)) })
		}
	})

	return sync.OnceFunc(func() {
		b.mu.Lock()
		delete(b.subs, sub)
		b.mu.Unlock()
		_ = sub.Close()
	}), nil
}

// Eval runs a script of Redis that answers with a number. It is no part of Bus: a
// single node has its own memory for what nodes share here (kit/limit).
func (b *remote) Eval(ctx context.Context, script string, keys []string, args ...any) (int64, error) {
	var answer int64
	err := b.ask(ctx, func(ctx context.Context) (err error) {
		answer, err = redis.NewScript(script).Run(ctx, b.client, keys, args...).Int64()
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("run a script in redis: %w", err)
	}
	return answer, nil
}

func (b *remote) Healthy() error {
	ctx, cancel := context.WithTimeout(b.ctx, timeout)
	defer cancel()
	if err := b.client.Ping(ctx).Err(); err != nil {
		return fmt.Errorf("redis at %s does not answer: %w", b.client.Options().Addr, err)
	}
	return nil
}

func (b *remote) Close() error {
	b.mu.Lock()
	b.closed = true
	for sub := range b.subs {
		_ = sub.Close()
	}
	b.subs = nil
	b.mu.Unlock()
	b.work.Wait()
	return b.client.Close()
}
