// Package app puts the house together: it is the only package that knows every
// other. Services are built by hand in the order of what they need (house.go),
// what they need of each other is plugged in (seams.go), who hears what is one
// page (events.go), and so are the routes (routes.go) and the timers (jobs.go).
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
	"limelight/internal/kit/mail"
	"limelight/internal/kit/pubsub"
	"limelight/internal/kit/seal"
	"limelight/internal/kit/sfu"
	"limelight/internal/show"
	"limelight/migrations"
)

// ground is what the house stands on: what is opened at the start and closed at
// the end.
type ground struct {
	cfg       Config
	log       *slog.Logger
	now       func() time.Time
	node      string
	version   string
	db        *db.DB
	bus       *bus.Bus
	nodes     pubsub.Bus
	blobs     blob.Store
	keys      *seal.Keys
	mailer    *mail.Mailer
	countries *geo.Countries
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

// open prepares the ground without the media engine: enough for every command
// but serve.
func open(ctx context.Context, cfg Config, version string, to purpose) (g *ground, err error) {
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
	g = &ground{cfg: cfg, log: log, now: cfg.Now, node: id.New(time.Now()), version: version}
	defer func() {
		if err != nil {
			err = errors.Join(err, g.close())
		}
	}()
	if err = g.openDatabase(ctx, to); err != nil {
		return g, err
	}
	if err = g.openKeys(ctx, to); err != nil {
		return g, err
	}
	if to == looking {
		g.nodes = pubsub.Local() // nobody is told anything
	} else {
		if g.blobs, err = openBlobs(ctx, cfg); err != nil {
			return g, err
		}
		if g.nodes, err = openNodes(ctx, cfg); err != nil {
			return g, err
		}
	}
	if g.countries, err = geo.Open(); err != nil {
		return g, err
	}
	g.bus = bus.New(g.db, log, g.now)
	return g, nil
}

// openDatabase opens the data folder and the database in it, or the one named, as far as the purpose allows.
func (g *ground) openDatabase(ctx context.Context, to purpose) (err error) {
	switch to {
	case looking:
		g.db, err = db.OpenReadOnly(ctx, g.cfg.database())
	case working:
		g.db, err = db.OpenExisting(ctx, g.cfg.database())
	case making:
		return g.makeDatabase(ctx)
	}
	if err != nil {
		return err
	}
	return g.db.CheckSchema(ctx, migrations.Files)
}

// makeDatabase makes what is missing and migrates, alone: see lockSite.
func (g *ground) makeDatabase(ctx context.Context) (err error) {
	if err := ownFolder(g.cfg.Data); err != nil {
		return err
	}
	if g.folder, err = lockSite(g.cfg); err != nil {
		return err
	}
	if halfRestored(g.cfg.Data) {
		return errHalfRestored
	}
	if g.db, err = db.Open(ctx, g.cfg.database()); err != nil {
		return err
	}
	if err = g.takeSeat(ctx); err != nil {
		return err
	}
	g.migrated, err = g.db.Migrate(ctx, migrations.Files)
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

// openEngine starts the media engine, or prepares to use an external one. The
// secret of the built-in one comes from the site's key: tokens outlive a restart,
// and the nodes of a cluster understand each other's.
func (g *ground) openEngine(ctx context.Context) (err error) {
	viewers := g.cfg.mostViewers()
	tcp, ownedTCP, err := g.cfg.tcpConnections()
	if err != nil {
		return err
	}
	cfg := sfu.Config{
		URL: g.cfg.MediaURL, Key: g.cfg.MediaKey, Secret: g.cfg.MediaSecret, NodeIP: g.cfg.MediaIP,
		UDPPort: g.cfg.MediaUDP, TCPPort: g.cfg.MediaTCP, TURNPort: g.cfg.MediaTURN, Redis: g.cfg.Redis,
		Owners: g.connectionOwners, OwnedLines: mostConnections, Lines: g.cfg.MostSockets,
		Viewers: viewers, Bounded: show.Bounded, OwnedWaiting: waitingFor(viewers),
		TCP: tcp, OwnedTCP: ownedTCP,
		PictureEvery: 10 * time.Second, Log: g.log,
	}
	if cfg.URL == "" {
		cfg.Key, cfg.Secret = "limelight", g.keys.Derive("media engine")
	}
	g.engine, err = sfu.Open(ctx, cfg)
	return err
}

// openKeys reads the key that secrets are sealed with: given to every node of a
// cluster, or the data folder's own. One is made only for a site that never had one.
func (g *ground) openKeys(ctx context.Context, to purpose) error {
	used, err := seal.InUse(ctx, g.db)
	if err != nil {
		return err
	}
	path := filepath.Join(g.cfg.Data, "secret.key")
	switch {
	case g.cfg.SecretKey != "":
		g.keys, err = seal.FromText(g.cfg.SecretKey)
	case used || to == looking:
		g.keys, err = seal.ReadFile(path)
	default:
		if err = ownFolder(g.cfg.Data); err == nil {
			g.keys, err = seal.FromFile(path)
		}
	}
	if err != nil {
		return err
	}
	if to == looking {
		return g.keys.Verify(ctx, g.db)
	}
	if err := g.keys.Confirm(ctx, g.db); err != nil {
		return err
	}
	return g.beginMACs(ctx)
}

// close gives everything back, the database and the right to it last.
func (g *ground) close() error {
	var failed []error
	if g.engine != nil {
		failed = append(failed, g.engine.Close())
	}
	if g.nodes != nil {
		failed = append(failed, g.nodes.Close())
	}
	if g.db != nil {
		failed = append(failed, g.db.Close())
	}
	if g.seat != nil {
		failed = append(failed, g.seat.Close())
	}
	if g.folder != nil {
		failed = append(failed, g.folder.Close())
	}
	return errors.Join(failed...)
}
