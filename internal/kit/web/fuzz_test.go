package web

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

// FuzzForwarded: whatever a proxy passes on, a client has one address that can be
// read, and is never taken for this machine.
func FuzzForwarded(f *testing.F) {
	hops := NewForwarding([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8")}, slog.New(slog.DiscardHandler))
	for _, seed := range []string{
		"203.0.113.9", "203.0.113.9:80", "[2001:db8::1]:443", "unknown", `"[::1]"`, "1.2.3.4, 10.0.0.1, ", "::ffff:127.0.0.1", "fe80::1%eth0", "[", ",,,,",
	} {
		f.Add("127.0.0.1:4000", seed)
		f.Add("198.51.100.7:4000", seed)
	}
	f.Add("@", "")
	f.Fuzz(func(t *testing.T, remote, forwarded string) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr, r.Header["X-Forwarded-For"] = remote, []string{forwarded}
		address, own := hops.client(r)
		nearest, err := netip.ParseAddrPort(remote)
		if err != nil {
			return
		}
		if _, err := netip.ParseAddr(address); err != nil {
			t.Errorf("%q behind %q has the address %q", forwarded, remote, address)
		}
		if own && hops.trusted(nearest.Addr().Unmap().WithZone("")) {
			t.Errorf("%q behind the proxy %s counts as this machine", forwarded, remote)
		}
	})
}
