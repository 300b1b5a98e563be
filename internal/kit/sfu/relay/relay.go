// Package relay is the media engine's own TURN and STUN server: it carries a
// viewer's media through networks that allow UDP to one port alone.
//
// What the package promises:
//   - it relays UDP to and from one address and port, the engine's media port;
//     there is no way to any other port, program or machine through it;
//   - there are no TCP allocations (RFC 6062): such requests never reach the
//     library, which can be brought to stand still by two of them
//     (docs/decisions/0020-own-turn-server.md);
//   - one credential holds few relays, and one client, or network of clients, not all;
//   - a relay to which the engine has nothing to say ends, however often its client asks
//     for it;
//   - a relay ends with the participant whose credential it was taken with
//     (docs/decisions/0061-media-ports-are-bounded.md);
//   - viewers of public shows do not hold all relays;
//   - no packet makes it stop: what is not a request it knows is dropped.
package relay

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/pion/logging"
	"github.com/pion/stun/v3"
	"github.com/pion/turn/v5"

	"limelight/internal/kit/recovery"
)

// Realm is that of every credential.
const Realm = "limelight"

// perCredential: a browser takes one for each network interface and connection.
const perCredential = 8

// idle is how long a relay lasts to which the engine says nothing. To each client that
// has media it says something every few seconds.
const idle = time.Minute

// Config of a Server.
type Config struct {
	Port        int        // UDP
	Node        netip.Addr // told to clients as the address of their relays
	MediaPort   int        // of Node: the only peer
	First, Last int        // UDP ports of relays
	Secret      string     // signs credentials; empty: nobody may allocate
	Log         *slog.Logger
	Now         func() time.Time

	// Holder says what a participant is to the engine now. It is asked by the one goroutine
	// that serves everybody, about whatever a packet says.
	Holder func(participant string) Holder

	Idle time.Duration // how long a relay lasts to which the engine says nothing; 0: a minute
}

// Holder is what a participant is to the engine.
type Holder int

const (
	// Gone is no participant, or no longer: its credential is good for nothing.
	Gone Holder = iota

	// Viewer is one of those whom anybody may join: together they do not hold all relays.
	Viewer

	// Entitled has a claim to what is kept back from viewers.
	Entitled
)

// Server answers until Close.
type Server struct {
	port   int
	wide   netip.Addr // on which it listens: every interface
	server *turn.Server
	ports  *ports
}

// Open listens.
func Open(cfg Config) (*Server, error) {
	wide := netip.IPv4Unspecified()
	if cfg.Node.Is6() {
		wide = netip.IPv6Unspecified()
	}
	conn, err := net.ListenPacket("udp", net.JoinHostPort(wide.String(), strconv.Itoa(cfg.Port)))
	if err != nil {
		return nil, fmt.Errorf("listen for TURN: %w", err)
	}
	relays := cfg.ports(wide)
	server, err := cfg.serve(conn, relays)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return &Server{port: conn.LocalAddr().(*net.UDPAddr).Port, wide: wide, server: server, ports: relays}, nil
}

func (c Config) ports(wide netip.Addr) *ports {
	return &ports{
		wide: wide, peer: netip.AddrPortFrom(c.Node, uint16(c.MediaPort)), first: c.First, last: c.Last,
		idle: cmp.Or(c.Idle, idle), holder: c.Holder, open: map[*socket]state{},
	}
}

// serve answers what comes by a connection. The library's log is left out: its
// lines are about clients' packets, so anybody could make it write them.
func (c Config) serve(conn net.PacketConn, relays *ports) (*turn.Server, error) {
	held := &quota{all: relays.count(), room: relays.hasRoom}
	filtered := &filter{PacketConn: conn, relays: relays, log: c.Log}
	relays.wake = filtered.wake
	return turn.NewServer(turn.ServerConfig{
		Realm: Realm,
		AuthHandler: func(asked *turn.RequestAttributes) (user string, key []byte, ok bool) {
			user, key, ok = c.authenticate(asked)
			return user, key, ok && !relays.isEnding(user)
		},
		QuotaHandler:  held.allows,
		EventHandler:  held.events(),
		LoggerFactory: &logging.DefaultLoggerFactory{Writer: io.Discard, DefaultLogLevel: logging.LogLevelDisabled},
		PacketConnConfigs: []turn.PacketConnConfig{{
			PacketConn:            filtered,
			RelayAddressGenerator: relays,
			PermissionHandler: func(_ net.Addr, wanted net.IP) bool {
				address, ok := netip.AddrFromSlice(wanted)
				return ok && address.Unmap() == c.Node
			},
		}},
	})
}

// Close ends every relay.
func (s *Server) Close() error { return s.server.Close() }

// Relays is how many are held now.
func (s *Server) Relays() int { return s.server.AllocationCount() }

// Participants are those who hold relays now.
func (s *Server) Participants() []string { return s.ports.participants() }

// End ends the relays of a participant who has left: clients say nothing when they go.
func (s *Server) End(participant string) { s.ports.endOf(participant) }

// authenticate reads the credentials that the engine gives out: the name is
// <expiry>:<participant>, the password base64(HMAC-SHA1(secret, name)). Who holds
// a relay may keep it beyond the expiry, but not beyond the participant: without it every
// request is refused. Only the engine that gave the credential out has the participant,
// so the other nodes of a cluster, who share the secret, refuse it.
func (c Config) authenticate(asked *turn.RequestAttributes) (user string, key []byte, ok bool) {
	expiry, participant, found := strings.Cut(asked.Username, ":")
	until, err := strconv.ParseInt(expiry, 10, 64)
	if !found || err != nil || c.Secret == "" || participant == "" {
		return "", nil, false
	}
	if asked.Method == stun.MethodAllocate && c.Now().Unix() > until {
		return "", nil, false
	}
	if c.Holder(participant) == Gone {
		return "", nil, false
	}
	return participant, turn.GenerateAuthKey(asked.Username, Realm, Password(c.Secret, asked.Username)), true
}

// Password is that of a name.
func Password(secret, username string) string {
	mac := hmac.New(sha1.New, []byte(secret))
	mac.Write([]byte(username))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// probeAgain is how long the answer to a probe may take before it is sent anew.
const probeAgain = 300 * time.Millisecond

// Probe asks the server, as a client does, which address it sees, until it
// answers or ctx ends. The answer comes from the goroutine that serves everybody.
func (s *Server) Probe(ctx context.Context) error {
	here := netip.AddrFrom4([4]byte{127, 0, 0, 1})
	if s.wide.Is6() {
		here = netip.IPv6Loopback()
	}
	conn, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(netip.AddrPortFrom(here, uint16(s.port))))
	if err != nil {
		return fmt.Errorf("ask TURN: %w", err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { recovery.Do(nil, "relay.probe", func() { conn.Close() }) })()
	asked, err := stun.Build(stun.TransactionID, stun.BindingRequest)
	if err != nil {
		return fmt.Errorf("ask TURN: %w", err)
	}
	again := time.NewTicker(probeAgain)
	defer again.Stop()
	for {
		if answers(conn, asked) {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.New("the TURN server does not answer")
		case <-again.C:
		}
	}
}

// answers sends a question and waits for its answer, but not for long.
func answers(conn net.Conn, asked *stun.Message) bool {
	if _, err := conn.Write(asked.Raw); err != nil {
		return false
	}
	if err := conn.SetReadDeadline(time.Now().Add(probeAgain)); err != nil {
		return false
	}
	buffer := make([]byte, maxBytes)
	n, err := conn.Read(buffer)
	if err != nil {
		return false
	}
	said := &stun.Message{Raw: buffer[:n]}
	return said.Decode() == nil && said.TransactionID == asked.TransactionID
}
