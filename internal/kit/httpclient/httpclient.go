// Package httpclient makes the client for calls to addresses that people type
// into settings: payment gateways, webhooks, social networks. Such an address
// must not lead into the operator's own network (SSRF).
//
// Invariants:
//   - the address is checked after its name was resolved, for the very connection
//     that is made: a name that changes between two lookups gains nothing;
//   - only public unicast addresses are called, and what Config.Internal names;
//   - no redirect is followed and no proxy of the environment is used;
//   - an answer is bounded in time and size.
package httpclient

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"time"
)

// ErrPrivate refuses an address that is not public.
var ErrPrivate = errors.New("httpclient: the address is not a public one")

// Config says what a client may do.
type Config struct {
	Timeout  time.Duration // of a whole call, 20 s by default
	MaxBytes int64         // of an answer, 1 MiB by default

	// Internal names hosts, addresses and networks that may be called although they
	// are not public.
	Internal Internal
}

// Internal are hosts and networks that an operator has named.
type Internal struct {
	hosts    []string
	networks []netip.Prefix
}

// ParseInternal reads host names, addresses and networks.
func ParseInternal(list ...string) (in Internal, err error) {
	for _, text := range list {
		if prefix, err := netip.ParsePrefix(text); err == nil {
			in.networks = append(in.networks, prefix.Masked())
			continue
		}
		if address, err := netip.ParseAddr(text); err == nil {
			in.networks = append(in.networks, netip.PrefixFrom(address.Unmap(), address.Unmap().BitLen()))
			continue
		}
		if text == "" || strings.ContainsAny(text, "/:@ ") {
			return in, fmt.Errorf("%q is neither a host name nor an address nor a network", text)
		}
		in.hosts = append(in.hosts, strings.ToLower(text))
	}
	return in, nil
}

// New makes a client.
func New(c Config) *http.Client {
	d := dialer{internal: c.Internal}
	open := net.Dialer{Timeout: connectTime}
	guarded := open
	guarded.Control = d.check
	d.open, d.guarded = open.DialContext, guarded.DialContext
	return &http.Client{
		Timeout:       cmp.Or(c.Timeout, 20*time.Second),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: bounded{
			most: cmp.Or(c.MaxBytes, 1<<20),
			inner: &http.Transport{
				DialContext: d.dial, ForceAttemptHTTP2: true, MaxIdleConns: 20, IdleConnTimeout: time.Minute,
				TLSHandshakeTimeout: connectTime, ResponseHeaderTimeout: cmp.Or(c.Timeout, 20*time.Second),
				MaxResponseHeaderBytes: 64 << 10,
			},
		},
	}
}

// connectTime is how long a connection, and then its TLS, may take to be made.
const connectTime = 10 * time.Second

type dialer struct {
	internal      Internal
	open, guarded func(ctx context.Context, network, address string) (net.Conn, error)
}

func (d dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err == nil && slices.Contains(d.internal.hosts, strings.ToLower(host)) {
		return d.open(ctx, network, address)
	}
	return d.guarded(ctx, network, address)
}

// check is asked for each address that a name resolved to, right before it is
// connected to.
func (d dialer) check(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %s", ErrPrivate, address)
	}
	if ip := at.Addr().Unmap().WithZone(""); !Public(ip) && !d.internal.contains(ip) {
		return fmt.Errorf("%w: %s", ErrPrivate, ip)
	}
	return nil
}

func (in Internal) contains(ip netip.Addr) bool {
	return slices.ContainsFunc(in.networks, func(n netip.Prefix) bool { return n.Contains(ip) })
}

// special are the networks of IANA's special-purpose registries (RFC 6890 and
// later) beyond those that netip knows: none of them is a service on the internet.
var special = prefixes(
	"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "240.0.0.0/4",
	"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
	"5f00::/16", "fec0::/10",
)

func prefixes(list ...string) (out []netip.Prefix) {
	for _, text := range list {
		out = append(out, netip.MustParsePrefix(text))
	}
	return out
}

// Public tells whether an address is one of the public internet: not of this
// machine, a private or shared network, a link, a group, a tunnel that embeds
// another address, or reserved.
func Public(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	return ip.IsGlobalUnicast() && !ip.IsPrivate() &&
		!slices.ContainsFunc(special, func(n netip.Prefix) bool { return n.Contains(ip) })
}

// bounded cuts answers.
type bounded struct {
	most  int64
	inner http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := b.inner.RoundTrip(req)
	if err == nil {
		res.Body = http.MaxBytesReader(nil, res.Body, b.most)
	}
	return res, err
}

// CloseIdleConnections closes what waits to be used again.
func (b bounded) CloseIdleConnections() {
	if c, ok := b.inner.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}
