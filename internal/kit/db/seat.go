package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
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
}

// seatKey is of the schema, so that sites in schemas of one database do not exclude each other.
const seatKey = `hashtext('seat ' || current_schema())`

// TakeSeat takes the database of this schema: shared, or alone. ErrSeatTaken when another's seat excludes it.
func (d *DB) TakeSeat(ctx context.Context, shared bool) (*Seat, error) {
	s := &Seat{db: d, verb: "pg_try_advisory_lock"}
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
	return nil
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
		if err := s.holder.QueryRowContext(ctx, `SELECT 1`).Scan(&one); err == nil || ctx.Err() != nil {
			return err
		}
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
	return s.holder.Close()
}
