package db

import (
	"context"
	"database/sql"
	"errors"
	"runtime"
	"sync"

	"limelight/internal/kit/recovery"
)

// maxGroup bounds how many writes share a commit, and so how long the first
// of them waits for the last.
const maxGroup = 64

// ErrClosed is the answer to a write after Close.
var ErrClosed = errors.New("db: closed")

// errExited says that a closure ended its goroutine by runtime.Goexit, as a test
// that fails inside its write does. It goes no further than write.
var errExited = errors.New("db: a write ended its goroutine")

// errPanicked answers the writes of a group that panicked outside of them.
var errPanicked = errors.New("db: the writer panicked")

// group is SQLite's one writer. Writes that wait are committed together: the
// disk is asked once, and each caller still gets its own answer.
type group struct {
	writer
	wrap    func(session) *Tx
	counts  *counts
	waiting chan *write
	done    chan struct{}

	mu     sync.RWMutex
	closed bool
}

type write struct {
	ctx  context.Context
	fn   func(context.Context, *Tx) error
	tx   *Tx
	err  error
	back chan error
}

func startGroup(pool *sql.DB, wrap func(session) *Tx, c *counts) *group {
	g := &group{writer: writer{pool: pool}, wrap: wrap, counts: c, waiting: make(chan *write, 4*maxGroup), done: make(chan struct{})}
	recovery.Go(nil, "db.group", g.run, nil)
	return g
}

func (g *group) write(ctx context.Context, fn func(context.Context, *Tx) error) error {
	w := &write{ctx: ctx, fn: fn, back: make(chan error, 1)}
	if err := g.enqueue(ctx, w); err != nil {
		return err
	}
	err := <-w.back
	if errors.Is(err, errExited) {
		runtime.Goexit() // what fn wanted of this goroutine
	}
	return err
}

func (g *group) enqueue(ctx context.Context, w *write) error {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if g.closed {
		return ErrClosed
	}
	select {
	case g.waiting <- w:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// stop waits for the writes under way and closes their connection.
func (g *group) stop() error {
	g.mu.Lock()
	already := g.closed
	g.closed = true
	g.mu.Unlock()
	if already {
		<-g.done
		return nil
	}
	close(g.waiting)
	<-g.done
	return g.writer.close()
}

func (g *group) run() {
	defer close(g.done)
	for first := range g.waiting {
		batch := g.gather(first)
		if recovery.Do(nil, "db.group", func() { g.commit(batch) }) {
			continue
		}
		for _, w := range batch {
			select {
			case w.back <- errPanicked:
			default: // it has its answer
			}
		}
	}
}

// gather takes whatever waits now; nobody waits for company.
func (g *group) gather(first *write) []*write {
	batch := []*write{first}
	for len(batch) < maxGroup {
		select {
		case w, ok := <-g.waiting:
			if !ok {
				return batch
			}
			batch = append(batch, w)
		default:
			return batch
		}
	}
	return batch
}

func (g *group) commit(batch []*write) {
	if len(batch) == 1 {
		batch[0].back <- g.writeSingle(batch[0])
		return
	}
	err := g.writeBatch(batch)
	for _, w := range batch {
		switch {
		case err != nil: // the group failed, and with it what any of them saw: each by itself
			g.counts.retries.Inc()
			w.back <- g.writeSingle(w)
		case w.err != nil:
			w.back <- w.err
		default:
			w.tx.committed()
			w.back <- nil
		}
	}
}

// writeSingle hides cancellation from the statements: SQLite answers an interrupted
// write by rolling back the whole transaction.
func (g *group) writeSingle(w *write) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	return once(context.WithoutCancel(w.ctx), g.begin, g.wrap, func(ctx context.Context, tx *Tx) error {
		return runIsolated(ctx, tx, w.fn)
	})
}

// runIsolated runs fn in a goroutine of its own: a closure that ends its goroutine
// must not end the writer, who works for everybody.
func runIsolated(ctx context.Context, tx *Tx, fn func(context.Context, *Tx) error) error {
	ended := make(chan error, 1)
	go func() {
		err := errExited
		defer func() { ended <- err }()
		err = recovery.Run(nil, "db.write", func() error { return fn(ctx, tx) })
	}()
	return <-ended
}

func (g *group) writeBatch(batch []*write) error {
	ctx := context.Background() // the group outlives each caller
	all, err := g.begin(ctx)
	if err != nil {
		return err
	}
	ended := false
	defer func() {
		if !ended { // a panic: the one connection must not stay in a transaction
			_ = all.rollback(ctx)
		}
	}()
	for _, w := range batch {
		if w.err = w.ctx.Err(); w.err != nil {
			continue
		}
		if err := g.inSavepoint(all, w); err != nil {
			return err // and rolled back
		}
	}
	ended = true
	return all.commit(ctx)
}

func (g *group) inSavepoint(all session, w *write) error {
	ctx := context.WithoutCancel(w.ctx)
	if _, err := all.exec(ctx, "SAVEPOINT caller"); err != nil {
		return err
	}
	w.tx = g.wrap(all)
	if w.err = runIsolated(ctx, w.tx, w.fn); w.err != nil {
		if _, err := all.exec(ctx, "ROLLBACK TO caller"); err != nil {
			return err
		}
	}
	_, err := all.exec(ctx, "RELEASE caller")
	return err
}
