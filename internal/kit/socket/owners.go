package socket

import "sync"

// ownersShare is how many times Limits.Owned each further owner of a connection
// may have: an address's network after the address itself.
const ownersShare = 4

// owners counts open connections by whom they belong to (Config.Owners). A count
// that reaches zero is forgotten, so it is never larger than the connections.
type owners struct {
	mu   sync.Mutex
	open map[string]int
}

// enter counts a connection for all of its owners, or for none when one of them
// has too many.
func (o *owners) enter(names []string, most int) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i, name := range names {
		if most > 0 && o.open[name] >= most*(1+i*(ownersShare-1)) {
			return false
		}
	}
	if o.open == nil {
		o.open = map[string]int{}
	}
	for _, name := range names {
		o.open[name]++
	}
	return true
}

func (o *owners) leave(names []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, name := range names {
		if o.open[name]--; o.open[name] <= 0 {
			delete(o.open, name)
		}
	}
}
