package socket

import (
	"bufio"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/lxzan/gws"

	"limelight/internal/kit/recovery"
	"limelight/internal/kit/wsframe"
)

// readBuffer is what a connection reads through, in bytes: one per connection
// for as long as it lasts.
const readBuffer = 512

// link is one WebSocket of a connection: its only one, or the one a polling
// client upgrades to.
type link struct {
	conn    *Conn
	w       *writer
	ws      *gws.Conn
	probing bool // not yet the connection's transport; the reader's own
	probed  bool
}

func newUpgrader(limits Limits) *gws.Upgrader {
	return gws.NewUpgrader(events{}, &gws.ServerOption{
		ReadMaxPayloadSize: limits.frameBytes(),
		ReadBufferSize:     readBuffer,
		CheckUtf8Enabled:   true,
	})
}

// frameBytes bounds one WebSocket frame: what is only somewhat too large for a
// packet gets an answer.
func (l Limits) frameBytes() int { return maxPostPackets * l.PacketBytes }

// frameCost is what a control frame takes from the bucket of frames, where any
// other frame takes one. The bucket is as many times as large as the bucket of
// packets, for a packet may come with so many attachments, a frame each.
const frameCost = 1 + maxAttachments

// filter reads the client's frames before the library does.
func (l *link) filter(conn net.Conn) *wsframe.Filter {
	s := l.conn.s
	limits := wsframe.Limits{
		Frame: uint64(s.limits.frameBytes()),
		Rate:  s.limits.Rate * frameCost, Burst: float64(s.limits.Burst * frameCost), Control: frameCost,
	}
	return wsframe.NewFilter(conn, limits, s.now, func(why error) {
		s.stats.violations.Add(1)
		l.w.send(closeFrame(closeCode(why)), Critical, 0)
	})
}

// closeCode is what the client is told of a refused frame, RFC 6455 §7.4.1.
func closeCode(why error) uint16 {
	switch {
	case errors.Is(why, wsframe.ErrSize):
		return closeTooLarge
	case errors.Is(why, wsframe.ErrFlood):
		return closePolicy
	}
	return closeProtocol
}

// read takes packets until the WebSocket ends. A panic in the library or in what
// a packet sets off ends this connection only.
func (l *link) read() {
	recovery.Go(l.conn.s.log, "socket.read", l.ws.ReadLoop, l.closed)
}

// accept makes a WebSocket of a request, or answers it and returns nil.
func (s *Server) accept(w http.ResponseWriter, r *http.Request, l *link) *link {
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil { // HTTP/2 and such
		s.refuse(w, refuseTransport)
		return nil
	}
	_ = conn.SetDeadline(time.Time{})
	l.w = newWriter(s, conn)
	l.w.link = l
	if buffered.Reader.Buffered() > 0 { // it talked before it was answered
		s.stats.handshakeFailures.WithLabelValues(refuseRequest.name).Inc()
		_ = l.w.Close()
		return nil
	}
	l.ws, err = s.upgrader.UpgradeFromConn(l.w, bufio.NewReaderSize(l.filter(conn), readBuffer), r)
	if err != nil {
		s.stats.handshakeFailures.WithLabelValues("websocket").Inc()
		_ = l.w.Close()
		return nil
	}
	return l
}

// upgrade opens a WebSocket beside a polling connection. The connection changes
// to it when the client has probed it and says so (Engine.IO "Upgrade").
func (c *Conn) upgrade(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	refused := c.ws.Load() != nil || c.upgrading || c.closed || !c.closingSince.IsZero()
	c.mu.Unlock()
	if refused {
		c.s.refuse(w, refuseRequest)
		return
	}
	if l := c.s.accept(w, r, &link{conn: c, probing: true}); l != nil {
		_ = l.w.Conn.SetReadDeadline(c.s.now().Add(connectTime))
		l.read() // ends with the WebSocket, or when it is not taken up in time
	}
}

// probe takes the packets of an upgrade under way.
func (l *link) probe(p string) {
	switch {
	case p == "2probe" && !l.probed:
		l.probed = true
		l.conn.mu.Lock()
		l.conn.upgrading = true
		l.conn.wakePoll() // the client's poll must end first
		l.conn.mu.Unlock()
		l.w.send(textFrame("3probe").ws, Critical, 1)
	case p == string(rune(engineUpgrade)) && l.probed:
		l.takeOver()
	default:
		_ = l.w.Close()
	}
}

// takeOver makes this WebSocket the connection's transport. What polls have not
// fetched goes first.
func (l *link) takeOver() {
	c := l.conn
	c.mu.Lock()
	defer c.mu.Unlock()
	c.upgrading = false
	if c.closed || c.ws.Load() != nil {
		_ = l.w.Close()
		return
	}
	l.probing = false
	_ = l.w.Conn.SetReadDeadline(time.Time{})
	for _, f := range c.takeQueue() {
		l.w.send(f.ws, Critical, 1)
	}
	c.ws.Store(l.w)
	c.wakePoll()
	if !c.closingSince.IsZero() {
		l.w.close(closeNormal)
	}
}

func (l *link) closed() {
	_ = l.w.Close()
	c := l.conn
	if l.probing {
		c.mu.Lock()
		c.upgrading = false
		c.mu.Unlock()
		return
	}
	c.end()
}

func (l *link) received(m *gws.Message) {
	defer func() { _ = m.Close() }()
	p := m.Bytes()
	if l.probing {
		l.probe(string(p))
		return
	}
	binary := m.Opcode == gws.OpcodeBinary
	if binary && l.conn.eio == 3 {
		if len(p) == 0 || p[0] != 4 {
			l.conn.end()
			return
		}
		p = p[1:]
	}
	if err := l.conn.receive(p, binary); err != nil {
		l.conn.end()
	}
}

// events is the WebSocket library's one listener for all connections: each
// carries its own state in its net.Conn.
type events struct{}

func linkOf(c *gws.Conn) *link { return c.NetConn().(*writer).link }

func (events) OnOpen(*gws.Conn)                      {}
func (events) OnPing(c *gws.Conn, p []byte)          { _ = c.WritePong(p) }
func (events) OnPong(*gws.Conn, []byte)              {}
func (events) OnClose(c *gws.Conn, _ error)          { linkOf(c).closed() }
func (events) OnMessage(c *gws.Conn, m *gws.Message) { linkOf(c).received(m) }
