package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// ErrSeatTaken says that somebody else holds the database in a way that excludes this one.
var ErrSeatTaken = errors.New("db: another program holds this database")

// Seat is a process' right to work on a PostgreSQL database, alone or with others who share it. It is a lock of a
// session: the server gives it back when the process or its connection ends.
type Seat struct {
	db     *DB
	verb   string
	mu     sync.Mutex
	holder *sql.Conn
	leads  atomic.Bool
}

// Leads reports whether this process does what one of those who share the database has to
// do. It is the one whose seat also holds a lock that excludes the others: when its
// connection ends, the server gives that to another. Between the loss of a connection and
// its being noticed two may lead. Whoever has the database alone leads.
func (s *Seat) Leads() bool { return s.leads.Load() }

// leaderKey is of the schema, as seatKey is.
const leaderKey = `hashtext('leader ' || current_schema())`

// lead tries to lead; the seat is held.
func (s *Seat) lead(ctx context.Context) error {
	leads := s.verb == exclusively
	if !leads {
		if err := s.holder.QueryRowContext(ctx, `SELECT pg_try_advisory_lock(`+leaderKey+`)`).Scan(&leads); err != nil {
			return fmt.Errorf("try to lead: %w", err)
		}
	}
	s.leads.Store(leads)
	return nil
}

const exclusively = "pg_try_advisory_lock"

// seatKey is of the schema, so that sites in schemas of one database do not exclude each other.
const seatKey = `hashtext('seat ' || current_schema())`

// TakeSeat takes the database of this schema: shared, or alone. ErrSeatTaken when another's seat excludes it.
func (d *DB) TakeSeat(ctx context.Context, shared bool) (*Seat, error) {
	s := &Seat{db: d, verb: exclusively}
	if shared {
		s.verb = "pg_try_advisory_lock_shared"
	}
	if err := s.take(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Seat) take(ctx context.Context) error {
	holder, err := s.db.reads.Conn(ctx)
	if err != nil {
		return fmt.Errorf("take the database: %w", err)
	}
	var got bool
	err = holder.QueryRowContext(ctx, `SELECT `+s.verb+`(`+seatKey+`)`).Scan(&got)
	if err == nil && !got {
		err = ErrSeatTaken
	}
	if err != nil {
		return errors.Join(err, holder.Close())
	}
	s.holder = holder
	return s.lead(ctx)
}

// keepSeatEvery is how often the connection is asked, and how long it may take to answer.
const keepSeatEvery = 5 * time.Second

// Keep takes the seat again after the connection was lost, until ctx ends. It fails with ErrSeatTaken when somebody
// else took it meanwhile.
func (s *Seat) Keep(ctx context.Context) error {
	tick := time.NewTicker(keepSeatEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if err := s.renew(ctx); errors.Is(err, ErrSeatTaken) && ctx.Err() == nil {
			return err
		}
	}
}

// renew asks the connection, and takes another one when it is lost.
func (s *Seat) renew(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, keepSeatEvery)
	defer cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.holder != nil {
		var one int
		err := s.holder.QueryRowContext(ctx, `SELECT 1`).Scan(&one)
		if err == nil && !s.Leads() {
			err = s.lead(ctx)
		}
		if err == nil || ctx.Err() != nil {
			return err
		}
		s.leads.Store(false)
		_ = s.holder.Close() // it is lost; the server has let go of the lock
		s.holder = nil
	}
	return s.take(ctx)
}

// Close gives the seat back.
func (s *Seat) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.holder == nil {
		return nil
	}
	// A connection that was lost while it was asked, such as by the end of the asking, is closed already.
	if err := s.holder.Close(); err != nil && !errors.Is(err, sql.ErrConnDone) {
		return err
	}
	return nil
}
