// Package socket is a Socket.IO server: connections, rooms and accounts, with
// every room carried across nodes. It speaks Socket.IO 5 over Engine.IO 4 and
// 3, by polling and WebSocket, for the default namespace only.
//
// Invariants:
//   - a message to a room is encoded once and keeps its place among the
//     messages of that room on this node;
//   - a slow connection never delays another: it has a byte backlog, past which
//     Droppable messages are dropped and the connection is closed rather than a
//     Critical one lost;
//   - who a connection belongs to comes from Config.Authenticate only, and
//     changing it leaves every room joined under the former identity;
//   - only registered events reach a handler, one at a time per connection.
//
// The protocols: https://github.com/socketio/engine.io-protocol (3, 4) and
// https://github.com/socketio/socket.io-protocol (4, 5).
package socket

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lxzan/gws"
	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/limit"
	"limelight/internal/kit/pubsub"
	"limelight/internal/kit/recovery"
)

// Authenticate says whose token this is. It is called while a connection is
// made and for auth/login, never with an empty token. The request is the
// handshake's, without query and with the few headers that tell where it came
// from; a *fault.Fault is told to the client, any other error is logged.
type Authenticate func(ctx context.Context, r *http.Request, token string) (Identity, error)

// Config is what a server needs. Now, Log and Authenticate are required.
type Config struct {
	Now          func() time.Time
	Log          *slog.Logger
	Authenticate Authenticate

	// Origins are the browser origins that may connect besides pages of the host that
	// is asked, such as "https://example.com". A client that sends no Origin is not a browser and
	// is let in; cookies are never looked at. Asked at each handshake; nil: none.
	Origins func() []string

	// Owners are whose connection a handshake makes, such as its client's address
	// and the network of that; nil: nobody's. Limits.Owned bounds each of them.
	Owners func(r *http.Request) []string

	// Bus reaches the other nodes; nil when there is one.
	Bus pubsub.Bus

	// Metrics registers the server's metrics; nil to go without.
	Metrics prometheus.Registerer

	// PingInterval and PingTimeout default to 25 s and 20 s.
	PingInterval, PingTimeout time.Duration

	// Limits holds what one connection may cost; zero fields take their default.
	Limits Limits
}

// Limits bounds one connection, and how many there are. The defaults are those of the trust page.
type Limits struct {
	Rate        float64 // inbound packets a second, 20
	Burst       int     // inbound packets at once, 40
	PacketBytes int     // of one inbound packet with its attachments, 16 KiB
	Depth       int     // nesting of inbound JSON, 16
	Rooms       int     // that one connection may be in, 64
	Owned       int     // connections of one owner at once; 0: no bound
	Connections int     // of this node at once; 0: no bound

	SoftBytes int           // backlog above which Droppable messages are dropped, 64 KiB
	HardBytes int           // backlog above which the connection is closed, 1 MiB
	Stall     time.Duration // without progress after which it is closed, 10 s
	Flush     time.Duration // least time between two flushes of a busy room, 20 ms
}

func (l Limits) orDefaults() Limits {
	return Limits{
		Rate:        cmp.Or(l.Rate, 20),
		Burst:       cmp.Or(l.Burst, 40),
		PacketBytes: cmp.Or(l.PacketBytes, 16<<10),
		Depth:       cmp.Or(l.Depth, 16),
		Rooms:       cmp.Or(l.Rooms, 64),
		Owned:       l.Owned,
		Connections: l.Connections,
		SoftBytes:   cmp.Or(l.SoftBytes, 64<<10),
		HardBytes:   cmp.Or(l.HardBytes, 1<<20),
		Stall:       cmp.Or(l.Stall, 10*time.Second),
		Flush:       cmp.Or(l.Flush, 20*time.Millisecond),
	}
}

// Server is one node's sockets. It is the http.Handler for /socket.io/. Handle
// and OnPresence are called before it serves.
type Server struct {
	cfg      Config
	now      func() time.Time
	log      *slog.Logger
	limits   Limits
	node     string // this node's name among its peers
	upgrader *gws.Upgrader
	handlers map[string]handler

	onPresence []func(ctx context.Context, room string)

	conns    connections
	owners   limit.Open
	rooms    rooms
	presence presence
	revoked  revocations
	cluster  *cluster // nil for a single node
	stats    stats

	stopping atomic.Bool
	work     sync.WaitGroup // flushes and ends in flight
}

// New builds a server. It starts nothing: Run does.
func New(cfg Config) *Server {
	if cfg.Now == nil || cfg.Log == nil || cfg.Authenticate == nil {
		panic("socket: Config needs Now, Log and Authenticate")
	}
	cfg.PingInterval = cmp.Or(cfg.PingInterval, 25*time.Second)
	cfg.PingTimeout = cmp.Or(cfg.PingTimeout, 20*time.Second)
	s := &Server{
		cfg:      cfg,
		now:      cfg.Now,
		log:      cfg.Log,
		limits:   cfg.Limits.orDefaults(),
		node:     newID()[:nodeName],
		handlers: map[string]handler{},
	}
	s.stats.handshakeFailures = newFailures()
	s.upgrader = newUpgrader(s.limits)
	s.conns.init()
	s.rooms.init()
	s.presence.init()
	if cfg.Bus != nil {
		s.cluster = newCluster(s, cfg.Bus)
	}
	if cfg.Metrics != nil {
		cfg.Metrics.MustRegister(s.collectors()...)
	}
	handleIdentity(s)
	return s
}

// OnPresence calls do when the members of a room changed on any node: at most
// twice a second for a room, one call at a time, outside every lock.
func (s *Server) OnPresence(do func(ctx context.Context, room string)) {
	s.onPresence = append(s.onPresence, do)
}

// Run keeps heartbeats, presence and the other nodes going until ctx ends; then
// it closes every connection in a way that makes clients reconnect (to another
// node, or to this one restarted) and waits for what is in flight. It returns
// an error only when the other nodes cannot be subscribed to at the start.
func (s *Server) Run(ctx context.Context) error {
	if s.cluster != nil {
		cancel, err := s.cluster.listen(ctx)
		if err != nil {
			return err
		}
		defer cancel()
	}

	var loops sync.WaitGroup
	keep := func(where string, run func(context.Context)) {
		loops.Go(func() {
			_ = recovery.Keep(ctx, s.log, where, func(ctx context.Context) error { run(ctx); return nil })
		})
	}
	keep("socket.beat", s.runHeartbeat)
	keep("socket.announce", s.announce)
	if s.cluster != nil {
		keep("socket.publish", s.cluster.publish)
		keep("socket.gossip", s.cluster.syncPresence)
	}
	loops.Wait()

	s.stopping.Store(true)
	for _, c := range s.conns.all() {
		c.closeForRestart()
	}
	late := time.AfterFunc(shutdownTimeout, func() {
		defer recovery.Catch(s.log, "socket.end", nil)
		for _, c := range s.conns.all() {
			c.end()
		}
	})
	defer late.Stop()
	s.work.Wait()
	return nil
}

// Healthy is nil when messages reach the other nodes. Without them rooms work
// on, each node for itself.
func (s *Server) Healthy() error {
	if s.cluster == nil {
		return nil
	}
	return s.cluster.bus.Healthy()
}

// Connections counts this node's connections.
func (s *Server) Connections() int { return int(s.stats.connections.Load()) }

// shutdownTimeout is how long clients may take to fetch what they were sent before
// the server went down.
const shutdownTimeout = 2 * closeTimeout

// newID returns 120 random bits in 20 characters.
func newID() string {
	var b [15]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}
