package sfu_test

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/pion/stun/v3"

	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// tcpPatience is longer than a connection may take to name its participant, and shorter
// than the library would keep one that has not.
const tcpPatience = 15 * time.Second

// tcpNode is an engine and its media port for TCP.
type tcpNode struct {
	*node
	refused refusals
	port    int
}

func setupTCP(t *testing.T, all, owned int) *tcpNode {
	t.Helper()
	h := &tcpNode{}
	h.node = setup(t, func(c *sfu.Config) { c.TCP, c.OwnedTCP, h.port = all, owned, c.TCPPort })
	h.OnRefusal(h.refused.tell)
	return h
}

// connect opens a connection from an address of this machine.
func (h *tcpNode) connect(t *testing.T, from string) net.Conn {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := d.DialContext(t.Context(), "tcp4", fmt.Sprintf("127.0.0.1:%d", h.port))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
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
	_ = conn.SetReadDeadline(time.Now().Add(tcpPatience))
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

// Who may not send UDP publishes by TCP, while strangers knock; the bound of one ICE agent
// holds for those who know its name, and all of them go with the participant.
func TestPublishOverTCP(t *testing.T) {
	h := setupTCP(t, 0, 0)
	nina, err := whiptest.PublishOverTCP(t.Context(), h.public+"/whip", ninasKey, whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	defer nina.Close()
	v := h.watch(t, "stage", "view:tom")
	testkit.Eventually(t, "tom sees nina", func() bool { return v.Frames() > 5 })

	_, after, _ := strings.Cut(nina.Description(), "a=ice-ufrag:")
	ufrag, _, _ := strings.Cut(after, "\r")
	var known []net.Conn
	for range 8 {
		conn := h.connect(t, "127.0.0.1")
		check(t, conn, ufrag)
		known = append(known, conn)
	}
	testkit.Eventually(t, "one too many for the agent", func() bool { return h.refused.last() == "tcp.owner" })
	nina.Close()
	for i, conn := range known {
		ends(t, conn, fmt.Sprintf("connection %d of a participant who has left", i))
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
			began := time.Now()
			ends(t, h.connect(t, c.from[2]), "the third connection")
			if why := h.refused.last(); why != c.why || time.Since(began) > 4*time.Second {
				t.Errorf("the third connection was counted as %q, after %v", why, time.Since(began))
			}
			_ = first.Close()
			testkit.Eventually(t, "another one fits", func() bool {
				return !h.isClosed(t, c.from[2])
			})
		})
	}
}

// isClosed tells whether the engine closes a new connection without a word of it.
func (h *tcpNode) isClosed(t *testing.T, from string) bool {
	t.Helper()
	conn := h.connect(t, from)
	defer conn.Close()
	_ = conn.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
	_, err := conn.Read(make([]byte, 1))
	return !isTimeout(err)
}
