// Package sfu is the media engine: rooms in which one or more participants
// publish camera and microphone and others receive them within a tenth of a
// second. The engine is LiveKit, inside this process by default or remote; no
// other package imports it.
//
// What the package promises:
//   - A room exists only when CreateRoom made it. Nobody joins or publishes into
//     a room by inventing its name.
//   - The public reaches the engine through Handler alone, which asks the Gate
//     about every connection: a token may be refused before it expires. The
//     engine's own administration is never reachable from outside.
//   - Clients are told of no third party: STUN and TURN are the engine's own,
//     and TURN relays to the engine and nowhere else.
//   - Hidden participants appear in no list, count or event.
//   - Identities are known to callers as they are, and to the engine, to clients and
//     to everybody in a room only sealed (identity.go).
package sfu

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/livekit/protocol/auth"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/twitchtv/twirp"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
)

// Ports of an embedded engine when the configuration names none.
const (
	UDPPort        = 7882  // all media, one port
	TCPPort        = 7881  // media of clients whose network blocks UDP
	TURNPort       = 3478  // UDP; also answers STUN
	RelayFirst     = 30000 // UDP range of TURN relays
	RelayLast      = 30100
	defaultDrain   = 2 * time.Second
	embeddedAPIKey = "embedded"
)

// ErrStopped answers calls to an engine that was closed.
var ErrStopped = fault.New(fault.Unavailable, "The media engine has stopped.")

// Config says where the engine is. The zero value is an embedded engine on the
// default ports that the machine itself and its local network can reach.
type Config struct {
	// URL of a remote engine, such as https://media.example:7880, with its Key
	// and Secret. Empty: the engine runs inside this process and an empty Key
	// or Secret is chosen at random, which ends every older token.
	URL, Key, Secret string

	// NodeIP is the address at which clients reach an embedded engine. Empty:
	// 127.0.0.1 and the address of the interface that leads outside.
	NodeIP string

	UDPPort, TCPPort, TURNPort int // 0: the defaults above
	RelayFirst, RelayLast      int // 0: the defaults above

	// Redis is the redis:// address that joins several engines into a cluster; they
	// then need the same Key and Secret.
	Redis string

	// PictureEvery is how often a Watcher takes a new picture; 0: 15 seconds.
	PictureEvery time.Duration

	// Owners are whose signalling connections are counted together, the nearest first;
	// nil, or none: nobody's. Of the first so many may be open at once on this node as
	// OwnedConns says, of all together Conns; 0: no bound.
	Owners            func(*http.Request) []string
	OwnedConns, Conns int

	// Viewers is how many may watch through this node at once, of those whom Bounded
	// chooses; 0: no bound. Publishers are never among them; a nil Bounded chooses
	// everybody else. Conns are no bound for the rest: they always find a place.
	Viewers int
	Bounded func(Grant) bool

	// OwnedWaiting is how many of the first owner's may have no media yet, in rooms of
	// this process' engine; 0: no bound. Whose media has not come up within MediaWithin
	// is cut; 0: 15 s.
	OwnedWaiting int
	MediaWithin  time.Duration

	// TCP is how many connections the media port for TCP takes at once, OwnedTCP how many
	// of an address, or of an IPv6 /64; 0: no bound.
	TCP, OwnedTCP int

	// Drain is how long Close lets participants leave by themselves; 0: 2 s.
	Drain time.Duration

	// Log receives the engine's warnings and errors. Nil: slog.Default().
	Log *slog.Logger
}

// Engine is an open media engine. It is safe for concurrent use.
type Engine struct {
	*core
	*rooms
	*tokens
	*bots
	admission *admission
	relays    *relays // of an embedded engine
	events    *feed
	held      heldSessions    // signalling connections whose WebSocket has yet to come
	toEngine  *http.Transport // by which this process asks it for what the public may have
	tcp       *tcpMux         // of an embedded engine: media over TCP
	hooks     *http.Server    // receives an embedded engine's events
	once      sync.Once
}

// Open starts an embedded engine, or prepares to use a remote one. It fails
// with a text for the operator when a port is taken. Events wait until Run.
func Open(ctx context.Context, cfg Config) (*Engine, error) {
	cfg = cfg.withDefaults()
	if cfg.URL != "" && (cfg.Key == "" || cfg.Secret == "") {
		return nil, fmt.Errorf("media engine at %s: its key and secret are missing", cfg.URL)
	}
	quiet(cfg.Log)
	sealed, err := newSeal(cfg.Secret)
	if err != nil {
		return nil, fmt.Errorf("media engine: %w", err)
	}
	e := assemble(&core{cfg: cfg, log: cfg.Log, seal: sealed})
	e.life, e.end = context.WithCancel(context.WithoutCancel(ctx))
	if cfg.URL == "" {
		if err := e.embed(ctx); err != nil {
			e.end()
			return nil, err
		}
	} else {
		base, err := url.Parse(strings.TrimRight(cfg.URL, "/"))
		if err != nil || base.Host == "" {
			return nil, fmt.Errorf("media engine address %q: want https://host:port", cfg.URL)
		}
		base.Scheme = strings.Replace(base.Scheme, "ws", "http", 1)
		e.base = base
	}
	e.client = lksdk.NewRoomServiceClient(e.base.String(), cfg.Key, cfg.Secret, twirp.WithClientPathPrefix("/twirp"))
	return e, nil
}

// assemble puts the parts of an engine together.
func assemble(c *core) *Engine {
	e := &Engine{
		core: c, rooms: &rooms{core: c},
		tokens:    &tokens{core: c, keys: auth.NewSimpleKeyProvider(c.cfg.Key, c.cfg.Secret)},
		admission: &admission{core: c},
		events:    newFeed(c.log),
		toEngine:  &http.Transport{MaxIdleConnsPerHost: 16, DisableCompression: true},
	}
	e.bots = &bots{core: c, rooms: e.rooms, tokens: e.tokens, decoder: newDecoder()}
	return e
}

// Run delivers events to the functions given to OnEvent until ctx ends, then
// closes the engine.
func (e *Engine) Run(ctx context.Context) error {
	tidy := time.NewTicker(time.Minute)
	defer tidy.Stop()
	for {
		select {
		case <-ctx.Done():
			return e.Close()
		case now := <-tidy.C:
			e.forgetDeleted(now.Add(-5 * time.Minute))
		case ev := <-e.events.queue:
			e.keepDeleted(ctx, ev)
			e.events.tell(ctx, ev)
		}
	}
}

// Close ends every watcher and loop and stops an embedded engine: participants
// have Config.Drain to leave, then their connections are cut. It may be called
// more than once.
func (e *Engine) Close() error {
	e.once.Do(func() {
		e.bots.mu.Lock()
		e.end()
		e.bots.mu.Unlock()
		e.running.Wait()
		if e.server != nil {
			e.stop()
		}
	})
	return nil
}

func (c Config) withDefaults() Config {
	if c.URL == "" {
		c.Key = cmp.Or(c.Key, embeddedAPIKey)
		c.Secret = cmp.Or(c.Secret, id.Secret())
	}
	c.UDPPort = cmp.Or(c.UDPPort, UDPPort)
	c.TCPPort = cmp.Or(c.TCPPort, TCPPort)
	c.TURNPort = cmp.Or(c.TURNPort, TURNPort)
	c.RelayFirst = cmp.Or(c.RelayFirst, RelayFirst)
	c.RelayLast = cmp.Or(c.RelayLast, max(RelayLast, c.RelayFirst))
	c.PictureEvery = cmp.Or(c.PictureEvery, 15*time.Second)
	c.Drain = cmp.Or(c.Drain, defaultDrain)
	c.MediaWithin = cmp.Or(c.MediaWithin, mediaWithin)
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return c
}
