package relay

import (
	"net"
	"net/netip"
	"strconv"
	"testing"
)

// However many addresses and credentials one customer has, others get relays.
func TestNetworksHoldNotAllRelays(t *testing.T) {
	for name, c := range map[string]struct {
		address func(i int) string
		most    int
	}{
		"an address":             {func(int) string { return "192.0.2.1" }, 10},
		"a /64":                  {func(i int) string { return "2001:db8::" + strconv.FormatInt(int64(i+1), 16) }, 10},
		"a /48":                  {func(i int) string { return "2001:db8:0:" + strconv.FormatInt(int64(i+1), 16) + "::1" }, 20},
		"all":                    {func(i int) string { return "198.51.100." + strconv.Itoa(i) }, 200},
		"mapped, the same as v4": {func(int) string { return "::ffff:192.0.2.1" }, 10},
	} {
		q := &quota{all: 100, room: func(string) bool { return true }}
		got := 0
		for i := range 200 {
			from := net.UDPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(c.address(i)), uint16(1000+i)))
			if q.allows("user"+strconv.Itoa(i), Realm, from) {
				q.add("user"+strconv.Itoa(i), from, 1)
				got++
			}
		}
		if got != c.most {
			t.Errorf("%s holds %d relays, want %d", name, got, c.most)
		}
	}
	q := &quota{all: 100, room: func(string) bool { return true }}
	from := &net.UDPAddr{IP: net.ParseIP("2001:db8::1"), Port: 9}
	q.add("eve", from, 1)
	if q.add("eve", from, -1); len(q.users) != 0 || len(q.clients) != 0 {
		t.Errorf("nobody holds any, and kept are %v and %v", q.users, q.clients)
	}
}
