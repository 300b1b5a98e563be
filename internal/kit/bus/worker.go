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
	workers    = 4           // deliveries under way at once, per node
	glance     = time.Second // how often to look for other nodes' news and due retries
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
		case <-b.wake:
		case <-tick.C:
		}
	}
}

// Drain delivers everything that is due now and returns when nothing is.
func (b *Bus) Drain(ctx context.Context) error {
	var all sync.WaitGroup
	errs := make([]error, workers)
	for i := range workers {
		all.Go(func() { errs[i] = b.drain(ctx) })
	}
	all.Wait()
	return errors.Join(errs...)
}

func (b *Bus) drain(ctx context.Context) error {
	for ctx.Err() == nil {
		told, err := b.tellBatch(ctx)
		if err != nil {
			return err
		}
		more, err := b.deliverOne(ctx)
		if err != nil {
			return err
		}
		if told == 0 && !more {
			return nil
		}
	}
	return nil
}

// tellBatch settles a batch of rows in one transaction and then runs them.
func (b *Bus) tellBatch(ctx context.Context) (int, error) {
	var batch []delivery
	err := b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		batch, err = takeSettled(ctx, tx, b.names(true), b.now())
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("take deliveries: %w", err)
	}
	for _, d := range batch {
		if err := b.run(ctx, nil, d); err != nil {
			b.log.Error("tell", "subscriber", d.subscriber, "event", d.event, "error", err)
		}
	}
	return len(batch), nil
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
