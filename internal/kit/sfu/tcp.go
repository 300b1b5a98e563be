package sfu

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/livekit/livekit-server/pkg/rtc"
	"github.com/livekit/livekit-server/pkg/service"
	"github.com/pion/ice/v4"
	"github.com/pion/stun/v3"
	"github.com/pion/webrtc/v4"

	"limelight/internal/kit/limit"
	"limelight/internal/kit/recovery"
)

// Media over TCP (RFC 6544). The engine's own listener takes every connection, keeps one
// that names no participant for half a minute, and ends for good when the program has no
// descriptors left. Therefore the port is ours: its connections are bounded, and the engine
// gets those whose first packet names one of its participants
// (docs/decisions/0061-media-ports-are-bounded.md).

const (
	// tcpFirstWithin is how long a connection may take to name its participant. A client
	// says it with its first packet, at once; a slow network needs seconds.
	tcpFirstWithin = 5 * time.Second

	// tcpPerUfrag is how many connections one ICE agent of the engine may have: a client
	// opens one from each of its networks to each address of the engine.
	tcpPerUfrag = 8

	// tcpUnnamedShare: of the connections that an address may have, one in so many may not
	// have named a participant yet. A client's first packet follows one round trip after
	// its connection, so a crowd behind one address comes in at hundreds a second.
	tcpUnnamedShare = 8

	// tcpFirstBytes is how long the first packet may be, as in the library.
	tcpFirstBytes = 512

	// tcpPause is how long nothing is accepted after it failed, as without descriptors.
	tcpPause = 50 * time.Millisecond

	tcpReadPackets  = 50      // that wait for the engine, of all connections of one agent
	tcpWriteBytes   = 4 << 20 // that wait for a slow client
	stunFrameHeader = 2       // bytes before each packet: its length (RFC 4571)
)

// tcpMux is the media port for TCP, as the WebRTC library uses it.
type tcpMux struct {
	*ice.TCPMuxDefault
	listener    net.Listener
	named       *namedConns
	owned, most int              // connections of an address, and of all; 0: no bound
	refused     func(why string) // is told why a connection was closed
	log         *slog.Logger
	unnamed     limit.Open // connections whose participant is not known yet, by owners
	open        limit.Open // all connections, by owners

	mu     sync.Mutex
	agents map[string]int // connections of each ICE agent of the engine, by its ufrag
}

// listenTCP opens the port and has the engine use it.
func (e *Engine) listenTCP() error {
	transports, err := transportsOf(e.server)
	if err != nil {
		return err
	}
	listener, err := net.ListenTCP("tcp", &net.TCPAddr{Port: e.cfg.TCPPort})
	if err != nil {
		return fmt.Errorf("listen for media over TCP: %w", err)
	}
	named := &namedConns{address: listener.Addr(), conns: make(chan net.Conn), closed: make(chan struct{})}
	e.tcp = &tcpMux{
		TCPMuxDefault: ice.NewTCPMuxDefault(ice.TCPMuxParams{
			Listener: named, Logger: transports.SettingEngine.LoggerFactory.NewLogger("tcp_mux"),
			ReadBufferSize: tcpReadPackets, WriteBufferSize: tcpWriteBytes,
			FirstStunBindTimeout: tcpFirstWithin, AliveDurationForConnFromStun: tcpFirstWithin,
		}),
		listener: listener, named: named, owned: e.cfg.OwnedTCP, most: e.cfg.TCP,
		refused: func(why string) { e.tellRefused("tcp." + why) }, log: e.log,
		agents: map[string]int{},
	}
	transports.SettingEngine.SetICETCPMux(e.tcp)
	transports.SettingEngine.SetNetworkTypes([]webrtc.NetworkType{
		webrtc.NetworkTypeUDP4, webrtc.NetworkTypeUDP6, webrtc.NetworkTypeTCP4, webrtc.NetworkTypeTCP6,
	})
	return nil
}

var errTransports = errors.New("the engine keeps the settings of its transports elsewhere than this program knows")

// transportsOf are the settings from which the engine makes each participant's transports.
// It has no other door to them: its configuration knows a port, and no listener.
func transportsOf(server *service.LivekitServer) (*rtc.WebRTCConfig, error) {
	kept := reflect.ValueOf(server.RoomManager()).Elem().FieldByName("rtcConfig")
	if !kept.IsValid() || kept.Type() != reflect.TypeFor[*rtc.WebRTCConfig]() || kept.IsNil() {
		return nil, errTransports
	}
	return (*rtc.WebRTCConfig)(kept.UnsafePointer()), nil
}

// GetConnByUfrag is the library's question for the connections of an ICE agent, which it
// asks before a client is told of the port: from now on the agent is known.
func (m *tcpMux) GetConnByUfrag(ufrag string, isIPv6 bool, local net.IP) (net.PacketConn, error) {
	conn, err := m.TCPMuxDefault.GetConnByUfrag(ufrag, isIPv6, local)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.agents[ufrag]; !known {
		m.agents[ufrag] = 0
	}
	return conn, nil
}

// RemoveConnByUfrag ends the connections of an ICE agent, when the agent ends or is
// restarted under another ufrag.
func (m *tcpMux) RemoveConnByUfrag(ufrag string) {
	m.mu.Lock()
	delete(m.agents, ufrag)
	m.mu.Unlock()
	m.TCPMuxDefault.RemoveConnByUfrag(ufrag)
}

// run accepts connections until ctx ends, and closes the port then.
func (m *tcpMux) run(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() { recovery.Do(m.log, "sfu.tcp", m.close) })()
	for {
		conn, err := m.listener.Accept()
		switch {
		case err == nil:
			m.admit(ctx, conn)
		case ctx.Err() != nil || errors.Is(err, net.ErrClosed):
			return nil
		default: // no descriptors are left: what is in the queue waits
			m.log.Debug("accept media over TCP", "error", err)
			select {
			case <-ctx.Done():
			case <-time.After(tcpPause):
			}
		}
	}
}

// close ends the port. Connections that the engine has end with its participants.
func (m *tcpMux) close() {
	m.listener.Close()
	m.named.Close()
}

// admit counts a connection and waits for its first packet, or closes it.
func (m *tcpMux) admit(ctx context.Context, conn net.Conn) {
	host, _, _ := net.SplitHostPort(conn.RemoteAddr().String())
	owners := limit.Owners(host)
	switch m.open.Enter(owners, m.owned, m.most) {
	case limit.Owned:
		m.refuse(conn, "owner")
		return
	case limit.Full:
		m.refuse(conn, "full")
		return
	}
	unnamed := m.owned
	if unnamed > 0 {
		unnamed = max(1, m.owned/tcpUnnamedShare)
	}
	c := &tcpConn{Conn: conn, mux: m, owners: owners}
	if m.unnamed.Enter(owners, unnamed, 0) != limit.Entered {
		m.refuse(c, "owner")
		return
	}
	recovery.Go(m.log, "sfu.tcp", func() {
		defer m.unnamed.Leave(owners)
		m.name(ctx, c)
	}, func() { c.Close() })
}

// name hands a connection to the engine whose first packet names an ICE agent of it, and
// closes any other.
func (m *tcpMux) name(ctx context.Context, c *tcpConn) {
	err := c.readFirst()
	if err != nil {
		c.Close()
		return
	}
	if why := m.join(c); why != "" {
		m.refuse(c, why)
		return
	}
	select {
	case m.named.conns <- c:
	case <-ctx.Done():
		c.Close()
	}
}

// join counts a connection for the ICE agent that its first packet names, or says why not.
func (m *tcpMux) join(c *tcpConn) (why string) {
	ufrag := ufragOf(c.first[stunFrameHeader:])
	m.mu.Lock()
	defer m.mu.Unlock()
	switch n, known := m.agents[ufrag]; {
	case !known:
		return "unknown"
	case n >= tcpPerUfrag:
		return "owner"
	}
	m.agents[ufrag]++
	c.ufrag = ufrag
	return ""
}

// left gives the places of a connection back.
func (m *tcpMux) left(c *tcpConn) {
	m.open.Leave(c.owners)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.agents[c.ufrag] > 0 {
		m.agents[c.ufrag]--
	}
}

// refuse closes a connection in such a way that the system keeps nothing of it.
func (m *tcpMux) refuse(conn net.Conn, why string) {
	m.refused(why)
	tcp := conn
	if c, counted := conn.(*tcpConn); counted {
		tcp = c.Conn
	}
	if tcp, ok := tcp.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	conn.Close()
}

// ufragOf is the ICE agent that a packet is for: the first half of the username of a STUN
// binding request (RFC 8445 §7.2.2). Empty for any other packet.
func ufragOf(packet []byte) string {
	m := &stun.Message{Raw: packet}
	var name stun.Username
	if m.Decode() != nil || m.Type.Method != stun.MethodBinding || name.GetFrom(m) != nil {
		return ""
	}
	ufrag, _, _ := strings.Cut(name.String(), ":")
	return ufrag
}

// tcpConn is a counted connection. What was read of it to know whose it is, is read again.
type tcpConn struct {
	net.Conn
	mux    *tcpMux
	owners []string
	ufrag  string // of the ICE agent that has it; empty before
	first  []byte // the first packet with its length, as far as nobody has read it again
	once   sync.Once
}

var errFirstLong = errors.New("sfu: no client's first packet over TCP is so long")

// readFirst waits for the first packet.
func (c *tcpConn) readFirst() error {
	if err := c.SetReadDeadline(time.Now().Add(tcpFirstWithin)); err != nil {
		return err
	}
	first := make([]byte, stunFrameHeader+tcpFirstBytes)
	if _, err := io.ReadFull(c.Conn, first[:stunFrameHeader]); err != nil {
		return err
	}
	length := int(binary.BigEndian.Uint16(first))
	if length > tcpFirstBytes {
		return errFirstLong
	}
	first = first[:stunFrameHeader+length]
	if _, err := io.ReadFull(c.Conn, first[stunFrameHeader:]); err != nil {
		return err
	}
	c.first = first
	return c.SetReadDeadline(time.Time{})
}

// Read is of the library's one goroutine that reads the connection.
func (c *tcpConn) Read(p []byte) (int, error) {
	if len(c.first) == 0 {
		return c.Conn.Read(p)
	}
	n := copy(p, c.first)
	c.first = c.first[n:]
	return n, nil
}

// Close gives the places of the connection back, once.
func (c *tcpConn) Close() error {
	c.once.Do(func() { c.mux.left(c) })
	return c.Conn.Close()
}

// namedConns is the listener from which the library takes the connections of its
// participants.
type namedConns struct {
	address net.Addr
	conns   chan net.Conn
	closed  chan struct{}
	once    sync.Once
}

func (l *namedConns) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *namedConns) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *namedConns) Addr() net.Addr { return l.address }
