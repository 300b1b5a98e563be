package web

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync/atomic"

	"limelight/internal/kit/api"
)

// Forwarding finds out a client's address behind proxies.
type Forwarding struct {
	proxies []netip.Prefix // whose X-Forwarded-For is believed
	log     *slog.Logger

	// An operator who forgot --trusted-proxy is told once; a stranger who sends the
	// header must not use that up, so a proxy of one's own network is told apart.
	warnedNear, warnedFar atomic.Bool
}

// NewForwarding believes the X-Forwarded-For of these proxies.
func NewForwarding(proxies []netip.Prefix, log *slog.Logger) *Forwarding {
	return &Forwarding{proxies: proxies, log: log}
}

// RealIP puts the client's address and the site's own into the context. A site whose own
// address is not fixed has, on this machine, the name that the client uses.
func RealIP(hops *Forwarding, origin string, fixed bool) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			address, itself := hops.client(r)
			ctx := api.WithAddress(r.Context(), address)
			if itself {
				ctx = context.WithValue(ctx, ownMachineKey{}, true)
			}
			own := origin
			if !fixed && Local(HostOf(r.Host)) {
				own = "http://" + r.Host // localhost under another name or port
			}
			next.ServeHTTP(w, r.WithContext(api.WithOrigin(ctx, own)))
		})
	}
}

// HostOf is a host without its port; what is not a host with a port is left as it is.
func HostOf(hostPort string) string {
	host, port, err := net.SplitHostPort(hostPort)
	if err != nil {
		return hostPort
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return hostPort // it is written into pages and headers, and this is no port
	}
	return host
}

// Local reports whether a host name or address is this machine.
func Local(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback()
}

// client is the client's address, and whether the connection comes from this very
// machine and from no proxy that the operator named: then its pace is not counted.
//
// X-Forwarded-For is walked from the nearest proxy outward, up to the first
// address that is no trusted proxy. A hop that cannot be read ends the walk at
// the proxy that wrote it: an address of its own kind, and counted.
func (f *Forwarding) client(r *http.Request) (address string, own bool) {
	nearest, ok := hop(r.RemoteAddr)
	if !ok {
		return r.RemoteAddr, false
	}
	given := r.Header.Values("X-Forwarded-For")
	if !f.trusted(nearest) {
		if len(given) > 0 {
			f.warn(nearest)
		}
		return nearest.String(), nearest.IsLoopback()
	}
	hops, at := strings.Split(strings.Join(given, ","), ","), nearest
	for i := len(hops) - 1; i >= 0 && f.trusted(at); i-- {
		further, ok := hop(hops[i])
		if !ok {
			break
		}
		at = further
	}
	return at.String(), false
}

// hop reads one address as proxies write it: alone, with a port, or in brackets.
func hop(text string) (netip.Addr, bool) {
	text = strings.Trim(strings.TrimSpace(text), `"`)
	if at, err := netip.ParseAddrPort(text); err == nil {
		return at.Addr().Unmap().WithZone(""), true
	}
	if host, _, err := net.SplitHostPort(text); err == nil { // the port of some is empty
		text = host
	}
	if inner, found := strings.CutPrefix(text, "["); found {
		if text, found = strings.CutSuffix(inner, "]"); !found {
			return netip.Addr{}, false
		}
	}
	at, err := netip.ParseAddr(text)
	return at.Unmap().WithZone(""), err == nil
}

func (f *Forwarding) trusted(address netip.Addr) bool {
	for _, network := range f.proxies {
		if network.Contains(address) {
			return true
		}
	}
	return false
}

// warn says once that a proxy speaks whom nobody declared: everybody behind it
// would count as one client.
func (f *Forwarding) warn(proxy netip.Addr) {
	warned := &f.warnedFar
	if proxy.IsLoopback() || proxy.IsPrivate() {
		warned = &f.warnedNear
	}
	if warned.Swap(true) {
		return
	}
	f.log.Warn("a request carries X-Forwarded-For, but its sender is no --trusted-proxy: if that is your proxy, name it, or all its visitors share one address and its limits",
		"sender", proxy.String())
}

type ownMachineKey struct{}

// OwnMachine tells a connection of this machine that no proxy passed on.
func OwnMachine(ctx context.Context) bool {
	own, _ := ctx.Value(ownMachineKey{}).(bool)
	return own
}
