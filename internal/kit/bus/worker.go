package bus

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"limelight/internal/kit/db"
)

const (
	workers = 4           // deliveries under way at once, per node
	batch   = 64          // rows that are settled together
	glance  = time.Second // how often to look for other nodes' news and due retries
	// breath is a rest between two drains: under load news comes in batches, and
	// does not ask the disk for a commit each.
	breath     = 10 * time.Millisecond
	firstPause = time.Second
	longPause  = time.Hour
)

// Run delivers until ctx ends.
func (b *Bus) Run(ctx context.Context) error {
	tick := time.NewTicker(glance)
	defer tick.Stop()
	for {
		if err := b.Drain(ctx); err != nil && ctx.Err() == nil {
			b.log.Error("deliver events", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(breath):
		}
		select {
		case <-ctx.Done():
			return nil
		case <-b.wake:
		case <-tick.C:
		}
	}
}

// Drain delivers everything that is due now and returns when nothing is. Most
// wakes are for a few pieces of news: one worker begins, and the others come when
// there is more than it takes at once.
func (b *Bus) Drain(ctx context.Context) error {
	plenty, err := b.drain(ctx, func(told int, found bool) bool { return found || told == batch })
	if err != nil || !plenty {
		return err
	}
	var all sync.WaitGroup
	errs := make([]error, workers)
	for i := range workers {
		all.Go(func() { _, errs[i] = b.drain(ctx, func(int, bool) bool { return false }) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// drain takes a batch of the one manner and a row of the other, again and again,
// until there is nothing or it has seen enough.
func (b *Bus) drain(ctx context.Context, enough func(told int, found bool) bool) (left bool, err error) {
	for ctx.Err() == nil {
		told, err := b.tellBatch(ctx)
		if err != nil {
			return false, err
		}
		found, err := b.deliverOne(ctx)
		if err != nil || told == 0 && !found {
			return false, err
		}
		if enough(told, found) {
			return true, nil
		}
	}
	return false, nil
}

// tellBatch settles a batch of rows in one transaction and then runs them.
func (b *Bus) tellBatch(ctx context.Context) (int, error) {
	var taken []delivery
	err := b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		taken, err = takeSettled(ctx, tx, b.names(true), b.now())
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("take deliveries: %w", err)
	}
	for _, d := range taken {
		if err := b.run(ctx, nil, d); err != nil {
			b.log.Error("tell", "subscriber", d.subscriber, "event", d.event, "error", err)
		}
	}
	return len(taken), nil
}

// deliverOne runs the next row inside the transaction that deletes it.
func (b *Bus) deliverOne(ctx context.Context) (found bool, err error) {
	var next delivery
	var failed error
	err = b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		failed = nil // of an earlier try
		var err error
		next, err = nextDue(ctx, tx, b.names(false), b.now())
		if found = err == nil; !found {
			return ignoreNone(err)
		}
		if failed = b.run(ctx, tx, next); failed != nil {
			return failed
		}
		return deleteDelivery(ctx, tx, next.id)
	})
	if failed == nil {
		return found, err
	}
	b.log.Warn("deliver", "subscriber", next.subscriber, "event", next.event, "attempt", next.attempts+1, "error", failed)
	return true, b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return postpone(ctx, tx, next, b.now().Add(pause(next.attempts)), failed)
	})
}

// run keeps a subscriber's panic to its own delivery: it backs off like any
// failure instead of holding up the rows behind it.
func (b *Bus) run(ctx context.Context, tx *db.Tx, d delivery) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	for _, s := range b.subscribers {
		if s.name == d.subscriber {
			return s.deliver(ctx, tx, []byte(d.body))
		}
	}
	return fmt.Errorf("no subscriber is named %s", d.subscriber)
}

// names lists the subscribers of one manner; others' rows wait for the node that
// knows them.
func (b *Bus) names(settled bool) (names []string) {
	for _, s := range b.subscribers {
		if s.settled == settled {
			names = append(names, s.name)
		}
	}
	return names
}

// pause doubles from a second to an hour.
func pause(attempts int) time.Duration {
	if attempts > 11 {
		return longPause
	}
	return min(firstPause<<attempts, longPause)
}

func ignoreNone(err error) error {
	if errors.Is(err, db.ErrNone) {
		return nil
	}
	return err
}
