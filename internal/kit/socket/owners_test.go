package socket

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/limit"
	"limelight/internal/testkit"
)

// An address may have so many connections at once, its network some times as
// many; whoever closes one may open another.
func TestConnectionsOfOneOwner(t *testing.T) {
	n := start(t, func(c *Config) {
		c.Limits = Limits{Owned: 2}
		c.Owners = func(r *http.Request) []string { return strings.Fields(r.Header.Get("X-Real-Ip")) }
	})
	from := func(owners string) http.Header { return http.Header{"X-Real-Ip": {owners}} }
	first, err := n.dial(t, "", from("east net"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := n.dial(t, "", from("east net")); err != nil {
		t.Fatal(err)
	}
	if _, err := n.dial(t, "", from("east net")); err == nil {
		t.Error("a third connection of one address was opened")
	}
	for i := range 2 * limit.FurtherShare {
		_, err := n.dial(t, "", from(string(rune('a'+i))+" net"))
		if fits := i < 2*limit.FurtherShare-2; fits != (err == nil) {
			t.Errorf("connection %d of the network: %v", i+2, err)
		}
	}
	if _, err := n.dial(t, "", nil); err != nil {
		t.Errorf("a connection of nobody: %v", err)
	}
	_ = first.ws.NetConn().Close()
	testkit.Eventually(t, "another one fits", func() bool {
		_, err := n.dial(t, "", from("east net"))
		return err == nil
	})
	n.stop()
	testkit.Eventually(t, "all are forgotten", func() bool { return n.owners.Len() == 0 })
}

// A node has so many connections at once, whoever they belong to: the next one is
// told in words when to come again, and fits when another one has gone.
func TestConnectionsOfOneNode(t *testing.T) {
	registry := prometheus.NewRegistry()
	n := start(t, func(c *Config) { c.Limits, c.Metrics = Limits{Connections: 2}, registry })
	first, err := n.dial(t, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := n.dial(t, "", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := n.dial(t, "", nil); err == nil {
		t.Error("a third connection was opened")
	}
	refused := httptest.NewRecorder()
	n.ServeHTTP(refused, httptest.NewRequest(http.MethodGet, "/socket.io/?EIO=4&transport=polling", nil))
	if refused.Code != http.StatusServiceUnavailable || refused.Header().Get("Retry-After") == "" || !strings.Contains(refused.Body.String(), "try again") {
		t.Errorf("a third one by polling is answered with %d, %v: %s", refused.Code, refused.Header(), refused.Body)
	}
	if refusals := counts(t, registry)["socket_handshake_failures_total"]; refusals != 2 {
		t.Errorf("%v refusals are counted, want 2", refusals)
	}
	_ = first.ws.NetConn().Close()
	testkit.Eventually(t, "another one fits", func() bool {
		_, err := n.dial(t, "", nil)
		return err == nil
	})
}
