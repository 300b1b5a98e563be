package socket

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"limelight/internal/kit/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// whoIs reads the tokens of these tests: "tom" is Tom's first session, "tom.2"
// his second; "bad" is nobody's.
func whoIs(_ context.Context, r *http.Request, token string) (Identity, error) {
	switch {
	case r.URL.RawQuery != "":
		return Identity{}, errors.New("the query reached Authenticate")
	case token == "bad":
		return Identity{}, fault.New(fault.Unauthorized, "invalid token")
	case token == "broken":
		return Identity{}, errors.New("the database is away")
	}
	account, _, _ := strings.Cut(token, ".")
	return Identity{AccountID: account, SessionID: token, Role: "user", Name: strings.ToUpper(account)}, nil
}

type roomInput struct {
	Room string `json:"room"`
}

// said is what the tests send around.
type said struct {
	N    int    `json:"n"`
	Text string `json:"text,omitempty"`
}

var (
	chat = Event[said]{name: "chat", class: Droppable}
	tip  = Event[said]{name: "tip", class: Critical}
)

// node is a server under test on its own port, running until the test ends.
type node struct {
	*Server
	url  string
	stop func() // what the end of Run's context does
}

// start runs a server. Its clients can join and leave rooms, and ask who they are.
func start(t *testing.T, change func(*Config), register ...func(*Server)) *node {
	t.Helper()
	cfg := Config{
		Now:          time.Now,
		Log:          slog.New(slog.DiscardHandler),
		Authenticate: whoIs,
		Origins:      func() []string { return []string{"https://site.test"} },
	}
	if testing.Verbose() {
		cfg.Log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	if change != nil {
		change(&cfg)
	}
	s := New(cfg)
	Handle(s, "join", func(_ context.Context, c *Conn, in roomInput) (struct{}, error) {
		return struct{}{}, s.Join(c, in.Room)
	})
	Handle(s, "leave", func(_ context.Context, c *Conn, in roomInput) (struct{}, error) {
		s.Leave(c, in.Room)
		return struct{}{}, nil
	})
	Handle(s, "who", func(_ context.Context, c *Conn, _ struct{}) (Identity, error) {
		return c.Identity(), nil
	})
	for _, add := range register {
		add(s)
	}

	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		if err := s.Run(ctx); err != nil {
			t.Errorf("the server stopped: %v", err)
		}
	})
	web := httptest.NewServer(s)
	stop := sync.OnceFunc(func() { cancel(); running.Wait() })
	t.Cleanup(func() {
		stop()
		web.Close()
	})
	return &node{Server: s, url: web.URL, stop: stop}
}
