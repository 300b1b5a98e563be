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
		return nil, nil //nolint:nilnil // there is nothing to lock
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

// seatPatience is how long the server may take to notice that the one before has died.
const seatPatience = 2 * time.Second

// keepSeat holds the seat through restarts of the database; it ends the node when somebody else took it meanwhile.
func (h *house) keepSeat(ctx context.Context) error {
	if h.seat == nil {
		<-ctx.Done()
		return nil
	}
	return h.seat.Keep(ctx)
}

// takeSeat takes the PostgreSQL database: a node with --redis shares it with others of its kind, one without has it
// alone. It does nothing on SQLite.
func (g *ground) takeSeat(ctx context.Context) (err error) {
	if g.db.Dialect() != db.Postgres {
		return nil
	}
	for ends := time.Now().Add(seatPatience); ; {
		g.seat, err = g.db.TakeSeat(ctx, g.cfg.Redis != "")
		if !errors.Is(err, db.ErrSeatTaken) || time.Now().After(ends) {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(seatPatience / 20):
		}
	}
	if !errors.Is(err, db.ErrSeatTaken) {
		return err
	}
	if g.cfg.Redis == "" {
		return errors.New("another node runs on this database: give every node the same --redis, or stop the other one")
	}
	return errors.New("a node without --redis runs on this database: stop it, and start it again with the --redis of this one")
}
