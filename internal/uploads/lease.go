package uploads

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/recovery"
)

// A lease is believed as long as its holder counts beats. Who waits for one looks at
// the count and at no clock: the clocks of two nodes need not agree. A holder that was
// only slow is harmless, see the package's invariants.
const (
	beatEvery  = 500 * time.Millisecond
	lookEvery  = 100 * time.Millisecond
	deadAfter  = 20 // looks without a beat
	unlockTime = 5 * time.Second
)

// leases say which request may write to an upload, among all nodes.
type leases struct {
	db  *db.DB
	log *slog.Logger

	mu      sync.Mutex
	held    map[string]*lease // of this node, by holder
	stopped bool
}

func newLeases(d *db.DB, log *slog.Logger) *leases {
	return &leases{db: d, log: log, held: map[string]*lease{}}
}

// lease is one request's.
type lease struct {
	*leases
	uploadID string
	holder   string
	ctx      context.Context // of its request, for Unlock, which is given none
	ask      func(why error)
}

// NewLock prepares a lease of an upload.
func (l *leases) NewLock(uploadID string) (handler.Lock, error) {
	return &lease{leases: l, uploadID: uploadID, holder: id.Ticket()}, nil
}

// leaseState is a lease as it was read; empty: nobody holds it.
type leaseState struct {
	holder string
	beats  int64
}

// Lock asks the holder to let go, and waits until it does or has died.
func (l *lease) Lock(ctx context.Context, requestUnlock func()) error {
	x := exchangeFrom(ctx)
	l.ctx = ctx
	l.ask = func(why error) {
		x.interrupt(why)
		x.release(requestUnlock)
	}
	var last leaseState
	asked, unchanged := "", 0
	for {
		seen, err := l.look(ctx)
		if err == nil && (seen.holder == "" || unchanged >= deadAfter && seen == last) {
			var taken bool
			if taken, err = l.take(ctx, seen); taken {
				return nil
			}
		}
		if err == nil && seen.holder != asked {
			asked, err = seen.holder, l.want(ctx, seen.holder)
		}
		if err != nil {
			return x.keep(err)
		}
		if unchanged++; seen != last {
			last, unchanged = seen, 0
		}
		select {
		case <-ctx.Done():
			return x.keep(errBusy)
		case <-time.After(lookEvery):
		}
	}
}

func (l *lease) look(ctx context.Context) (seen leaseState, err error) {
	err = l.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		seen, err = db.One(ctx, tx, func(r db.Row) (s leaseState, err error) { return s, r.Scan(&s.holder, &s.beats) },
			`SELECT holder, beats FROM upload_leases WHERE upload_id = $1`, l.uploadID)
		if errors.Is(err, db.ErrNone) {
			seen, err = leaseState{}, nil
		}
		return err
	})
	if err != nil {
		return seen, fmt.Errorf("look for the lease of %s: %w", l.uploadID, err)
	}
	return seen, nil
}

// take takes a lease that nobody holds, or one whose holder has died.
func (l *lease) take(ctx context.Context, from leaseState) (taken bool, err error) {
	err = l.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		rows, err := db.Exec(ctx, tx, `
			INSERT INTO upload_leases (upload_id, holder)
			SELECT id, $2 FROM uploads WHERE id = $1
			ON CONFLICT (upload_id) DO UPDATE SET holder = excluded.holder, beats = 0, wanted = FALSE
			WHERE upload_leases.holder = $3 AND upload_leases.beats = $4`, l.uploadID, l.holder, from.holder, from.beats)
		taken = rows == 1
		return err
	})
	if err != nil {
		return false, fmt.Errorf("take the lease of %s: %w", l.uploadID, err)
	}
	if taken {
		l.enter(l)
	}
	return taken, nil
}

// want asks a holder to let go: one on this node at once, others with their next beat.
func (l *lease) want(ctx context.Context, holder string) error {
	if holder == "" {
		return nil
	}
	if own := l.of(holder); own != nil {
		own.ask(errTaken)
		return nil
	}
	err := l.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `UPDATE upload_leases SET wanted = TRUE WHERE upload_id = $1 AND holder = $2`, l.uploadID, holder)
		return err
	})
	if err != nil {
		return fmt.Errorf("ask for the lease of %s: %w", l.uploadID, err)
	}
	return nil
}

// Unlock lets go, also when the request has ended.
func (l *lease) Unlock() error {
	l.leave(l.holder)
	ctx, done := context.WithTimeout(context.WithoutCancel(l.ctx), unlockTime)
	defer done()
	err := l.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `DELETE FROM upload_leases WHERE upload_id = $1 AND holder = $2`, l.uploadID, l.holder)
		return err
	})
	if err != nil {
		l.log.Warn("give back the lease of an upload", "upload", l.uploadID, "error", err)
	}
	return nil // whoever waits takes it over
}

func (l *leases) enter(one *lease) {
	l.mu.Lock()
	l.held[one.holder] = one
	stopped := l.stopped
	l.mu.Unlock()
	if stopped {
		one.ask(errStopping)
	}
}

func (l *leases) leave(holder string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.held, holder)
}

func (l *leases) of(holder string) *lease {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.held[holder]
}

func (l *leases) all() []*lease {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Collect(maps.Values(l.held))
}

// Run beats for this node's leases until ctx ends; then it asks the requests that hold
// them to end, so that another node goes on.
func (s *Service) Run(ctx context.Context) error {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			s.leases.stop()
			return nil
		case <-tick.C:
		}
		err := recovery.Run(s.Log, "uploads.beat", func() error { return s.leases.beat(ctx) })
		if err != nil && ctx.Err() == nil {
			s.Log.Warn("keep the leases of uploads", "error", err)
		}
	}
}

func (l *leases) stop() {
	l.mu.Lock()
	l.stopped = true
	l.mu.Unlock()
	for _, one := range l.all() {
		one.ask(errStopping)
	}
}

// beat counts a beat of every lease of this node, and asks those that somebody waits
// for, or has taken over, to end.
func (l *leases) beat(ctx context.Context) error {
	mine := l.all()
	if len(mine) == 0 {
		return nil
	}
	holders := make([]string, len(mine))
	for i, one := range mine {
		holders[i] = one.holder
	}
	kept := map[string]bool{}
	err := l.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		clear(kept)
		in, args := db.In(1, holders)
		_, err := db.All(ctx, tx, func(r db.Row) (struct{}, error) {
			var holder string
			var wanted bool
			err := r.Scan(&holder, &wanted)
			kept[holder] = !wanted
			return struct{}{}, err
		}, `UPDATE upload_leases SET beats = beats + 1 WHERE holder IN `+in+` RETURNING holder, wanted`, args...)
		return err
	})
	if err != nil {
		return fmt.Errorf("beat: %w", err)
	}
	for _, one := range mine {
		if !kept[one.holder] {
			one.ask(errTaken)
		}
	}
	return nil
}
