// Package app puts a site together: it is the only package that knows every other. Services are
// built by hand in the order of what they need (services.go). Each domain has a file of its own,
// wire_<domain>.go, that builds it, plugs it into its neighbours, and says who hears its news and
// what it adds to what the program has one of: routes, jobs, rules of the audit (declared.go).
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/lmittmann/tint"

	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/geo"
	"limelight/internal/kit/id"
	"limelight/internal/kit/pubsub"
	"limelight/internal/kit/secretbox"
	"limelight/internal/kit/sfu"
	"limelight/migrations"
)

// infra is what services stand on: what is opened at the start and closed at the end.
type infra struct {
	cfg       Config
	log       *slog.Logger
	now       func() time.Time
	node      string
	version   string
	db        *db.DB
	bus       *bus.Bus
	nodes     pubsub.Bus
	blobs     blob.Store
	keys      *secretbox.Keys
	addresses *geo.Tables
	engine    *sfu.Engine // nil for commands that run no shows
	folder    io.Closer   // the lock of a data folder with SQLite; nil without
	seat      *db.Seat    // the lock of a PostgreSQL database; nil without
	migrated  int         // how many migrations the start applied
}

// newLog writes for a person at a terminal, or JSON lines for a collector.
func newLog(cfg Config) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(cfg.LogLevel)); err != nil {
		return nil, fmt.Errorf("--log-level: %w", err)
	}
	if cfg.LogJSON {
		return slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: level})), nil
	}
	info, err := os.Stderr.Stat()
	terminal := err == nil && info.Mode()&os.ModeCharDevice != 0
	return slog.New(tint.NewTextHandler(os.Stderr, &tint.Options{Level: level, TimeFormat: time.DateTime, NoColor: !terminal})), nil
}

// purpose is what a command may do to the site it opens.
type purpose int

const (
	looking purpose = iota // reads a site that is there, of this version, and changes nothing
	working                // writes to a site that is there, of this version, also beside its running program
	making                 // makes the site, or brings it to this version; nobody else runs it
)

// openInfra opens all but the media engine: enough for every command but serve.
func openInfra(ctx context.Context, cfg Config, version string, to purpose) (i *infra, err error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := refuseClock(time.Now()); err != nil {
		return nil, err
	}
	log, err := newLog(cfg)
	if err != nil {
		return nil, err
	}
	slog.SetDefault(log) // for who has no log of its own, such as a client of Redis
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	i = &infra{cfg: cfg, log: log, now: cfg.Now, node: id.New(time.Now()), version: version}
	defer func() {
		if err != nil {
			err = errors.Join(err, i.close())
		}
	}()
	if err = i.openDatabase(ctx, to); err != nil {
		return i, err
	}
	if err = i.openKeys(ctx, to); err != nil {
		return i, err
	}
	if to == looking {
		i.nodes = pubsub.Local() // nobody is told anything
	} else {
		if i.blobs, err = openBlobs(ctx, cfg); err != nil {
			return i, err
		}
		if i.nodes, err = openNodes(ctx, cfg); err != nil {
			return i, err
		}
	}
	if i.addresses, err = geo.Open(cfg.AddressCountries, cfg.AddressHosting, cfg.Now); err != nil {
		return i, err
	}
	if to != looking {
		i.readAddresses()
	}
	i.bus = bus.New(i.db, log, i.now)
	return i, nil
}

// openDatabase opens the data folder and the database in it, or the one named, as far as the purpose allows.
func (i *infra) openDatabase(ctx context.Context, to purpose) (err error) {
	switch to {
	case looking:
		i.db, err = db.OpenReadOnly(ctx, i.cfg.database())
	case working:
		i.db, err = db.OpenExisting(ctx, i.cfg.database())
	case making:
		return i.makeDatabase(ctx)
	}
	if err != nil {
		return err
	}
	return i.db.CheckSchema(ctx, migrations.Files)
}

// makeDatabase makes what is missing and migrates, alone: see lockSite.
func (i *infra) makeDatabase(ctx context.Context) (err error) {
	if err := ownFolder(i.cfg.Data); err != nil {
		return err
	}
	if i.folder, err = lockSite(i.cfg); err != nil {
		return err
	}
	if halfRestored(i.cfg.Data) {
		return errHalfRestored
	}
	if i.db, err = db.Open(ctx, i.cfg.database()); err != nil {
		return err
	}
	if err = i.takeSeat(ctx); err != nil {
		return err
	}
	i.migrated, err = i.db.Migrate(ctx, migrations.Files)
	return err
}

// ownFolder makes the data folder for the program's own user alone; one that others may read or enter is closed to
// them.
func ownFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	info, err := os.Stat(dir)
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		err = os.Chmod(dir, info.Mode().Perm()&0o700)
	}
	if err != nil {
		return fmt.Errorf("close the data folder to other users: %w", err)
	}
	return nil
}

func openNodes(ctx context.Context, cfg Config) (pubsub.Bus, error) {
	if cfg.Redis == "" {
		return pubsub.Local(), nil
	}
	nodes, err := pubsub.Redis(ctx, cfg.Redis)
	if err != nil {
		return nil, fmt.Errorf("--redis: %w", err)
	}
	return nodes, nil
}

// openKeys reads the key that secrets are sealed with: given to every node of a
// cluster, or the data folder's own. One is made only for a site that never had one.
func (i *infra) openKeys(ctx context.Context, to purpose) error {
	used, err := secretbox.InUse(ctx, i.db)
	if err != nil {
		return err
	}
	path := filepath.Join(i.cfg.Data, "secret.key")
	switch {
	case i.cfg.SecretKey != "":
		i.keys, err = secretbox.FromText(i.cfg.SecretKey)
	case used || to == looking:
		i.keys, err = secretbox.ReadFile(path)
	default:
		if err = ownFolder(i.cfg.Data); err == nil {
			i.keys, err = secretbox.FromFile(path)
		}
	}
	if err != nil {
		return err
	}
	if to == looking {
		return i.keys.Verify(ctx, i.db)
	}
	if err := i.keys.Confirm(ctx, i.db); err != nil {
		return err
	}
	return i.beginMACs(ctx)
}

// close gives everything back, the database and the right to it last.
func (i *infra) close() error {
	var failed []error
	if i.engine != nil {
		failed = append(failed, i.engine.Close())
	}
	if i.nodes != nil {
		failed = append(failed, i.nodes.Close())
	}
	if i.db != nil {
		failed = append(failed, i.db.Close())
	}
	if i.seat != nil {
		failed = append(failed, i.seat.Close())
	}
	if i.folder != nil {
		failed = append(failed, i.folder.Close())
	}
	return errors.Join(failed...)
}
