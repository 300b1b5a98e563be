package relay

import (
	"errors"
	"maps"
	"math/rand/v2"
	"net"
	"net/netip"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pion/turn/v5"
)

var (
	errUDPOnly = errors.New("relay: only UDP is relayed")
	errChosen  = errors.New("relay: ports are not for the client to choose")
	errNoPort  = errors.New("relay: every port is held")
)

const (
	// reservedPorts: of all relays, one in so many is not for viewers.
	reservedPorts = 4

	// pathWithin is how long a client has to send the engine a check that it answers, before
	// its relay is given to who needs one. The check follows a few round trips after the
	// allocation; the time counts only when there is no room.
	pathWithin = 2 * time.Second
)

// ports opens the relays' sockets, in a range of ports.
type ports struct {
	wide        netip.Addr
	peer        netip.AddrPort
	first, last int
	idle        time.Duration // how long a relay lasts to which the engine says nothing
	holder      func(participant string) Holder

	wake func() // has the goroutine that serves everybody call endAsked

	mu   sync.Mutex
	open map[*socket]state
}

// state is how far the end of a socket has come. The library closes an allocation in a
// goroutine of its own, and its permissions must not grow meanwhile: it would stop a timer
// that is not there yet. Therefore the port is closed between two requests, by the goroutine
// that serves them, and from then on until the library is done the participant's are refused.
type state int

const (
	used   state = iota
	asked        // somebody wants it to end
	ending       // its port is closed, and the library has not let it go yet
)

func (p *ports) count() int { return p.last - p.first + 1 }

// hasRoom tells whether there is a relay for a participant, and makes it where another's has
// not been answered by the engine: that one has no media, and goes first.
func (p *ports) hasRoom(participant string) bool {
	entitled := p.holder(participant) == Entitled
	p.mu.Lock()
	defer p.mu.Unlock()
	viewers := 0
	var oldest *socket
	taken := 0
	for s, state := range p.open {
		if state == ending {
			continue
		}
		if taken++; s.entitled {
			continue
		}
		viewers++
		if !s.answered.Load() && (oldest == nil || s.opened.Before(oldest.opened)) {
			oldest = s
		}
	}
	all := p.count()
	if taken < all && (entitled || viewers < all-all/reservedPorts) {
		return true
	}
	if oldest == nil || time.Since(oldest.opened) < pathWithin {
		return false
	}
	p.end(oldest)
	return true
}

// participants are those who hold relays.
func (p *ports) participants() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	held := map[string]bool{}
	for s := range p.open {
		held[s.participant] = true
	}
	return slices.Collect(maps.Keys(held))
}

// endOf ends the relays of a participant soon.
func (p *ports) endOf(participant string) {
	p.ask(func(s *socket) bool { return s.participant == participant })
}

// ask has the relays that are chosen ended.
func (p *ports) ask(chosen func(*socket) bool) {
	p.mu.Lock()
	for s, state := range p.open {
		if state == used && chosen(s) {
			p.open[s] = asked
		}
	}
	p.mu.Unlock()
	p.wake()
}

// endAsked ends the relays that somebody wants to end. It is called between two requests.
func (p *ports) endAsked() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for s, state := range p.open {
		if state == asked {
			p.end(s)
		}
	}
}

// end closes a relay's port. The library's goroutine that reads it ends the relay. The
// caller holds p.mu.
func (p *ports) end(s *socket) {
	p.open[s] = ending
	_ = s.UDPConn.Close()
}

// isEnding tells whether the library has a relay of the participant yet whose port is closed.
func (p *ports) isEnding(participant string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for s, state := range p.open {
		if state == ending && s.participant == participant {
			return true
		}
	}
	return false
}

// Validate is of the library's interface; there is nothing that could be missing.
func (p *ports) Validate() error { return nil }

// AllocatePacketConn opens a port that nobody holds.
func (p *ports) AllocatePacketConn(wanted turn.AllocateListenerConfig) (net.PacketConn, net.Addr, error) {
	if wanted.RequestedPort != 0 {
		return nil, nil, errChosen
	}
	count := p.count()
	start := rand.IntN(count)
	for i := range count {
		port := p.first + (start+i)%count
		conn, err := net.ListenUDP(wanted.Network, net.UDPAddrFromAddrPort(netip.AddrPortFrom(p.wide, uint16(port))))
		if err != nil {
			continue // this relay's or another program's
		}
		told := net.UDPAddrFromAddrPort(netip.AddrPortFrom(p.peer.Addr(), uint16(port)))
		now := time.Now()
		s := &socket{
			UDPConn: conn, ports: p, peer: p.peer, idle: p.idle, opened: now, heard: now,
			participant: wanted.UserID, entitled: p.holder(wanted.UserID) == Entitled,
		}
		p.mu.Lock()
		p.open[s] = used
		p.mu.Unlock()
		return s, told, nil
	}
	return nil, nil, errNoPort
}

// AllocateListener refuses TCP allocations.
func (p *ports) AllocateListener(turn.AllocateListenerConfig) (net.Listener, net.Addr, error) {
	return nil, nil, errUDPOnly
}

// AllocateConn refuses TCP connections.
func (p *ports) AllocateConn(turn.AllocateConnConfig) (net.Conn, error) { return nil, errUDPOnly }

// socket is a relay's. TURN permits peers by address alone, this one by port as
// well: whatever goes to or comes from anywhere else is dropped. A client may keep a relay
// by asking for it; the engine answers only those it knows, so one to which it says
// nothing is of use to nobody, and ends.
type socket struct {
	*net.UDPConn
	ports       *ports
	peer        netip.AddrPort
	idle        time.Duration
	participant string
	entitled    bool
	opened      time.Time
	heard       time.Time   // when the engine spoke last; of the one goroutine that reads
	answered    atomic.Bool // the engine has spoken
}

// Close is the end of the relay.
func (s *socket) Close() error {
	s.ports.mu.Lock()
	delete(s.ports.open, s)
	s.ports.mu.Unlock()
	return s.UDPConn.Close()
}

// ReadFrom is the next packet of the engine's. Its error ends the relay; one that has been
// idle for too long is asked to end.
func (s *socket) ReadFrom(buffer []byte) (int, net.Addr, error) {
	for {
		if err := s.SetReadDeadline(s.heard.Add(s.idle)); err != nil {
			return 0, nil, err
		}
		n, from, err := s.UDPConn.ReadFrom(buffer)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			s.ports.ask(func(other *socket) bool { return other == s })
			s.heard = time.Now() // until its port is closed
			continue
		}
		if err != nil {
			return n, from, err
		}
		if s.engine(from) {
			s.heard = time.Now()
			s.answered.Store(true)
			return n, from, nil
		}
	}
}

// WriteTo sends to the engine.
func (s *socket) WriteTo(packet []byte, to net.Addr) (int, error) {
	if !s.engine(to) {
		return len(packet), nil
	}
	return s.UDPConn.WriteTo(packet, to)
}

func (s *socket) engine(address net.Addr) bool {
	udp, ok := address.(*net.UDPAddr)
	if !ok {
		return false
	}
	got := udp.AddrPort()
	return got.Port() == s.peer.Port() && got.Addr().Unmap() == s.peer.Addr()
}
