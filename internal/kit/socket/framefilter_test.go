package socket

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/kit/wsframe/wsframetest"
	"limelight/internal/testkit"
)

// rawWebSocket opens a WebSocket as a guest and hands out its bare connection,
// past the server's greeting.
func (n *node) rawWebSocket(t *testing.T) (net.Conn, *bufio.Reader) {
	t.Helper()
	where, err := url.Parse(n.url)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", where.Host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	fmt.Fprintf(conn, "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\n"+
		"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", where.Host)
	in := bufio.NewReader(conn)
	answer, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("handshake: %s", answer.Status)
	}
	if opcode, text := nextFrame(t, in); opcode != 1 || !strings.HasPrefix(text, "0{") {
		t.Fatalf("greeting: %d %q", opcode, text)
	}
	return conn, in
}

// nextFrame reads a short frame of the server.
func nextFrame(t *testing.T, in io.Reader) (opcode byte, payload string) {
	t.Helper()
	var head [2]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		t.Fatalf("the server ended without a close frame: %v", err)
	}
	length := int(head[1])
	if length == 126 {
		var more [2]byte
		if _, err := io.ReadFull(in, more[:]); err != nil {
			t.Fatal(err)
		}
		length = int(binary.BigEndian.Uint16(more[:]))
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(in, body); err != nil {
		t.Fatal(err)
	}
	return head[0] & 0x0f, string(body)
}

// Frames that break the protocol end their connection with a close code and
// nothing else, in however many pieces they arrive.
func TestMalformedFramesEndTheirConnectionOnly(t *testing.T) {
	n := start(t, nil)
	bystander := n.connect(t, "tom")
	for _, try := range []struct {
		name  string
		bytes []byte
		code  uint16
	}{
		{"length with its top bit set", wsframetest.NegativeLength(), closeTooLarge},
		{"length of 2⁶³-1", append([]byte{0x81, 0xff, 0x7f}, bytes.Repeat([]byte{0xff}, 18)...), closeTooLarge},
		{"one byte above the limit", wsframetest.Frame(0x82, strings.Repeat("x", 64<<10+1))[:14], closeTooLarge},
		{"binary continuation with a negative length", append([]byte{0x01, 0x80, 0, 0, 0, 0, 0x80, 0xff, 0xff}, make([]byte, 14)...), closeTooLarge},
		{"no mask", []byte{0x81, 0x02, '4', '0'}, closeProtocol},
		{"reserved bits", wsframetest.Frame(0xc1, "40"), closeProtocol},
		{"unknown opcode", wsframetest.Frame(0x83, "40"), closeProtocol},
		{"unknown control opcode", wsframetest.Frame(0x8b, ""), closeProtocol},
		{"fragmented ping", wsframetest.Frame(0x09, ""), closeProtocol},
		{"long ping", wsframetest.Frame(0x89, strings.Repeat("x", 126)), closeProtocol},
	} {
		for _, piece := range []int{len(try.bytes), 1, 3} {
			conn, in := n.rawWebSocket(t)
			for part := range slicesOf(try.bytes, piece) {
				if _, err := conn.Write(part); err != nil {
					break // refused already
				}
			}
			opcode, payload := nextFrame(t, in)
			if opcode != 0x8 || len(payload) < 2 || binary.BigEndian.Uint16([]byte(payload)) != try.code {
				t.Errorf("%s, in pieces of %d: got frame %d %q, want close %d", try.name, piece, opcode, payload, try.code)
			}
		}
	}
	if got := bystander.ask("who", nil); !strings.Contains(got, "tom") {
		t.Errorf("another connection: %s", got)
	}
}

func slicesOf(b []byte, size int) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for at := 0; at < len(b); at += size {
			if !yield(b[at:min(at+size, len(b))]) {
				return
			}
		}
	}
}

// Good frames pass as they are: fragments, a ping between them, the largest frame.
func TestFramesPassTheFilter(t *testing.T) {
	n := start(t, nil)
	conn, in := n.rawWebSocket(t)
	write := func(b []byte) {
		if _, err := conn.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	write(wsframetest.Frame(0x81, "40"))
	if _, text := nextFrame(t, in); !strings.HasPrefix(text, `40{"sid"`) {
		t.Fatalf("connect: %q", text)
	}
	write(wsframetest.Frame(0x01, `421["w`))
	write(wsframetest.Frame(0x89, "still there?"))
	write(wsframetest.Frame(0x00, `ho"`))
	write(wsframetest.Frame(0x80, `]`))
	if opcode, text := nextFrame(t, in); opcode != 0xa || text != "still there?" {
		t.Errorf("ping: %d %q", opcode, text)
	}
	if _, text := nextFrame(t, in); !strings.HasPrefix(text, `431[{"ok":true`) {
		t.Errorf("fragments: %q", text)
	}
	write(wsframetest.Frame(0x81, `422["who","`+strings.Repeat("x", 64<<10-13)+`"]`)) // 64 KiB: too large for a packet, not for a frame
	if _, text := nextFrame(t, in); !strings.Contains(text, "Request Entity Too Large") {
		t.Errorf("the largest frame: %q", text)
	}
}

// Pings, pongs and empty fragments take from a bucket too: nobody counts them
// otherwise, and each ping is answered.
func TestFloodOfFrames(t *testing.T) {
	for name, try := range map[string]struct {
		frame []byte
		most  int
	}{
		"pings":           {wsframetest.Frame(0x89, ""), 5},
		"pongs":           {wsframetest.Frame(0x8a, ""), 5},
		"empty fragments": {wsframetest.Frame(0x00, ""), 5 * frameCost},
	} {
		var clock atomic.Int64
		n := start(t, func(c *Config) { c.Now = still(&clock); c.Limits = Limits{Burst: 5} })
		conn, in := n.rawWebSocket(t)
		if name == "empty fragments" {
			try.most--
			_, _ = conn.Write(wsframetest.Frame(0x01, ""))
		}
		_, _ = conn.Write(bytes.Repeat(try.frame, try.most+1))
		pongs := 0
		opcode, payload := nextFrame(t, in)
		for opcode == 0xa {
			pongs++
			opcode, payload = nextFrame(t, in)
		}
		if opcode != 0x8 || binary.BigEndian.Uint16([]byte(payload)) != closePolicy {
			t.Errorf("%s: got %d %q, want close %d", name, opcode, payload, closePolicy)
		}
		if name == "pings" && pongs != try.most {
			t.Errorf("%d pings answered, want %d", pongs, try.most)
		}
	}
}

// Pongs and noops of Engine.IO are packets like any other.
func TestFloodOfHeartbeats(t *testing.T) {
	for _, packet := range []string{"3", "6"} {
		var clock atomic.Int64
		n := start(t, func(c *Config) { c.Now = still(&clock); c.Limits = Limits{Burst: 5} })
		c := n.connect(t, "") // one packet
		for range 6 {
			c.write(packet)
		}
		if last := c.expectEnd(); len(last) != 2 || !strings.Contains(last[0], "slow down") || last[1] != "41" {
			t.Errorf("flood of %q: %q, want one warning and the end", packet, last)
		}
	}
}

// A panic on a connection's own goroutine, wherever it comes from, ends that
// connection and no other.
func TestPanicEndsOneConnection(t *testing.T) {
	var logged atomic.Int64
	n := start(t, func(c *Config) {
		c.Log = slog.New(counting{slog.DiscardHandler, &logged})
		c.Authenticate = func(ctx context.Context, r *http.Request, token string) (Identity, error) {
			if token == "bomb" {
				panic("boom")
			}
			return whoIs(ctx, r, token)
		}
	})
	bystander := n.connect(t, "tom")
	bomb, err := n.dial(t, "bomb", nil)
	if err != nil {
		t.Fatal(err)
	}
	bomb.write("40")
	bomb.expectEnd()
	testkit.Eventually(t, "the panic is logged", func() bool { return logged.Load() == 1 })
	if got := bystander.ask("who", nil); !strings.Contains(got, "tom") {
		t.Errorf("another connection: %s", got)
	}
	testkit.Eventually(t, "only the bystander is left", func() bool { return n.Connections() == 1 })
}

// counting is a log that counts its lines.
type counting struct {
	slog.Handler
	n *atomic.Int64
}

func (c counting) Enabled(context.Context, slog.Level) bool { return true }

func (c counting) Handle(context.Context, slog.Record) error {
	c.n.Add(1)
	return nil
}
