package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lxzan/gws"
)

// crowd is who comes: guests into a room, and followers who have a page open elsewhere.
type crowd struct {
	Address, ConversationID string
	Guests                  int
	Tokens                  []string
}

// room is where they are.
type room struct {
	conns   []*conn
	notices atomic.Int64

	mu   sync.Mutex
	took latencies
}

// serveRoom is a process of sockets, which says what they heard.
func serveRoom() error {
	r := &room{}
	defer r.close()
	mux := http.NewServeMux()
	mux.HandleFunc("/gather", answer(func(c crowd) (any, error) { return len(c.Tokens), r.gather(c) }))
	mux.HandleFunc("/heard", answer(func(any) (any, error) { return r.notices.Load(), nil }))
	mux.HandleFunc("/took", answer(func(any) (any, error) { return r.latencies(), nil }))
	server := httptest.NewServer(mux)
	defer server.Close()
	return serveParent(server.URL)
}

// latencies of what was heard since they were asked for.
func (r *room) latencies() summary {
	r.mu.Lock()
	defer r.mu.Unlock()
	took := r.took
	r.took = nil
	slices.Sort(took)
	return summary{P50: took.at(50), P99: took.at(99)}
}

// gather connects everybody.
func (r *room) gather(who crowd) error {
	for i := range who.Guests + len(who.Tokens) {
		c := &conn{room: r, in: make(chan struct{})}
		address := "ws" + strings.TrimPrefix(who.Address, "http") + "/socket.io/?EIO=4&transport=websocket"
		if i < who.Guests {
			c.join = fmt.Sprintf(`420["room/join",{"conversationId":%q}]`, who.ConversationID)
		} else {
			address += "&token=" + who.Tokens[i-who.Guests]
		}
		ws, _, err := gws.NewClient(c, &gws.ClientOption{Addr: address})
		if err != nil {
			return err
		}
		c.ws = ws
		r.conns = append(r.conns, c)
		go ws.ReadLoop()
		select {
		case <-c.in:
		case <-time.After(10 * time.Second):
			return errors.New("a socket was not let in")
		}
	}
	return nil
}

func (r *room) close() {
	for _, c := range r.conns {
		_ = c.ws.NetConn().Close()
	}
}

// conn is a client that speaks just enough Socket.IO.
type conn struct {
	gws.BuiltinEventHandler
	*room
	ws   *gws.Conn
	join string // the room that it goes to; empty: none
	in   chan struct{}
	once sync.Once
}

// OnMessage implements gws.Event.
func (c *conn) OnMessage(ws *gws.Conn, m *gws.Message) {
	defer func() { _ = m.Close() }()
	p := m.Bytes()
	switch {
	case bytes.Equal(p, []byte("2")):
		_ = ws.WriteString("3")
	case bytes.HasPrefix(p, []byte("0")):
		_ = ws.WriteString("40")
	case bytes.HasPrefix(p, []byte("40")):
		if c.join == "" {
			c.once.Do(func() { close(c.in) })
			return
		}
		_ = ws.WriteString(c.join)
	case bytes.HasPrefix(p, []byte(`430[{"ok":true`)):
		c.once.Do(func() { close(c.in) })
	case bytes.HasPrefix(p, []byte(`42["notice/created"`)):
		c.notices.Add(1)
	case bytes.HasPrefix(p, []byte(`42["message/created"`)):
		c.hear(p)
	}
}

// hear notes how long after it was due a line came.
func (c *conn) hear(p []byte) {
	var said []json.RawMessage
	var line struct{ Text string }
	if json.Unmarshal(p[2:], &said) != nil || len(said) < 2 || json.Unmarshal(said[1], &line) != nil {
		return
	}
	_, mark, found := strings.Cut(line.Text, " ")
	due, err := time.Parse(time.RFC3339Nano, unhex(mark))
	if !found || err != nil {
		return
	}
	took := time.Since(due)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.took = append(c.took, took)
}

func unhex(text string) string {
	b, _ := hex.DecodeString(text)
	return string(b)
}

// summary of latencies, in nanoseconds.
type summary struct{ P50, P99 time.Duration }

type latencies []time.Duration // sorted

func (l latencies) at(percent int) time.Duration {
	if len(l) == 0 {
		return 0
	}
	return l[(len(l)-1)*percent/100]
}
