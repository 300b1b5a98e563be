package hls

import (
	"sync"
	"time"
)

const (
	present  = 10 * time.Second // who did not ask for a playlist for so long has gone
	mostSeen = 50_000           // more are not told apart
)

// audience counts who watches a room. Without cookies two people behind one
// address with the same browser are one.
type audience struct {
	mu   sync.Mutex
	seen map[string]time.Time
}

func (a *audience) note(who string, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.seen == nil {
		a.seen = map[string]time.Time{}
	}
	if _, known := a.seen[who]; known || len(a.seen) < mostSeen {
		a.seen[who] = now
	}
}

func (a *audience) count(now time.Time) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	for who, at := range a.seen {
		if now.Sub(at) > present {
			delete(a.seen, who)
		}
	}
	return len(a.seen)
}
