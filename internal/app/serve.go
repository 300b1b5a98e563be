package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"limelight/internal/kit/recovery"
	"limelight/internal/site"
	"limelight/web"
)

// Options are how serve is called, besides the configuration.
type Options struct {
	Version string
	Demo    bool                  // fill an empty site with demo people, and play their streams
	Out     io.Writer             // what the operator reads at the start
	Metrics prometheus.Registerer // where counts go; nil: the process' own registry
}

// farewell is how long a node takes to stop: open answers are finished, sockets
// told to go elsewhere, media drained.
const farewell = 8 * time.Second

// Serve runs a node until ctx ends, and then stops it cleanly.
func Serve(ctx context.Context, cfg Config, o Options) (err error) {
	cfg.Development = cfg.Development || o.Demo // the demo's payments are the sandbox's
	if err := waitForClock(ctx, o.Out); err != nil {
		return err
	}
	g, err := open(ctx, cfg, o.Version, making)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.close()) }()
	forgotten := time.Now()
	if cfg.Database != "" { // another node may have the same data folder
		forgotten = forgotten.Add(-uploadForgotten)
	}
	if err := sweepTempFolder(cfg.Data, forgotten); err != nil {
		return err
	}
	if err := g.openEngine(ctx); err != nil {
		return err
	}
	if o.Metrics == nil {
		o.Metrics = prometheus.DefaultRegisterer
	}
	h, err := build(g, o.Metrics)
	if err != nil {
		return err
	}
	h.engine.OnEvent(h.shows.Heard)
	if err := h.settings.Load(ctx); err != nil {
		return err
	}
	return h.run(ctx, o)
}

// run listens, works and waits.
func (h *house) run(ctx context.Context, o Options) error {
	var err error
	if h.languages, err = site.Offered(web.Dist(), h.cfg.PseudoLanguages); err != nil {
		return err
	}
	pages, err := h.newSite()
	if err != nil {
		return err
	}
	handler, err := h.handler(h.routes(), pages)
	if err != nil {
		return err
	}
	door, err := listen(ctx, h.cfg.Addr, "choose one with --addr")
	if err != nil {
		return err
	}
	var counts net.Listener
	if h.cfg.Metrics != "" {
		if counts, err = listen(ctx, h.cfg.Metrics, "choose one with --metrics, or none with --metrics="); err != nil {
			return errors.Join(err, door.Close())
		}
	}
	bounded, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	group, work := errgroup.WithContext(bounded) // the first failure ends all
	start := func(list ...service) {
		for _, one := range list {
			group.Go(func() error {
				if err := recovery.Keep(work, h.log, "app."+one.name, one.run); err != nil {
					return fmt.Errorf("%s: %w", one.name, err)
				}
				return nil
			})
		}
	}
	start(h.services()...)
	followUp := func() { start(h.followUp()...) }
	start(service{"site", func(ctx context.Context) error { return serveUntil(ctx, door, handler) }})
	if counts != nil {
		start(service{"metrics", func(ctx context.Context) error { return serveUntil(ctx, counts, metricsPage(o.Metrics)) }})
	}
	h.greet(o.Out, door.Addr())
	if o.Demo { // whose history is written first
		start(service{"demo", func(ctx context.Context) error { return h.demonstrate(ctx, o.Out, followUp) }})
	} else {
		followUp()
	}
	if h.cfg.Development {
		h.log.Warn("development mode: whoever finds a payment's sandbox page gets its tokens for nothing")
	}

	select {
	case <-ctx.Done():
		h.log.Info("stopping")
		h.drain()
	case <-work.Done():
	}
	stop()
	return group.Wait()
}

// drain says 503 at /readyz for as long as the operator's balancer needs to notice, and serves on meanwhile.
func (h *house) drain() {
	h.stopping.Store(true)
	time.Sleep(h.cfg.Drain)
}

// listen takes an address, or says what an operator can do about it.
func listen(ctx context.Context, address, advice string) (net.Listener, error) {
	door, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w (is another program there? %s)", address, err, advice)
	}
	return door, nil
}

// serveUntil serves until ctx ends, then lets open answers finish.
func serveUntil(ctx context.Context, door net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
	}
	ended := make(chan error, 1)
	go func() {
		ended <- recovery.Run(nil, "app.serve", func() error { return server.Serve(door) })
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer cancel()
	if err := server.Shutdown(bounded); err != nil {
		return server.Close() // somebody would not let go
	}
	return nil
}

// greet tells the operator where the site is.
func (h *house) greet(out io.Writer, at net.Addr) {
	address := h.cfg.origin()
	if _, port, err := net.SplitHostPort(at.String()); err == nil && h.cfg.PublicURL == "" {
		address = "http://localhost:" + port
	}
	fmt.Fprintf(out, "Limelight %s is at %s (data in %s, Ctrl-C stops it)\n", h.version, address, h.cfg.Data)
}

// https reports whether people reach the site over TLS.
func (c Config) https() bool { return strings.HasPrefix(c.origin(), "https://") }
