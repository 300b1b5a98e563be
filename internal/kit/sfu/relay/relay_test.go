package relay_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pion/stun/v3"
	"github.com/pion/turn/v5"

	"limelight/internal/kit/sfu/relay"
)

const (
	secret   = "a secret of the engine"
	patience = 20 * time.Second
)

// fixture is a server whose engine is a socket that sends everything back.
type fixture struct {
	*relay.Server
	address string
	media   *net.UDPConn
	began   time.Time
	later   atomic.Int64 // how far the server's clock is ahead, in nanoseconds
	gone    sync.Map     // participants who have left
}

// holder is what a participant is to the engine: "paid" has a claim.
func (h *fixture) holder(participant string) relay.Holder {
	switch _, left := h.gone.Load(participant); {
	case left:
		return relay.Gone
	case strings.HasPrefix(participant, "paid"):
		return relay.Entitled
	}
	return relay.Viewer
}

func (h *fixture) now() time.Time { return h.began.Add(time.Duration(h.later.Load())) }

func setup(t *testing.T, relays int) *fixture {
	t.Helper()
	return setupIdle(t, relays, 0)
}

// setupIdle ends a relay that was idle for so long.
func setupIdle(t *testing.T, relays int, idle time.Duration) *fixture {
	t.Helper()
	port := freeRange(t, relays+1)
	h := &fixture{address: fmt.Sprintf("127.0.0.1:%d", port), media: listen(t), began: time.Now()}
	go echo(h.media)
	first := port + 1
	var err error
	h.Server, err = relay.Open(relay.Config{
		Port: port, Node: netip.MustParseAddr("127.0.0.1"), MediaPort: portOf(h.media),
		First: first, Last: first + relays - 1, Secret: secret, Log: slog.New(slog.DiscardHandler), Now: h.now, Idle: idle, Holder: h.holder,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

func listen(t *testing.T) *net.UDPConn {
	t.Helper()
	return listenAt(t, net.IPv4(127, 0, 0, 1))
}

func listenAt(t *testing.T, address net.IP) *net.UDPConn {
	t.Helper()
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: address})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func portOf(conn net.PacketConn) int { return conn.LocalAddr().(*net.UDPAddr).Port }

// freeRange is the first of so many ports that nobody uses now.
func freeRange(t *testing.T, count int) int {
	t.Helper()
next:
	for first := 21000; first < 29000; first += count {
		for port := first; port < first+count; port++ {
			conn, err := net.ListenPacket("udp", fmt.Sprintf(":%d", port))
			if err != nil {
				continue next
			}
			conn.Close()
		}
		return first
	}
	t.Fatal("no free range of ports")
	return 0
}

func echo(conn *net.UDPConn) {
	buffer := make([]byte, 2000)
	for {
		n, from, err := conn.ReadFrom(buffer)
		if err != nil {
			return
		}
		conn.WriteTo(buffer[:n], from) // the test waits for the answer
	}
}

// client is a stranger with the credential of a participant.
func (h *fixture) client(t *testing.T, participant string) *turn.Client {
	t.Helper()
	name := fmt.Sprintf("%d:%s", h.now().Add(time.Minute).Unix(), participant)
	return h.as(t, name, relay.Password(secret, name))
}

func (h *fixture) as(t *testing.T, name, password string) *turn.Client {
	t.Helper()
	return h.over(t, listen(t), name, password)
}

// from is a client at another address of this machine.
func (h *fixture) from(t *testing.T, last byte, participant string) *turn.Client {
	t.Helper()
	name := fmt.Sprintf("%d:%s", h.now().Add(time.Minute).Unix(), participant)
	return h.over(t, listenAt(t, net.IPv4(127, 0, 0, last)), name, relay.Password(secret, name))
}

func (h *fixture) over(t *testing.T, conn net.PacketConn, name, password string) *turn.Client {
	t.Helper()
	c, err := turn.NewClient(&turn.ClientConfig{
		STUNServerAddr: h.address, TURNServerAddr: h.address, Conn: conn,
		Username: name, Password: password, Realm: relay.Realm, RTO: 100 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Listen(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// serves sends something to the engine by a new relay and waits until it is back.
func (h *fixture) serves(t *testing.T, participant string) {
	t.Helper()
	c := h.client(t, participant)
	if _, err := c.SendBindingRequest(); err != nil {
		t.Errorf("STUN: %v", err)
	}
	conn, err := c.Allocate()
	if err != nil {
		t.Errorf("a relay for %s: %v", participant, err)
		return
	}
	defer conn.Close()
	ping(t, conn, h.media.LocalAddr())
}

func ping(t *testing.T, conn net.PacketConn, peer net.Addr) {
	t.Helper()
	if _, err := conn.WriteTo([]byte("to the engine"), peer); err != nil {
		t.Errorf("send by the relay: %v", err)
		return
	}
	buffer := make([]byte, 2000)
	conn.SetReadDeadline(time.Now().Add(patience)) // the read fails then
	n, from, err := conn.ReadFrom(buffer)
	if err != nil || string(buffer[:n]) != "to the engine" || from.String() != peer.String() {
		t.Errorf("came back: %q from %v, %v", buffer[:n], from, err)
	}
}

// Two equal Connect requests made the library stand still with a lock in its hand.
func TestEqualConnectsAreRefused(t *testing.T) {
	h := setup(t, 8)
	service, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer service.Close()
	c := h.client(t, "mallory")
	if tcp, err := c.AllocateTCP(); err == nil {
		t.Error("a TCP allocation was given")
		for range 2 {
			if _, err := tcp.Connect(service.Addr()); err == nil {
				t.Error("a TCP port can be tried")
			}
		}
	}
	udp := h.client(t, "mallory")
	if _, err := udp.Allocate(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		connect, err := stun.Build(stun.TransactionID, stun.NewType(stun.MethodConnect, stun.ClassRequest))
		if err != nil {
			t.Fatal(err)
		}
		to, err := net.ResolveUDPAddr("udp4", h.address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := udp.PerformTransaction(connect, to, true); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Probe(t.Context()); err != nil {
		t.Error(err)
	}
	h.serves(t, "viewer")
}

func TestRelaysReachTheMediaPortAlone(t *testing.T) {
	h := setup(t, 8)
	other := listen(t)
	heard := make(chan string, 16)
	go func() {
		buffer := make([]byte, 2000)
		for {
			n, _, err := other.ReadFrom(buffer)
			if err != nil {
				return
			}
			heard <- string(buffer[:n])
		}
	}()
	c := h.client(t, "mallory")
	conn, err := c.Allocate()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for range 3 {
		if _, err := conn.WriteTo([]byte("to another program"), other.LocalAddr()); err != nil {
			t.Fatal(err)
		}
	}
	// What another program sends does not come through, whatever it knows.
	if _, err := other.WriteTo([]byte("from another program"), conn.LocalAddr()); err != nil {
		t.Fatal(err)
	}
	ping(t, conn, h.media.LocalAddr())
	// All of it came before this, which is sent without a relay.
	if _, err := h.media.WriteTo([]byte("the end"), other.LocalAddr()); err != nil {
		t.Fatal(err)
	}
	if said := <-heard; said != "the end" {
		t.Errorf("another program heard %q", said)
	}
	elsewhere := &net.UDPAddr{IP: net.IPv4(192, 0, 2, 1), Port: portOf(h.media)}
	if err := c.CreatePermission(elsewhere); err == nil || !strings.Contains(err.Error(), "403") {
		t.Errorf("permission for another machine: %v, want 403", err)
	}
}

func TestOneCredentialHoldsFewRelays(t *testing.T) {
	h := setup(t, 120)
	first := h.client(t, "mallory")
	held, err := first.Allocate()
	if err != nil {
		t.Fatal(err)
	}
	for range 7 {
		if _, err := h.client(t, "mallory").Allocate(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.client(t, "mallory").Allocate(); err == nil || !strings.Contains(err.Error(), "486") {
		t.Errorf("a ninth relay: %v, want 486", err)
	}
	h.serves(t, "viewer")
	held.Close()
	if _, err := first.SendBindingRequest(); err != nil { // answered after what was sent before
		t.Fatal(err)
	}
	h.serves(t, "mallory")
}

func TestOneAddressDoesNotHoldAllRelays(t *testing.T) {
	h := setup(t, 16)
	for n := range 4 {
		if _, err := h.client(t, fmt.Sprint("guest", n)).Allocate(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.client(t, "guest4").Allocate(); err == nil || !strings.Contains(err.Error(), "486") {
		t.Errorf("one more relay for the address: %v, want 486", err)
	}
}

// A relay ends when the engine has had nothing to say to it for a while, whatever its
// client still wants; one that carries something goes on.
func TestAnIdleRelayEnds(t *testing.T) {
	h := setupIdle(t, 8, 2*time.Second)
	used, err := h.client(t, "viewer").Allocate()
	if err != nil {
		t.Fatal(err)
	}
	defer used.Close()
	if _, err := h.client(t, "mallory").Allocate(); err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(patience); h.Relays() > 1 && time.Now().Before(until); {
		ping(t, used, h.media.LocalAddr())
	}
	if n := h.Relays(); n != 1 {
		t.Errorf("%d relays are held, want the one that is used", n)
	}
	ping(t, used, h.media.LocalAddr())
}

func TestCredentials(t *testing.T) {
	h := setup(t, 8)
	old := fmt.Sprintf("%d:viewer", h.now().Add(-time.Second).Unix())
	good := fmt.Sprintf("%d:viewer", h.now().Add(time.Minute).Unix())
	for what, pair := range map[string][2]string{
		"expired":        {old, relay.Password(secret, old)},
		"forged":         {good, relay.Password("another secret", good)},
		"of nobody":      {"9999999999:", relay.Password(secret, "9999999999:")},
		"with no expiry": {"viewer", relay.Password(secret, "viewer")},
	} {
		if _, err := h.as(t, pair[0], pair[1]).Allocate(); err == nil {
			t.Errorf("a relay for a credential that is %s", what)
		}
	}
	if n := h.Relays(); n != 0 {
		t.Errorf("%d relays are held", n)
	}
}

func TestProbeTellsThatNobodyAnswers(t *testing.T) {
	h := setup(t, 8)
	if err := h.Probe(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if err := h.Probe(ctx); err == nil {
		t.Error("a closed server answered")
	}
}
