package hls

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"limelight/internal/kit/recovery"
)

var errUnused = errors.New("hls: nobody asks any more")

// bridge is one room on its way from the engine to those who ask for it.
type bridge struct {
	window  *liveWindow
	asked   atomic.Int64 // when somebody last did, in Unix milliseconds
	viewers audience
	asking  atomic.Int64    // how many wait for an answer
	life    context.Context // who waits for a part stops with it; its cause says why
	end     context.CancelCauseFunc
}

func newBridge(ctx context.Context, now time.Time) *bridge {
	b := &bridge{window: newLiveWindow(now)}
	b.life, b.end = context.WithCancelCause(ctx)
	b.asked.Store(now.UnixMilli())
	return b
}

// run receives the room until it ends or nobody has asked for it for a while,
// and returns why it stopped.
func (b *bridge) run(room string, cfg Config) error {
	recovery.Go(cfg.Log, "hls.idle", func() { b.watchIdle(cfg.Idle, cfg.Now) }, func() { b.end(errUnused) })
	c := &clocked{segmenter: segmenter{sink: b.window}}
	recovery.Go(cfg.Log, "hls.cut", func() { b.runTicks(c) }, func() { b.end(errUnused) })
	b.end(recovery.Run(cfg.Log, "hls.receive", func() error {
		return cfg.Source.Receive(b.life, room, func(s Sample) {
			if b.life.Err() != nil {
				return
			}
			if err := recovery.Run(cfg.Log, "hls.cut", func() error { return c.put(s) }); err != nil {
				b.end(err)
			}
		})
	}))
	return context.Cause(b.life)
}

// ask notes that somebody uses the bridge, until done is called.
func (b *bridge) ask(now func() time.Time) (done func()) {
	b.asking.Add(1)
	return func() {
		b.asked.Store(now().UnixMilli())
		b.asking.Add(-1)
	}
}

// watchIdle ends a bridge that nobody uses.
func (b *bridge) watchIdle(idle time.Duration, now func() time.Time) {
	tick := time.NewTicker(idle / 4)
	defer tick.Stop()
	for {
		select {
		case <-b.life.Done():
			return
		case <-tick.C:
			if b.asking.Load() == 0 && now().Sub(time.UnixMilli(b.asked.Load())) > idle {
				b.end(errUnused)
			}
		}
	}
}

// runTicks lets the segmenter know that time passes while nothing comes.
func (b *bridge) runTicks(c *clocked) {
	tick := time.NewTicker(minPart)
	defer tick.Stop()
	for {
		select {
		case <-b.life.Done():
			return
		case <-tick.C:
			if err := c.tick(); err != nil {
				b.end(err)
			}
		}
	}
}

// clocked is a segmenter that knows what time it is by the samples' clock, also when
// none come.
type clocked struct {
	mu        sync.Mutex
	segmenter segmenter
	newest    time.Duration // a sample's time
	came      time.Time     // and when it came; zero: none has
}

func (c *clocked) put(s Sample) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.came.IsZero() || s.Time > c.newest {
		c.newest, c.came = s.Time, time.Now()
	}
	return c.segmenter.put(s)
}

func (c *clocked) tick() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.came.IsZero() {
		return nil
	}
	return c.segmenter.tick(c.newest + time.Since(c.came))
}
