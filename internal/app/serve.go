package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync/atomic"
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

// shutdownTimeout is how long a node takes to stop: open answers are finished, sockets
// told to go elsewhere, media drained.
const shutdownTimeout = 8 * time.Second

// server is a node that serves people.
type server struct {
	*Services
	languages site.Languages
	health    health
	stopping  atomic.Bool // no more visitors: see drain
}

// Serve runs a node until ctx ends, and then stops it cleanly.
func Serve(ctx context.Context, cfg Config, o Options) (err error) {
	cfg.Development = cfg.Development || o.Demo // the demo's payments are the sandbox's
	if err := waitForClock(ctx, o.Out); err != nil {
		return err
	}
	i, err := openInfra(ctx, cfg, o.Version, making)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, i.close()) }()
	forgotten := time.Now()
	if cfg.Database != "" { // another node may have the same data folder
		forgotten = forgotten.Add(-uploadForgotten)
	}
	if err := sweepTempFolder(cfg.Data, forgotten); err != nil {
		return err
	}
	if err := i.openEngine(ctx); err != nil {
		return err
	}
	if o.Metrics == nil {
		o.Metrics = prometheus.DefaultRegisterer
	}
	s, err := newServices(i, o.Metrics)
	if err != nil {
		return err
	}
	s.engine.OnEvent(s.shows.HandleEngineEvent)
	if err := s.settings.Load(ctx); err != nil {
		return err
	}
	return (&server{Services: s}).run(ctx, o)
}

// run listens, works and waits.
func (s *server) run(ctx context.Context, o Options) error {
	var err error
	if s.languages, err = site.Offered(web.Dist(), s.cfg.PseudoLanguages); err != nil {
		return err
	}
	pages, err := newSite(s.Services, s.languages)
	if err != nil {
		return err
	}
	handler, err := s.handler(s.routes(), pages)
	if err != nil {
		return err
	}
	listener, err := listen(ctx, s.cfg.Addr, "choose one with --addr")
	if err != nil {
		return err
	}
	var metrics net.Listener
	if s.cfg.Metrics != "" {
		if metrics, err = listen(ctx, s.cfg.Metrics, "choose one with --metrics, or none with --metrics="); err != nil {
			return errors.Join(err, listener.Close())
		}
	}
	bounded, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	group, work := errgroup.WithContext(bounded) // the first failure ends all
	start := func(list ...task) {
		for _, one := range list {
			group.Go(func() error {
				if err := recovery.Keep(work, s.log, "app."+one.name, one.run); err != nil {
					return fmt.Errorf("%s: %w", one.name, err)
				}
				return nil
			})
		}
	}
	start(s.tasks...)
	followUp := func() { start(s.followUps...) }
	start(task{"site", func(ctx context.Context) error { return serveUntil(ctx, listener, handler) }})
	if metrics != nil {
		start(task{"metrics", func(ctx context.Context) error { return serveUntil(ctx, metrics, metricsPage(o.Metrics)) }})
	}
	s.printBanner(o.Out, listener.Addr())
	if o.Demo { // whose history is written first
		start(task{"demo", func(ctx context.Context) error { return runDemo(ctx, s.Services, o.Out, followUp) }})
	} else {
		followUp()
	}
	if s.cfg.Development {
		s.log.Warn("development mode: whoever finds a payment's sandbox page gets its tokens for nothing")
	}

	select {
	case <-ctx.Done():
		s.log.Info("stopping")
		s.drain()
	case <-work.Done():
	}
	stop()
	return group.Wait()
}

// drain says 503 at /readyz for as long as the operator's balancer needs to notice, and serves on meanwhile.
func (s *server) drain() {
	s.stopping.Store(true)
	time.Sleep(s.cfg.Drain)
}

// listen takes an address, or says what an operator can do about it.
func listen(ctx context.Context, address, advice string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w (is another program there? %s)", address, err, advice)
	}
	return listener, nil
}

// serveUntil serves until ctx ends, then lets open answers finish.
func serveUntil(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
	}
	ended := make(chan error, 1)
	go func() {
		ended <- recovery.Run(nil, "app.serve", func() error { return server.Serve(listener) })
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(bounded); err != nil {
		return server.Close() // somebody would not let go
	}
	return nil
}

// printBanner tells the operator where the site is.
func (s *server) printBanner(out io.Writer, at net.Addr) {
	address := s.cfg.origin()
	if _, port, err := net.SplitHostPort(at.String()); err == nil && s.cfg.PublicURL == "" {
		address = "http://localhost:" + port
	}
	fmt.Fprintf(out, "Limelight %s is at %s (data in %s, Ctrl-C stops it)\n", s.version, address, s.cfg.Data)
}
