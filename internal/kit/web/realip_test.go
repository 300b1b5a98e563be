package web

import (
	"log/slog"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

// Only a trusted proxy may say where somebody comes from, and only about the hop
// before it; a hop is read in every way that proxies write it.
func TestClientAddress(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("127.0.0.1/32")}
	hops := NewForwarding(proxies, slog.New(slog.DiscardHandler))
	for name, c := range map[string]struct{ remote, forwarded, want string }{
		"nobody in between":       {"198.51.100.7:4000", "", "198.51.100.7"},
		"a liar":                  {"198.51.100.7:4000", "203.0.113.9", "198.51.100.7"},
		"one proxy":               {"10.0.0.1:4000", "203.0.113.9", "203.0.113.9"},
		"two proxies":             {"10.0.0.1:4000", "203.0.113.9, 10.0.0.2", "203.0.113.9"},
		"a liar behind the proxy": {"10.0.0.1:4000", "8.8.8.8, 203.0.113.9", "203.0.113.9"},
		"nonsense":                {"10.0.0.1:4000", "<script>", "10.0.0.1"},
		"IPv6":                    {"[::1]:4000", "2001:db8::5", "2001:db8::5"},
		"IPv4 in IPv6":            {"[::ffff:198.51.100.7]:4000", "", "198.51.100.7"},
		"with a port":             {"127.0.0.1:4000", "203.0.113.9:55112", "203.0.113.9"},
		"with an empty port":      {"127.0.0.1:4000", "203.0.113.9:", "203.0.113.9"},
		"in brackets":             {"127.0.0.1:4000", "[2001:db8::5]", "2001:db8::5"},
		"in brackets with a port": {"127.0.0.1:4000", "[2001:db8::5]:443", "2001:db8::5"},
		"quoted":                  {"127.0.0.1:4000", `"203.0.113.9:80"`, "203.0.113.9"},
		"with a zone":             {"127.0.0.1:4000", "fe80::1%eth0", "fe80::1"},
		"unknown":                 {"127.0.0.1:4000", "203.0.113.9, unknown", "127.0.0.1"},
		"an open bracket":         {"127.0.0.1:4000", "[2001:db8::5", "127.0.0.1"},
		"absent":                  {"127.0.0.1:4000", "", "127.0.0.1"},
		"a proxy in the middle":   {"127.0.0.1:4000", "203.0.113.9, 10.1.2.3:80", "203.0.113.9"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.remote
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		got, own := hops.client(r)
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		if own {
			t.Errorf("%s: its pace is not counted", name)
		}
	}
}

// Only what comes to this machine from itself, past every proxy, is not counted.
func TestOwnMachine(t *testing.T) {
	hops := NewForwarding(nil, slog.New(slog.DiscardHandler))
	for remote, want := range map[string]bool{
		"127.0.0.1:4000": true, "[::1]:4000": true, "10.0.0.1:4000": false, "198.51.100.7:4000": false, "@": false,
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = remote
		if _, own := hops.client(r); own != want {
			t.Errorf("%s: own machine %t, want %t", remote, own, want)
		}
	}
}

// Who forgot to name the proxy reads it in the log, once.
func TestUndeclaredProxyIsWarnedOfOnce(t *testing.T) {
	var out strings.Builder
	hops := NewForwarding(nil, slog.New(slog.NewTextHandler(&out, nil)))
	ask := func(remote, forwarded string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = remote
		if forwarded != "" {
			r.Header.Set("X-Forwarded-For", forwarded)
		}
		hops.client(r)
	}
	ask("127.0.0.1:4000", "")
	if out.String() != "" {
		t.Errorf("warned without a reason: %s", out.String())
	}
	for range 3 {
		ask("198.51.100.7:4000", "1.2.3.4") // a stranger, who must not use the warning up
		ask("127.0.0.1:4000", "203.0.113.9")
	}
	if n := strings.Count(out.String(), "level=WARN"); n != 2 {
		t.Errorf("%d warnings, want one for the stranger and one for the proxy:\n%s", n, out.String())
	}
	for _, want := range []string{"--trusted-proxy", "sender=127.0.0.1"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the warning lacks %q: %s", want, out.String())
		}
	}
}

// What a client calls the host is written into pages: only a host and a port are.
func TestHostsThatAreNone(t *testing.T) {
	for name, want := range map[string]bool{
		"localhost": true, "localhost:9000": true, "[::1]:8080": true,
		"localhost:80;evil": false, "localhost:80 evil": false, "localhost:99999": false, "localhost:": false, "evil.example": false,
	} {
		if got := Local(HostOf(name)); got != want {
			t.Errorf("%q is local: %v", name, got)
		}
	}
}
