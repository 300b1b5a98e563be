package relay

import (
	"net"
	"net/netip"
	"sync"

	"github.com/pion/turn/v5"
)

// quota counts who holds how many relays.
type quota struct {
	most int // of one client address

	mu        sync.Mutex
	users     map[string]int
	addresses map[netip.Addr]int
}

// allows reports whether a user may hold one more. It is asked by the one
// goroutine that also allocates, so nobody is let through in between.
func (q *quota) allows(user, _ string, from net.Addr) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.users[user] < perCredential && q.addresses[addressOf(from)] < q.most
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
		q.users, q.addresses = map[string]int{}, map[netip.Addr]int{}
	}
	count(q.users, user, n)
	count(q.addresses, addressOf(from), n)
}

// count keeps no key of which there is nothing.
func count[K comparable](of map[K]int, key K, n int) {
	of[key] += n
	if of[key] <= 0 {
		delete(of, key)
	}
}

func addressOf(from net.Addr) netip.Addr {
	udp, ok := from.(*net.UDPAddr)
	if !ok {
		return netip.Addr{}
	}
	return udp.AddrPort().Addr().Unmap()
}
