package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"limelight/internal/kit/db"
)

// errTaken is why a second program does not start on a SQLite site: each would end the other's shows.
var errTaken = errors.New("another limelight runs in this data folder; stop it first, or choose another folder with --data")

// lockSite takes the data folder of a SQLite site for this process. The system gives it back when the process ends,
// however it does. On PostgreSQL the database is what is shared: see takeSeat.
func lockSite(cfg Config) (io.Closer, error) {
	if cfg.Database != "" {
		return nil, nil // there is nothing to lock
	}
	file, err := os.OpenFile(filepath.Join(cfg.Data, "limelight.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return file, nil
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = fmt.Errorf("%w (%s)", errTaken, cfg.Data)
	}
	return nil, errors.Join(err, file.Close())
}

// seatTimeout is how long the server may take to notice that the one before has died.
const seatTimeout = 2 * time.Second

// siteSeat is the lock of a PostgreSQL database; nil without one.
type siteSeat struct{ *db.Seat }

// keep holds the seat through restarts of the database; it ends the node when somebody else took it meanwhile.
func (s siteSeat) keep(ctx context.Context) error {
	if s.Seat == nil {
		<-ctx.Done()
		return nil
	}
	return s.Seat.Keep(ctx)
}

// leads reports whether this node runs what one node runs.
func (s siteSeat) leads() bool { return s.Seat == nil || s.Seat.Leads() }

// takeSeat takes the PostgreSQL database: a node with --redis shares it with others of its kind, one without has it
// alone. It does nothing on SQLite.
func (i *infra) takeSeat(ctx context.Context) (err error) {
	if i.db.Dialect() != db.Postgres {
		return nil
	}
	for ends := time.Now().Add(seatTimeout); ; {
		i.seat, err = i.db.TakeSeat(ctx, i.cfg.Redis != "")
		if !errors.Is(err, db.ErrSeatTaken) || time.Now().After(ends) {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(seatTimeout / 20):
		}
	}
	if !errors.Is(err, db.ErrSeatTaken) {
		return err
	}
	if i.cfg.Redis == "" {
		return errors.New("another node runs on this database: give every node the same --redis, or stop the other one")
	}
	return errors.New("a node without --redis runs on this database: stop it, and start it again with the --redis of this one")
}
