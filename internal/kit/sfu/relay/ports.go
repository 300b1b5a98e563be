package relay

import (
	"errors"
	"math/rand/v2"
	"net"
	"net/netip"
	"time"

	"github.com/pion/turn/v5"
)

var (
	errUDPOnly = errors.New("relay: only UDP is relayed")
	errChosen  = errors.New("relay: ports are not for the client to choose")
	errNoPort  = errors.New("relay: every port is held")
)

// ports opens the relays' sockets, in a range of ports.
type ports struct {
	wide        netip.Addr
	peer        netip.AddrPort
	first, last int
	idle        time.Duration // how long a relay lasts to which the engine says nothing
}

// Validate is of the library's interface; there is nothing that could be missing.
func (p *ports) Validate() error { return nil }

// AllocatePacketConn opens a port that nobody holds.
func (p *ports) AllocatePacketConn(asked turn.AllocateListenerConfig) (net.PacketConn, net.Addr, error) {
	if asked.RequestedPort != 0 {
		return nil, nil, errChosen
	}
	count := p.last - p.first + 1
	start := rand.IntN(count)
	for i := range count {
		port := p.first + (start+i)%count
		conn, err := net.ListenUDP(asked.Network, net.UDPAddrFromAddrPort(netip.AddrPortFrom(p.wide, uint16(port))))
		if err != nil {
			continue // this relay's or another program's
		}
		told := net.UDPAddrFromAddrPort(netip.AddrPortFrom(p.peer.Addr(), uint16(port)))
		return &socket{UDPConn: conn, peer: p.peer, idle: p.idle, heard: time.Now()}, told, nil
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
	peer  netip.AddrPort
	idle  time.Duration
	heard time.Time // when the engine spoke last; of the one goroutine that reads
}

// ReadFrom is the next packet of the engine's. Its error, a relay that has been idle
// for too long among them, ends the relay.
func (s *socket) ReadFrom(buffer []byte) (int, net.Addr, error) {
	for {
		if err := s.SetReadDeadline(s.heard.Add(s.idle)); err != nil {
			return 0, nil, err
		}
		n, from, err := s.UDPConn.ReadFrom(buffer)
		if err != nil {
			return n, from, err
		}
		if s.engine(from) {
			s.heard = time.Now()
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
