package app_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"limelight/internal/testkit"
)

// sockets are stock Socket.IO clients of one test, in one Node process
// (testdata/sockets.mjs).
type sockets struct {
	mu    sync.Mutex
	in    io.Writer
	heard []event
	acks  map[int]any
	asked int
	news  chan struct{} // closed and made anew whenever something was heard
}

type event struct {
	Name    string `json:"name"`
	Event   string `json:"event"`
	Ack     int    `json:"ack"`
	Payload any    `json:"payload"`
}

// client is one connection, by its name.
type client struct {
	of   *sockets
	name string
}

// plug starts the Node process.
func plug(t *testing.T) *sockets {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on this machine, so no stock Socket.IO client")
	}
	if _, err := os.Stat("../../web/node_modules/socket.io-client"); err != nil {
		t.Skip("no web/node_modules, so no stock Socket.IO client: make build installs it")
	}
	program := exec.Command(node, "testdata/sockets.mjs")
	program.Stderr = os.Stderr
	in, err := program.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	s := &sockets{in: in, acks: map[int]any{}, news: make(chan struct{})}
	read := make(chan struct{})
	go func() {
		defer close(read)
		s.listen(out)
	}()
	t.Cleanup(func() {
		in.Close()
		<-read
		program.Wait() // its input has ended
	})
	return s
}

func (s *sockets) listen(out io.Reader) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			continue
		}
		s.mu.Lock()
		if e.Ack > 0 {
			s.acks[e.Ack] = e.Payload
		} else {
			s.heard = append(s.heard, e)
		}
		close(s.news)
		s.news = make(chan struct{})
		s.mu.Unlock()
	}
}

func (s *sockets) command(t testing.TB, command record) {
	t.Helper()
	line, err := json.Marshal(command)
	if err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := fmt.Fprintf(s.in, "%s\n", line); err != nil {
		t.Fatal(err)
	}
}

// try opens a visitor's connection without waiting. The transports are the
// stock client's own unless given.
func (s *sockets) try(t testing.TB, name string, v visitor, transports ...string) client {
	t.Helper()
	open := record{"do": "open", "name": name, "url": v.site.url, "token": v.token}
	if len(transports) > 0 {
		open["transports"] = transports
	}
	if v.address != "" {
		open["headers"] = record{"X-Forwarded-For": v.address}
	}
	s.command(t, open)
	return client{s, name}
}

// connect opens a visitor's connection.
func (s *sockets) connect(t testing.TB, name string, v visitor, transports ...string) client {
	t.Helper()
	c := s.try(t, name, v, transports...)
	c.hears(t, "connect", nil)
	return c
}

// emit sends an event and returns the answer.
func (c client) emit(t testing.TB, name string, payload record) record {
	t.Helper()
	c.of.mu.Lock()
	c.of.asked++
	ask := c.of.asked
	c.of.mu.Unlock()
	c.of.command(t, record{"do": "emit", "name": c.name, "id": ask, "event": name, "payload": payload})
	var answer any
	c.of.until(t, c.name+" gets an answer to "+name, func() (known bool) {
		answer, known = c.of.acks[ask]
		return known
	})
	text, _ := answer.(record)
	return text
}

// enter joins a room and fails the test when that is refused.
func (c client) enter(t testing.TB, conversationID string) client {
	t.Helper()
	if answer := c.emit(t, "room/join", record{"conversationId": conversationID}); answer["ok"] != true {
		t.Fatalf("%s joins %s: %v", c.name, conversationID, answer)
	}
	return c
}

// hears waits for an event whose payload has these values, at paths as in
// answer.at, and returns it.
func (c client) hears(t testing.TB, name string, values record) (found record) {
	t.Helper()
	c.of.until(t, fmt.Sprintf("%s hears %s %v", c.name, name, values), func() bool {
		for _, e := range c.of.heard {
			if e.Name == c.name && e.Event == name && fits(e.Payload, values) {
				found, _ = e.Payload.(record)
				return true
			}
		}
		return false
	})
	return found
}

// count is how many such events were heard until now.
func (c client) count(name string, values record) (n int) {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	for _, e := range c.of.heard {
		if e.Name == c.name && e.Event == name && fits(e.Payload, values) {
			n++
		}
	}
	return n
}

func fits(payload any, values record) bool {
	for path, want := range values {
		if path == "" && fmt.Sprint(payload) != fmt.Sprint(want) || path != "" && fmt.Sprint(within(payload, path)) != fmt.Sprint(want) {
			return false
		}
	}
	return true
}

// until waits for what the clients hear to make it so; so is called with the
// lock held.
func (s *sockets) until(t testing.TB, what string, so func() bool) {
	t.Helper()
	late := time.NewTimer(testkit.Patience)
	defer late.Stop()
	for {
		s.mu.Lock()
		done, news := so(), s.news
		s.mu.Unlock()
		if done {
			return
		}
		select {
		case <-news:
		case <-late.C:
			s.mu.Lock()
			heard, _ := json.Marshal(s.heard[max(0, len(s.heard)-20):])
			s.mu.Unlock()
			t.Fatalf("not after %v: %s; the last that was heard: %s", testkit.Patience, what, heard)
		}
	}
}
