package main

import (
	"bytes"
	"context"
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

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/messages"
)

// room is the guests in a room, and the followers who have a page open elsewhere.
type room struct {
	server  *httptest.Server
	conns   []*conn
	notices atomic.Int64

	mu   sync.Mutex
	took latencies
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

// gather connects everybody.
func gather(site *app.BenchSite, tokens []string, guests int) (*room, error) {
	mux := http.NewServeMux()
	mux.Handle("/socket.io/", site.Sockets)
	r := &room{server: httptest.NewServer(mux)}
	for i := range guests + len(tokens) {
		c := &conn{room: r, in: make(chan struct{})}
		address := "ws" + strings.TrimPrefix(r.server.URL, "http") + "/socket.io/?EIO=4&transport=websocket"
		if i < guests {
			c.join = fmt.Sprintf(`420["room/join",{"conversationId":%q}]`, site.Rooms[0].ConversationID)
		} else {
			address += "&token=" + tokens[i-guests]
		}
		ws, _, err := gws.NewClient(c, &gws.ClientOption{Addr: address})
		if err != nil {
			r.close()
			return nil, err
		}
		c.ws = ws
		r.conns = append(r.conns, c)
		go ws.ReadLoop()
		select {
		case <-c.in:
		case <-time.After(10 * time.Second):
			r.close()
			return nil, errors.New("a socket was not let in")
		}
	}
	return r, nil
}

func (r *room) close() {
	for _, c := range r.conns {
		_ = c.ws.NetConn().Close()
	}
	r.server.Close()
}

func (r *room) heard() int { return int(r.notices.Load()) }

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

type latencies []time.Duration

func (l latencies) ms(percent int) float64 {
	if len(l) == 0 {
		return 0
	}
	return float64(l[(len(l)-1)*percent/100]) / float64(time.Millisecond)
}

// talk is the chat of the room: members take turns.
type talk struct {
	site *app.BenchSite
	room *room
	rate float64
	turn int
}

// during says how long lines took to everybody in the room while something was done.
func (t *talk) during(ctx context.Context, do func(context.Context) error) (latencies, error) {
	t.room.mu.Lock()
	t.room.took = nil
	t.room.mu.Unlock()
	done := make(chan error, 1)
	go func() { done <- do(ctx) }()
	tick := time.NewTicker(time.Duration(float64(time.Second) / t.rate))
	defer tick.Stop()
	var saying sync.WaitGroup
	var failed atomic.Pointer[error]
	for {
		select {
		case err := <-done:
			saying.Wait()
			if broken := failed.Load(); broken != nil {
				err = errors.Join(err, *broken)
			}
			if err := sleep(ctx, 500*time.Millisecond); err != nil { // what is still on the way
				return nil, err
			}
			t.room.mu.Lock()
			defer t.room.mu.Unlock()
			took := slices.Clone(t.room.took)
			slices.Sort(took)
			return took, err
		case <-tick.C:
			t.turn = (t.turn + 1) % len(t.site.Members)
			who, due := t.site.Members[t.turn], time.Now()
			saying.Go(func() {
				_, err := t.site.Messages.Say(ctx, account.Caller{ID: who, Role: account.Member, Username: "somebody"}, messages.Draft{
					ConversationID: t.site.Rooms[0].ConversationID, Text: "line " + hex.EncodeToString([]byte(due.Format(time.RFC3339Nano))),
				})
				if err != nil {
					failed.Store(&err)
				}
			})
		}
	}
}
