// Package app puts the house together: it is the only package that knows every
// other. Services are built by hand in the order of what they need (house.go),
// what they need of each other is plugged in (seams.go), who hears what is one
// page (events.go), and so are the routes (routes.go) and the timers (jobs.go).
package app

import (
	"context"
	"errors"
	"fmt"
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
	return slog.New(tint.NewTextHandler(os.Stderr, &tint.Options{Level: level, TimeFormat: time.TimeOnly, NoColor: !terminal})), nil
}

// open prepares the ground without the media engine: enough for every command
// but serve.
func open(ctx context.Context, cfg Config, version string) (g *ground, err error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	log, err := newLog(cfg)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(cfg.Data, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	g = &ground{cfg: cfg, log: log, now: time.Now, node: id.New(time.Now()), version: version}
	defer func() {
		if err != nil {
			err = errors.Join(err, g.close())
		}
	}()
	if g.db, err = db.Open(ctx, cfg.database()); err != nil {
		return g, err
	}
	if _, err = g.db.Migrate(ctx, migrations.Files); err != nil {
		return g, err
	}
	if g.keys, err = openKeys(cfg); err != nil {
		return g, err
	}
	if err = g.keys.Confirm(ctx, g.db); err != nil {
		return g, err
	}
	if g.blobs, err = openBlobs(ctx, cfg); err != nil {
		return g, err
	}
	if g.nodes, err = openNodes(ctx, cfg); err != nil {
		return g, err
	}
	if g.countries, err = geo.Open(); err != nil {
		return g, err
	}
	g.bus = bus.New(g.db, log, g.now)
	return g, nil
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
	cfg := sfu.Config{
		URL: g.cfg.MediaURL, Key: g.cfg.MediaKey, Secret: g.cfg.MediaSecret, NodeIP: g.cfg.MediaIP,
		UDPPort: g.cfg.MediaUDP, TCPPort: g.cfg.MediaTCP, TURNPort: g.cfg.MediaTURN, Redis: g.cfg.Redis,
		PictureEvery: 10 * time.Second, Log: g.log,
	}
	if cfg.URL == "" {
		cfg.Key, cfg.Secret = "limelight", g.keys.Derive("media engine")
	}
	g.engine, err = sfu.Open(ctx, cfg)
	return err
}

// openKeys reads the key that secrets are sealed with: given to every node of a
// cluster, or the data folder's own.
func openKeys(cfg Config) (*seal.Keys, error) {
	if cfg.SecretKey != "" {
		return seal.FromText(cfg.SecretKey)
	}
	return seal.FromFile(filepath.Join(cfg.Data, "secret.key"))
}

// close gives everything back, the database last.
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
	return errors.Join(failed...)
}
