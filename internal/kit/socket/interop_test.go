package socket

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"
	"time"
)

// The messages of interop/interop.mjs.
type (
	anything struct {
		V json.RawMessage `json:"v"`
	}
	toRoom struct {
		Room string          `json:"room"`
		Name string          `json:"name"`
		V    json.RawMessage `json:"v"`
	}
	someBytes struct {
		V []byte   `json:"v"`
		W [][]byte `json:"w,omitempty"`
	}
	revokeInput struct {
		Session string `json:"session"`
		Reason  string `json:"reason"`
	}
)

func interopHandlers(s *Server) {
	spoken := Event[anything]{name: "said", class: Droppable}

	Handle(s, "echo", func(_ context.Context, _ *Conn, in anything) (anything, error) { return in, nil })
	Handle(s, "bytes", func(_ context.Context, _ *Conn, in someBytes) (someBytes, error) { return in, nil })
	Handle(s, "say", func(_ context.Context, c *Conn, in toRoom) (struct{}, error) {
		return struct{}{}, ToOthers(s, c, in.Room, spoken, anything{in.V})
	})
	Handle(s, "notify", func(_ context.Context, _ *Conn, in toRoom) (struct{}, error) {
		return struct{}{}, To(s, in.Room, Event[anything]{name: in.Name}, anything{in.V})
	})
	Handle(s, "revoke", func(_ context.Context, _ *Conn, in revokeInput) (struct{}, error) {
		s.CloseSession(in.Session, in.Reason)
		return struct{}{}, nil
	})
}

// lossy serves a socket server, and on POST /lost drops all its connections.
type lossy struct {
	*Server
}

func (l lossy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/lost" {
		l.Server.ServeHTTP(w, r)
		return
	}
	for _, c := range l.conns.all() {
		c.end()
	}
}

// Stock clients of versions 4 and 2, from npm, over every transport.
func TestStockClients(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("skipped: node is not installed")
	}
	for _, module := range []string{"socket.io-client", "socket.io-client-v2"} {
		if _, err := os.Stat("../../../web/node_modules/" + module); err != nil {
			t.Skipf("skipped: %s is missing; run npm ci in web", module)
		}
	}
	n := start(t, func(c *Config) {
		c.PingInterval, c.PingTimeout = 600*time.Millisecond, 2*time.Second
		c.Limits = Limits{Rate: 2000, Burst: 2000, PacketBytes: 256 << 10}
	}, interopHandlers)
	web := httptest.NewServer(lossy{n.Server})
	defer web.Close()

	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	clients := exec.CommandContext(ctx, node, "interop/interop.mjs", web.URL)
	var wrong bytes.Buffer
	clients.Stderr = &wrong
	out, err := clients.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := clients.Start(); err != nil {
		t.Fatal(err)
	}
	cases := 0
	for lines := bufio.NewScanner(out); lines.Scan(); cases++ {
		var result struct{ Client, Transports, Name, Error string }
		if err := json.Unmarshal(lines.Bytes(), &result); err != nil {
			t.Fatalf("result %q: %v", lines.Text(), err)
		}
		t.Run(fmt.Sprintf("v%s/%s/%s", result.Client, result.Transports, result.Name), func(t *testing.T) {
			if result.Error != "" {
				t.Error(result.Error)
			}
		})
	}
	if err := clients.Wait(); err != nil {
		t.Fatalf("the clients failed: %v\n%s", err, wrong.String())
	}
	if want := 100; cases != want {
		t.Errorf("%d cases ran, want %d\n%s", cases, want, wrong.String())
	}
}
