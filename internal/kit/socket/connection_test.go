package socket

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/fault"
	"limelight/internal/testkit"
)

func TestIdentityComesFromTheToken(t *testing.T) {
	n := start(t, nil)
	guest, tom := n.connect(t, ""), n.connect(t, "tom")
	if got := guest.ask("who", nil); got != `[{"ok":true,"a":""}]` {
		t.Errorf("the guest is %s", got)
	}
	if got := tom.ask("who", nil); got != `[{"ok":true,"a":"tom","s":"tom","r":"user","n":"TOM"}]` {
		t.Errorf("Tom is %s", got)
	}
}

func TestTokenWithTheConnectPacketGoesFirst(t *testing.T) {
	n := start(t, nil)
	c, err := n.dial(t, "bad", nil)
	if err != nil {
		t.Fatal(err)
	}
	c.expect("0{")
	c.write(`40{"token":"nina"}`)
	c.expect("40{")
	if got := c.ask("who", nil); !strings.Contains(got, `"a":"nina"`) {
		t.Errorf("she is %s", got)
	}
}

func TestRefusedTokens(t *testing.T) {
	for token, want := range map[string]string{
		"bad":    `44{"message":"invalid token"}`,
		"broken": `44{"message":"Something went wrong, please try again!"}`,
	} {
		n := start(t, nil)
		c, err := n.dial(t, token, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.expect("0{")
		c.write("40")
		if got := c.next(); got != want {
			t.Errorf("token %q: got %s, want %s", token, got, want)
		}
		if rest := c.expectEnd(); rest != nil {
			t.Errorf("token %q: %q after the refusal", token, rest)
		}
	}
}

func TestOrigin(t *testing.T) {
	n := start(t, nil)
	for origin, want := range map[string]int{
		"https://site.test":       http.StatusOK,
		"https://SITE.test":       http.StatusOK,
		n.url:                     http.StatusOK,        // how the site is reached from elsewhere in a house
		n.url + "0":               http.StatusForbidden, // another port
		"https://evil.test":       http.StatusForbidden,
		"http://site.test":        http.StatusForbidden,
		"https://site.test.evil":  http.StatusForbidden,
		"null":                    http.StatusForbidden,
		"https://site.test:4443":  http.StatusForbidden,
		"":                        http.StatusOK,
		"https://evil.site.test/": http.StatusForbidden,
	} {
		r, err := http.NewRequest(http.MethodGet, n.url+"/socket.io/?EIO=4&transport=polling", nil)
		if err != nil {
			t.Fatal(err)
		}
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("origin %q: %d, want %d", origin, answer.StatusCode, want)
		}
	}
	if _, err := n.dial(t, "", http.Header{"Origin": {"https://evil.test"}}); err == nil {
		t.Error("a WebSocket of a foreign origin was accepted")
	}
	http.DefaultClient.CloseIdleConnections()
}

func TestRefusedHandshakes(t *testing.T) {
	n := start(t, nil)
	for query, want := range map[string]string{
		"EIO=2&transport=polling":            `"code":5`,
		"transport=polling":                  `"code":5`,
		"EIO=4&transport=flash":              `"code":0`,
		"EIO=4&transport=polling&sid=x":      `"code":1`,
		"EIO=4&transport=websocket&sid=x":    `"code":1`,
		"EIO=4&transport=websocket":          "", // no WebSocket request
		"EIO=4&transport=polling&sid=%00%ff": `"code":1`,
	} {
		status, body := n.get(t, "/socket.io/?"+query)
		if status != http.StatusBadRequest || !strings.Contains(body, want) {
			t.Errorf("%s: %d %s, want 400 %s", query, status, body, want)
		}
	}
}

func TestAnswers(t *testing.T) {
	n := start(t, nil, func(s *Server) {
		Handle(s, "fault", func(context.Context, *Conn, struct{}) (struct{}, error) {
			return struct{}{}, fault.New(fault.Conflict, "You do not have enough tokens.")
		})
		Handle(s, "error", func(context.Context, *Conn, struct{}) (struct{}, error) {
			return struct{}{}, errors.New("secret detail")
		})
		Handle(s, "panic", func(context.Context, *Conn, struct{}) (struct{}, error) { panic("secret detail") })
		Handle(s, "list", func(context.Context, *Conn, *int) ([]int, error) { return []int{1}, nil })
	})
	c := n.connect(t, "")
	wrong := `[{"error":"Something went wrong, please try again!"}]`
	for _, try := range []struct {
		event   string
		payload any
		want    string
	}{
		{"fault", nil, `[{"error":"You do not have enough tokens."}]`},
		{"error", nil, wrong},
		{"panic", nil, wrong},
		{"list", 3, `[{"ok":true,"data":[1]}]`},
		{"join", 3, `[{"error":"The message cannot be read."}]`},
		{"join", map[string]any{"room": 3}, `[{"error":"The message cannot be read."}]`},
		{"auth/login", map[string]any{"token": "bad"}, `[{"error":"invalid token"}]`},
		{"auth/login", nil, `[{"error":"Please log in to continue."}]`},
	} {
		if got := c.ask(try.event, try.payload); got != try.want {
			t.Errorf("%s %v: %s, want %s", try.event, try.payload, got, try.want)
		}
	}
}

func TestLoginAndLogoutMoveTheConnection(t *testing.T) {
	n := start(t, nil)
	c := n.connect(t, "")
	c.join("lounge")
	if got := c.ask("auth/login", loginInput{"tom"}); got != `[{"ok":true}]` {
		t.Fatalf("login: %s", got)
	}
	_ = To(n.Server, "account:tom", tip, said{N: 1})
	c.expect(`42["tip",{"n":1}]`)
	_ = To(n.Server, "session:tom", tip, said{N: 2})
	c.expect(`42["tip",{"n":2}]`)

	// The lounge was joined as a guest: Tom asks again.
	if got := n.rooms.connections("lounge"); len(got) != 0 {
		t.Error("Tom is where he went as a guest")
	}
	_ = To(n.Server, Site, tip, said{N: 4})
	c.expect(`42["tip",{"n":4}]`)

	c.join("lounge")
	if got := c.ask("auth/login", loginInput{"tom"}); got != `[{"ok":true}]` {
		t.Fatalf("login again: %s", got)
	}
	_ = To(n.Server, "lounge", tip, said{N: 5})
	c.expect(`42["tip",{"n":5}]`)

	if got := c.ask("auth/logout", nil); got != `[{"ok":true}]` {
		t.Fatalf("logout: %s", got)
	}
	for _, room := range []string{"account:tom", "session:tom", "lounge"} {
		if got := n.rooms.connections(room); len(got) != 0 {
			t.Errorf("after logout Tom is still in %s", room)
		}
	}
	if got := c.ask("who", nil); got != `[{"ok":true,"a":""}]` {
		t.Errorf("after logout it is %s", got)
	}
	_ = To(n.Server, Site, tip, said{N: 8})
	c.expect(`42["tip",{"n":8}]`)
}

func TestShutdownLetsClientsReconnect(t *testing.T) {
	n := start(t, nil)
	c := n.connect(t, "tom")
	n.stop()
	if rest := c.expectEnd(); rest != nil {
		t.Errorf("a client that got %q does not reconnect", rest)
	}
	if status, _ := n.get(t, "/socket.io/?EIO=4&transport=polling"); status != http.StatusServiceUnavailable {
		t.Errorf("a stopped server answers %d", status)
	}
	if got := n.Connections(); got != 0 {
		t.Errorf("%d connections left", got)
	}
}

func TestSilentClientsEnd(t *testing.T) {
	n := start(t, func(c *Config) { c.PingInterval, c.PingTimeout = 200*time.Millisecond, 200*time.Millisecond })
	p := n.poll(t, "")
	p.establish()
	testkit.Eventually(t, "the client that fell silent is gone", func() bool { return n.Connections() == 0 })
}
