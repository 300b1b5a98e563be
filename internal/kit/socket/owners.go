package socket

import "sync"

// ownersShare is how many times Limits.Owned each further owner of a connection
// may have: an address's network after the address itself.
const ownersShare = 4

// owners counts open connections by whom they belong to (Config.Owners). A count
// that reaches zero is forgotten, so it is never larger than the connections.
type owners struct {
	mu    sync.Mutex
	total int // of everybody
	open  map[string]int
}

// verdict says whether a connection may be opened.
type verdict int

const (
	enters verdict = iota
	owned          // one of its owners has too many
	full           // the node has too many
)

// enter counts a connection for the node and all of its owners, or for none when
// one of them has too many. Of an owner most are allowed, of all together all.
func (o *owners) enter(names []string, most, all int) verdict {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i, name := range names {
		if most > 0 && o.open[name] >= most*(1+i*(ownersShare-1)) {
			return owned
		}
	}
	if all > 0 && o.total >= all {
		return full
	}
	o.total++
	if o.open == nil {
		o.open = map[string]int{}
	}
	for _, name := range names {
		o.open[name]++
	}
	return enters
}

func (o *owners) leave(names []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.total--
	for _, name := range names {
		if o.open[name]--; o.open[name] <= 0 {
			delete(o.open, name)
		}
	}
}
