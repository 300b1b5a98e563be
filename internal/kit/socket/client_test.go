package socket

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lxzan/gws"
)

// client is a plain WebSocket client that speaks just enough Socket.IO, and
// that can misbehave.
type client struct {
	gws.BuiltinEventHandler
	t    *testing.T
	ws   *gws.Conn
	in   chan string // packets, pings answered and left out
	gone chan struct{}
	once sync.Once
	acks int
}

func (c *client) OnMessage(_ *gws.Conn, m *gws.Message) {
	defer m.Close()
	switch p := string(m.Bytes()); p {
	case "2":
		_ = c.ws.WriteString("3")
	default:
		c.in <- p
	}
}

func (c *client) OnClose(*gws.Conn, error) { c.once.Do(func() { close(c.gone) }) }

func (n *node) address(token string) string {
	u := "ws" + strings.TrimPrefix(n.url, "http") + "/socket.io/?EIO=4&transport=websocket"
	if token != "" {
		u += "&token=" + token
	}
	return u
}

// dial opens a WebSocket and reads from it.
func (n *node) dial(t *testing.T, token string, header http.Header) (*client, error) {
	t.Helper()
	c, err := n.dialDeaf(t, token, header)
	if err != nil {
		return nil, err
	}
	c.listen()
	return c, nil
}

func (c *client) listen() {
	var reading sync.WaitGroup
	reading.Go(c.ws.ReadLoop)
	c.t.Cleanup(func() {
		_ = c.ws.NetConn().Close()
		reading.Wait()
	})
}

// dialDeaf opens a WebSocket that nobody reads.
func (n *node) dialDeaf(t *testing.T, token string, header http.Header) (*client, error) {
	t.Helper()
	c := &client{t: t, in: make(chan string, 8192), gone: make(chan struct{})}
	ws, _, err := gws.NewClient(c, &gws.ClientOption{Addr: n.address(token), RequestHeader: header, CheckUtf8Enabled: true})
	if err != nil {
		return nil, err
	}
	c.ws = ws
	t.Cleanup(func() { _ = ws.NetConn().Close() })
	return c, nil
}

// connect opens a connection for a token; none for a guest.
func (n *node) connect(t *testing.T, token string) *client {
	t.Helper()
	c, err := n.dial(t, token, nil)
	if err != nil {
		t.Fatalf("connect %q: %v", token, err)
	}
	c.expect(`0{`)
	c.write("40")
	c.expect(`40{"sid":`)
	return c
}

func (c *client) write(packet string) {
	c.t.Helper()
	if err := c.ws.WriteString(packet); err != nil {
		c.t.Fatalf("write %.40s: %v", packet, err)
	}
}

// next is the next packet, or "" when the connection ended first.
func (c *client) next() string {
	c.t.Helper()
	select {
	case p := <-c.in:
		return p
	default:
	}
	select {
	case p := <-c.in:
		return p
	case <-c.gone:
		select {
		case p := <-c.in:
			return p
		default:
			return ""
		}
	case <-time.After(5 * time.Second):
		c.t.Fatal("the server says nothing")
		return ""
	}
}

func (c *client) expect(prefix string) string {
	c.t.Helper()
	p := c.next()
	if !strings.HasPrefix(p, prefix) {
		c.t.Fatalf("got %.200q, want %s…", p, prefix)
	}
	return p
}

// expectEnd waits for the connection's end and returns what came before it.
func (c *client) expectEnd() (last []string) {
	c.t.Helper()
	for p := c.next(); p != ""; p = c.next() {
		last = append(last, p)
	}
	return last
}

// ask emits an event and returns the answer, passing over other packets.
func (c *client) ask(event string, payload any) string {
	c.t.Helper()
	c.acks++
	args, err := json.Marshal([]any{event, payload})
	if err != nil {
		c.t.Fatal(err)
	}
	c.write(fmt.Sprintf("42%d%s", c.acks, args))
	head := fmt.Sprintf("43%d", c.acks)
	for {
		p := c.next()
		if p == "" {
			c.t.Fatalf("closed instead of an answer to %s", event)
		}
		if strings.HasPrefix(p, head+"[") {
			return p[len(head):]
		}
	}
}

func (c *client) join(room string) {
	c.t.Helper()
	if got := c.ask("join", roomInput{room}); got != `[{"ok":true}]` {
		c.t.Fatalf("join %s: %s", room, got)
	}
}
