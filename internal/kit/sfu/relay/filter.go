package relay

import (
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"time"

	"github.com/pion/stun/v3"

	"limelight/internal/kit/recovery"
)

// maxBytes is the largest packet that is looked at; the library reads no more.
const maxBytes = 1600

// filter lets those packets through to the library that this server has a use
// for: STUN, and TURN for UDP.
type filter struct {
	net.PacketConn
	relays *ports
	log    *slog.Logger
}

// wake makes the goroutine that reads end the relays that shall end.
func (f *filter) wake() { _ = f.SetReadDeadline(time.Now()) }

// ReadFrom is the next packet that is let through. The library reads the next one when it
// is done with the one before.
func (f *filter) ReadFrom(buffer []byte) (int, net.Addr, error) {
	for {
		n, from, err := f.PacketConn.ReadFrom(buffer)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			if err := f.SetReadDeadline(time.Time{}); err != nil { // who wakes it now is heard next time
				return 0, nil, err
			}
			recovery.Do(f.log, "sfu.turn", f.relays.endAsked)
			continue
		}
		if err != nil || f.lets(buffer[:n]) {
			return n, from, err
		}
	}
}

// lets drops a packet that our own look at it cannot bear: the goroutine is the
// library's, and has no barrier.
func (f *filter) lets(packet []byte) (through bool) {
	defer recovery.Catch(f.log, "sfu.turn", nil)
	return passes(packet, f.relays.peer)
}

// passes reports whether the library may see a packet.
func passes(packet []byte, peer netip.AddrPort) bool {
	if len(packet) < 4 {
		return false
	}
	switch packet[0] >> 6 {
	case 0:
		return passesMessage(packet, peer)
	case 1: // of a channel, whose number says where to (RFC 8656 §12.4)
		return int(packet[2])<<8|int(packet[3]) <= len(packet)-4
	}
	return false
}

// needed are the messages that somebody who relays UDP sends. Connect and
// ConnectionBind, of RFC 6062, are not among them.
var needed = map[stun.MessageType]bool{
	stun.NewType(stun.MethodBinding, stun.ClassRequest):          true,
	stun.NewType(stun.MethodAllocate, stun.ClassRequest):         true,
	stun.NewType(stun.MethodRefresh, stun.ClassRequest):          true,
	stun.NewType(stun.MethodCreatePermission, stun.ClassRequest): true,
	stun.NewType(stun.MethodChannelBind, stun.ClassRequest):      true,
	stun.NewType(stun.MethodSend, stun.ClassIndication):          true,
}

func passesMessage(packet []byte, peer netip.AddrPort) bool {
	var m stun.Message
	if err := stun.Decode(packet, &m); err != nil || !needed[m.Type] {
		return false
	}
	switch m.Type.Method {
	case stun.MethodAllocate:
		// A port of one's choice, and pairs of ports, are of use to nobody and
		// make the library open ports by the dozen.
		return !m.Contains(stun.AttrEvenPort) && !m.Contains(stun.AttrReservationToken)
	case stun.MethodChannelBind, stun.MethodSend:
		var to stun.XORMappedAddress
		if err := to.GetFromAs(&m, stun.AttrXORPeerAddress); err != nil {
			return errors.Is(err, stun.ErrAttributeNotFound) // the library answers what is missing
		}
		return to.Port == int(peer.Port())
	}
	return true
}
