package bus

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/recovery"
)

const (
	workers    = 4           // deliveries under way at once, per node
	batch      = 64          // rows that are settled together
	poll       = time.Second // how often to look for other nodes' news and due retries
	splitEvery = 60          // polls between two looks for rows of another version
	// idleDelay is a rest between two drains: under load news comes in batches, and
	// does not ask the disk for a commit each.
	idleDelay  = 10 * time.Millisecond
	firstPause = time.Second
	longPause  = time.Hour
)

// Run delivers until ctx ends.
func (b *Bus) Run(ctx context.Context) error {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for polls := 0; ; {
		if polls%splitEvery == 0 {
			b.report(ctx, b.splitUnlisted(ctx))
		}
		b.report(ctx, b.Drain(ctx))
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(idleDelay):
		}
		select {
		case <-ctx.Done():
			return nil
		case <-b.wake:
		case <-tick.C:
			polls++
		}
	}
}

func (b *Bus) report(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		b.log.Error("deliver events", "error", err)
	}
}

// Drain delivers everything that is due now and returns when nothing is. Most
// wakes are for a few pieces of news: one worker begins, and the others come when
// there is more than it takes at once.
func (b *Bus) Drain(ctx context.Context) error {
	plenty, err := b.drain(ctx, func(told, delivered int) bool { return delivered > 0 || told == batch })
	if err != nil || !plenty {
		return err
	}
	var all sync.WaitGroup
	errs := make([]error, workers)
	for i := range workers {
		all.Go(func() {
			errs[i] = recovery.Run(b.log, "bus.worker", func() error {
				_, err := b.drain(ctx, func(int, int) bool { return false })
				return err
			})
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// drain takes a batch of the one manner and as many rows of the other, again and
// again, until there is nothing or it has seen enough. The batch is looked for
// among all that waits, so it is not looked for before each row.
func (b *Bus) drain(ctx context.Context, enough func(told, delivered int) bool) (left bool, err error) {
	for ctx.Err() == nil {
		told, err := b.tellBatch(ctx)
		if err != nil {
			return false, err
		}
		delivered := 0
		for ; delivered < batch && ctx.Err() == nil; delivered++ {
			found, err := b.deliverOne(ctx)
			if err != nil {
				return false, err
			}
			if !found {
				break
			}
			if enough(told, delivered+1) {
				return true, nil
			}
		}
		if told == 0 && delivered == 0 {
			return false, nil
		}
		if enough(told, delivered) {
			return true, nil
		}
	}
	return false, nil
}

// tellBatch settles a batch of rows that are for Tell subscribers only in one
// transaction and then runs them.
func (b *Bus) tellBatch(ctx context.Context) (int, error) {
	var taken []delivery
	err := b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		taken, err = takeSettled(ctx, tx, b.known().settled, b.now())
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("take deliveries: %w", err)
	}
	for i := range taken {
		b.tell(ctx, &taken[i])
	}
	return len(taken), nil
}

// tell runs the Tell subscribers of a row that is gone.
func (b *Bus) tell(ctx context.Context, d *delivery) {
	for _, name := range d.subscribers {
		s := b.named(name)
		if s == nil || !s.settled {
			continue
		}
		if err := b.run(ctx, nil, s, d); err != nil {
			b.failures.WithLabelValues(name).Inc()
			b.log.Error("tell", "subscriber", name, "event", d.event, "error", err)
		}
	}
}

// deliverOne runs the On subscribers of the next row inside the transaction that
// deletes it, and the Tell subscribers after.
func (b *Bus) deliverOne(ctx context.Context) (found bool, err error) {
	var next delivery
	var failed *failure
	err = b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		failed = nil // of an earlier try
		var err error
		next, err = nextDue(ctx, tx, b.known().inside, b.now())
		if found = err == nil; !found {
			return ignoreNone(err)
		}
		if failed = b.runInside(ctx, tx, &next); failed != nil {
			return failed
		}
		_, err = deleteDelivery(ctx, tx, next)
		return err
	})
	if failed == nil {
		if found && err == nil {
			b.tell(ctx, &next)
		}
		return found, err
	}
	b.failures.WithLabelValues(failed.subscriber).Inc()
	b.log.Warn("deliver", "subscriber", failed.subscriber, "event", next.event, "attempt", next.attempts+1, "error", failed.err)
	return true, b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return b.postpone(ctx, tx, next, failed)
	})
}

// failure is which subscriber failed, and how.
type failure struct {
	subscriber string
	err        error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// runInside runs the On subscribers of a row, to the first that fails.
func (b *Bus) runInside(ctx context.Context, tx *db.Tx, d *delivery) *failure {
	for _, name := range d.subscribers {
		s := b.named(name)
		if s == nil || s.settled {
			continue
		}
		if err := b.run(ctx, tx, s, d); err != nil {
			return &failure{name, err}
		}
	}
	return nil
}

// postpone counts a failure, once: another worker may have tried the same row
// between this one's failure and now, and counted it. The others of the row go on
// with rows of their own.
func (b *Bus) postpone(ctx context.Context, tx *db.Tx, d delivery, failed *failure) error {
	if there, err := deleteDelivery(ctx, tx, d); err != nil || !there {
		return err
	}
	for _, part := range b.split(d) {
		if part.subscribers[0] == failed.subscriber {
			part.due = b.now().Add(pause(d.attempts))
			part.attempts, part.failure = d.attempts+1, failed.Error()
		}
		if err := insertDelivery(ctx, tx, part, b.now()); err != nil {
			return err
		}
	}
	return nil
}

// split makes a row for each On subscriber, and one for all others. The first
// keeps the id.
func (b *Bus) split(d delivery) (parts []delivery) {
	var others []string
	for _, name := range d.subscribers {
		if s := b.named(name); s != nil && s.settled {
			others = append(others, name)
			continue
		}
		part := d
		part.subscribers = []string{name}
		parts = append(parts, part)
	}
	if len(others) > 0 {
		part := d
		part.subscribers = others
		parts = append(parts, part)
	}
	for i := range parts[1:] {
		parts[i+1].id = id.New(b.now())
	}
	return parts
}

// splitUnlisted gives a row to each subscriber of rows that another version of
// the program has written: those that this one knows hear the event, the others
// wait for a node that knows them.
func (b *Bus) splitUnlisted(ctx context.Context) error {
	for {
		taken, err := b.splitBatch(ctx)
		if err != nil || taken < batch {
			return err
		}
	}
}

// splitBatch is splitUnlisted for some rows, and says how many they were.
func (b *Bus) splitBatch(ctx context.Context) (n int, err error) {
	err = b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		taken, err := takeUnlisted(ctx, tx, slices.Concat(b.known().settled, b.known().inside))
		if err != nil {
			return fmt.Errorf("take another version's deliveries: %w", err)
		}
		n = len(taken)
		for _, d := range taken {
			for i, name := range d.subscribers {
				part := d
				part.subscribers = []string{name}
				if i > 0 {
					part.id = id.New(b.now())
				}
				if err := insertDelivery(ctx, tx, part, b.now()); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return n, err
}

// run keeps a subscriber's panic to its own delivery: it backs off like any
// failure instead of holding up the rows behind it.
func (b *Bus) run(ctx context.Context, tx *db.Tx, s *subscriber, d *delivery) error {
	return recovery.Run(b.log, "bus.deliver", func() error { return s.deliver(ctx, tx, d) })
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
