package relay

import (
	"encoding/binary"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"testing"
	"time"

	"github.com/pion/stun/v3"
)

const standsStill = 20 * time.Second

// The library runs in this process and nothing of ours is around it: no packet
// that comes through the filter may stop it. Half of the packets are signed with
// a good credential, as a guest's would be.
func FuzzPackets(f *testing.F) {
	for _, kind := range []stun.Method{stun.MethodBinding, stun.MethodAllocate, stun.MethodRefresh, stun.MethodSend,
		stun.MethodCreatePermission, stun.MethodChannelBind, stun.MethodConnect, stun.MethodConnectionBind} {
		f.Add(uint16(stun.NewType(kind, stun.ClassRequest).Value()), []byte{0, 0x12, 0, 8, 0, 1, 0x21, 0x12, 1, 2, 3, 4}, true)
		f.Add(uint16(stun.NewType(kind, stun.ClassIndication).Value()), []byte{0, 0x13, 0, 1, 7, 0, 0, 0}, true)
	}
	f.Add(uint16(0x0003), []byte{0, 0x19, 0, 4, 17, 0, 0, 0}, true)     // a relay, by UDP
	f.Add(uint16(0x0003), []byte{0, 0x19, 0, 4, 6, 0, 0, 0}, true)      // and by TCP
	f.Add(uint16(0x0003), []byte{0, 0x18, 0, 1, 0x80, 0, 0, 0}, true)   // a pair of ports
	f.Add(uint16(0), []byte{0x40, 0, 0xff, 0xff, 1}, false)             // a channel's data, shorter than it says
	f.Add(uint16(0), []byte{0, 1, 0, 0, 0x21, 0x12, 0xa4, 0x42}, false) // half a message
	f.Add(uint16(0), []byte{}, false)
	w := newWire(f)
	f.Fuzz(func(t *testing.T, kind uint16, body []byte, signed bool) {
		packet := body
		if signed {
			packet = w.sign(kind, body)
		}
		if len(packet) >= maxBytes {
			return
		}
		if !w.send(packet) || !w.answers() {
			t.Fatalf("the server stands still at %x", packet)
		}
	})
}

// wire is a server and one client, in memory but for the relays.
type wire struct {
	in    chan []byte
	out   chan []byte
	done  chan struct{}
	nonce stun.Nonce
	name  string
}

func newWire(f *testing.F) *wire {
	w := &wire{in: make(chan []byte), out: make(chan []byte, 64), done: make(chan struct{}), name: "9999999999:mallory"}
	node := netip.MustParseAddr("127.0.0.1")
	cfg := Config{Node: node, MediaPort: 9, First: 40000, Last: 40015, Secret: "secret", Log: slog.New(slog.DiscardHandler), Now: time.Now, Holder: func(string) Holder { return Viewer }}
	server, err := cfg.serve(w, cfg.ports(netip.IPv4Unspecified()))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { server.Close() })
	w.send(stun.MustBuild(stun.TransactionID, stun.NewType(stun.MethodAllocate, stun.ClassRequest)).Raw)
	challenge := &stun.Message{Raw: <-w.out}
	if err := errors.Join(challenge.Decode(), w.nonce.GetFrom(challenge)); err != nil {
		f.Fatal(err)
	}
	w.send(w.sign(0x0003, []byte{0, 0x19, 0, 4, 17, 0, 0, 0})) // later packets meet a relay that is there
	<-w.out
	return w
}

// send reports whether the server takes a packet.
func (w *wire) send(packet []byte) bool {
	select {
	case w.in <- packet:
		return true
	case <-time.After(standsStill):
		return false
	}
}

// sign makes a message of attributes as they are, with a good credential.
func (w *wire) sign(kind uint16, attributes []byte) []byte {
	var t stun.MessageType
	t.ReadValue(kind & 0x3fff)
	m := stun.MustBuild(stun.TransactionID, t)
	m.Raw = append(m.Raw, attributes...)
	for len(m.Raw)%4 != 0 {
		m.Raw = append(m.Raw, 0)
	}
	binary.BigEndian.PutUint16(m.Raw[2:], uint16(len(m.Raw)-20))
	m.Length = uint32(len(m.Raw) - 20)
	for _, set := range []stun.Setter{stun.NewUsername(w.name), stun.NewRealm(Realm), w.nonce,
		stun.NewLongTermIntegrity(w.name, Realm, Password("secret", w.name))} {
		if err := set.AddTo(m); err != nil {
			return m.Raw
		}
	}
	return m.Raw
}

// answers asks what STUN asks and drops what comes before the answer.
func (w *wire) answers() bool {
	asked := stun.MustBuild(stun.TransactionID, stun.BindingRequest)
	if !w.send(asked.Raw) {
		return false
	}
	late := time.After(standsStill)
	for {
		select {
		case packet := <-w.out:
			said := &stun.Message{Raw: packet}
			if said.Decode() == nil && said.TransactionID == asked.TransactionID {
				return true
			}
		case <-late:
			return false
		}
	}
}

// ReadFrom and the rest make the wire the server's socket.
func (w *wire) ReadFrom(buffer []byte) (int, net.Addr, error) {
	select {
	case packet := <-w.in:
		return copy(buffer, packet), &net.UDPAddr{IP: net.IPv4(192, 0, 2, 7), Port: 5000}, nil
	case <-w.done:
		return 0, nil, net.ErrClosed
	}
}

func (w *wire) WriteTo(packet []byte, _ net.Addr) (int, error) {
	select {
	case w.out <- append([]byte(nil), packet...):
	default: // nobody asks for it
	}
	return len(packet), nil
}

func (w *wire) Close() error                     { close(w.done); return nil }
func (w *wire) LocalAddr() net.Addr              { return &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 3478} }
func (w *wire) SetDeadline(time.Time) error      { return nil }
func (w *wire) SetReadDeadline(time.Time) error  { return nil }
func (w *wire) SetWriteDeadline(time.Time) error { return nil }
