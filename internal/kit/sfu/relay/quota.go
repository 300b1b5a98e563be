package relay

import (
	"net"
	"net/netip"
	"sync"

	"github.com/pion/turn/v5"
)

// quota counts who holds how many relays: a credential, a client address, and of IPv6
// its networks, of which one customer has a whole /64, and some a /48.
type quota struct {
	all  int                           // relays there are
	room func(participant string) bool // makes room for one, or has none

	mu      sync.Mutex
	users   map[string]int
	clients map[netip.Prefix]int
}

// Of all relays, one in so many is the most that a client has: an address of IPv4,
// behind which there may be many people, or a /64; and a /48 together.
var shares = map[int]int{32: 10, 64: 10, 48: 5}

// minRelays is how many a client may have where there are few relays at all.
const minRelays = 4

// allows reports whether a user may hold one more. It is asked by the one
// goroutine that also allocates, so nobody is let through in between.
func (q *quota) allows(user, _ string, from net.Addr) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.users[user] >= perCredential {
		return false
	}
	for _, client := range clientsOf(from) {
		if q.clients[client] >= max(minRelays, q.all/shares[client.Bits()]) {
			return false
		}
	}
	return q.room(user)
}

func (q *quota) events() turn.EventHandler {
	return turn.EventHandler{
		OnAllocationCreated: func(from, _ net.Addr, _, user, _ string, _ net.Addr, _ int) { q.add(user, from, 1) },
		OnAllocationDeleted: func(from, _ net.Addr, _, user, _ string) { q.add(user, from, -1) },
	}
}

func (q *quota) add(user string, from net.Addr, n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.users == nil {
		q.users, q.clients = map[string]int{}, map[netip.Prefix]int{}
	}
	count(q.users, user, n)
	for _, client := range clientsOf(from) {
		count(q.clients, client, n)
	}
}

// count keeps no key of which there is nothing.
func count[K comparable](of map[K]int, key K, n int) {
	of[key] += n
	if of[key] <= 0 {
		delete(of, key)
	}
}

// clientsOf are the networks whose relays are counted together with this one's.
func clientsOf(from net.Addr) (list []netip.Prefix) {
	udp, ok := from.(*net.UDPAddr)
	if !ok {
		return nil
	}
	address := udp.AddrPort().Addr().Unmap().WithZone("")
	bits := []int{64, 48}
	if address.Is4() {
		bits = []int{32}
	}
	for _, n := range bits {
		network, _ := address.Prefix(n)
		list = append(list, network)
	}
	return list
}
