package sfu_test

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pion/stun/v3"
	"github.com/pion/webrtc/v4"

	"limelight/internal/kit/sfu"
	"limelight/internal/testkit"
)

// tcpDeadline is longer than a connection may take to name its participant, and shorter
// than the library would keep one that has not.
const tcpDeadline = 15 * time.Second

// tcpNode is an engine and its media port for TCP.
type tcpNode struct {
	*node
	refused refusals
	port    int
}

func setupTCP(t *testing.T, all, owned int) *tcpNode {
	t.Helper()
	h := &tcpNode{}
	h.node = setup(t, func(c *sfu.Config) {
		c.TCP, c.OwnedTCP, h.port = all, owned, c.TCPPort
		c.MediaWithin = time.Minute // who is slow on a busy machine is not cut
	})
	h.OnRefusal(h.refused.tell)
	return h
}

// dial opens a connection from an address of this machine.
func (h *tcpNode) dial(t *testing.T, from string) (net.Conn, error) {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := d.DialContext(t.Context(), "tcp4", fmt.Sprintf("127.0.0.1:%d", h.port))
	if err == nil {
		t.Cleanup(func() { _ = conn.Close() })
	}
	return conn, err
}

func (h *tcpNode) connect(t *testing.T, from string) net.Conn {
	t.Helper()
	conn, err := h.dial(t, from)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// check sends the first packet of a client of this ICE agent.
func check(t *testing.T, conn net.Conn, ufrag string) {
	t.Helper()
	m := stun.MustBuild(stun.TransactionID, stun.BindingRequest, stun.NewUsername(ufrag+":abcd"), stun.NewShortTermIntegrity("guessed"))
	if _, err := conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(m.Raw))), m.Raw...)); err != nil {
		t.Fatal(err)
	}
}

// ends waits until the engine has closed a connection.
func ends(t *testing.T, conn net.Conn, what string) {
	t.Helper()
	_ = conn.SetReadDeadline(time.Now().Add(tcpDeadline))
	if _, err := io.Copy(io.Discard, conn); isTimeout(err) {
		t.Errorf("%s stays open", what)
	}
}

// A connection for nobody in a room is closed as soon as it says so, and one that says
// nothing, or half of something, after a few seconds.
func TestMediaOverTCPIsForParticipants(t *testing.T) {
	h := setupTCP(t, 0, 0)
	stranger := h.connect(t, "127.0.0.1")
	check(t, stranger, "stranger")
	ends(t, stranger, "a connection of no participant")
	if why := h.refused.last(); why != "tcp.unknown" {
		t.Errorf("it was counted as %q", why)
	}
	idle, half, long, junk := h.connect(t, "127.0.0.1"), h.connect(t, "127.0.0.1"), h.connect(t, "127.0.0.1"), h.connect(t, "127.0.0.1")
	for conn, said := range map[net.Conn]string{half: "\x00", long: "\xff\xff", junk: "\x00\x04junk"} {
		if _, err := io.WriteString(conn, said); err != nil {
			t.Fatal(err)
		}
	}
	for what, conn := range map[string]net.Conn{"an idle one": idle, "half a packet": half, "a long packet": long, "junk": junk} {
		ends(t, conn, what)
	}
}

// Viewers behind one address whose network blocks UDP see the show by TCP, within the
// address's bound. Who knows the name of an ICE agent opens few connections for it, and
// they end with the viewer.
func TestWatchOverTCP(t *testing.T) {
	h := setupTCP(t, 0, 32)
	h.perform(t, "stage")
	names := []string{"view:tom", "view:ann", "view:rob", "view:eve"}
	var agent string // tom's, at the engine
	var viewers []*poster
	for _, name := range names {
		v := h.posterOver(t, name, webrtc.NetworkTypeTCP4)
		said, session, status := h.posts(t, v.token, v.request(t))
		if status != http.StatusOK {
			t.Fatalf("%s: %d", name, status)
		}
		v.hears(t, said)
		v.goesOn(t, h.node, session)
		if agent == "" {
			_, after, _ := strings.Cut(v.peer.RemoteDescription().SDP, "a=ice-ufrag:")
			agent, _, _ = strings.Cut(after, "\r")
		}
		viewers = append(viewers, v)
	}
	for i, v := range viewers {
		testkit.Eventually(t, names[i]+" sees pictures", func() bool { return v.media.Load() > 24 })
	}
	var known []net.Conn
	for i := range 8 { // and tom's own: from addresses of their own, which have no bound of their own yet
		conn := h.connect(t, fmt.Sprint("127.0.0.", 10+i))
		check(t, conn, agent)
		known = append(known, conn)
	}
	testkit.Eventually(t, "a ninth connection of one agent is refused", func() bool { return h.refused.last() == "tcp.owner" })
	seen := viewers[0].media.Load()
	testkit.Eventually(t, "tom sees on", func() bool { return viewers[0].media.Load() > seen+24 })
	if err := h.Remove(t.Context(), "stage", "view:tom"); err != nil {
		t.Fatal(err)
	}
	for i, conn := range known {
		ends(t, conn, fmt.Sprintf("connection %d for a viewer who has gone", i))
	}
}

// An address may have so many connections, few of them without a participant, and all
// together so many; who closes one may open another.
func TestMediaOverTCPIsBounded(t *testing.T) {
	for what, c := range map[string]struct {
		all, owned int
		from       [3]string
		why        string
	}{
		"of an address": {0, 16, [3]string{"127.0.0.2", "127.0.0.2", "127.0.0.2"}, "tcp.owner"},
		"of all":        {2, 0, [3]string{"127.0.0.2", "127.0.0.3", "127.0.0.4"}, "tcp.full"},
	} {
		t.Run(what, func(t *testing.T) {
			h := setupTCP(t, c.all, c.owned)
			first := h.connect(t, c.from[0])
			h.connect(t, c.from[1])
			if !h.isRefused(t, c.from[2]) || h.refused.last() != c.why {
				t.Errorf("the third connection was counted as %q", h.refused.last())
			}
			_ = first.Close()
			testkit.Eventually(t, "another one fits", func() bool { return !h.isRefused(t, c.from[2]) })
		})
	}
}

// isRefused tells whether the engine closes a new connection at once, and not when its time
// to say something is over.
func (h *tcpNode) isRefused(t *testing.T, from string) bool {
	t.Helper()
	conn, err := h.dial(t, from)
	if err != nil { // it was closed before this end knew that it was open
		return true
	}
	defer conn.Close()
	_ = conn.SetReadDeadline(time.Now().Add(3 * time.Second))
	_, err = conn.Read(make([]byte, 1))
	return !isTimeout(err)
}
