package hls

import (
	"crypto/sha256"
	"sync"
	"time"

	"limelight/internal/kit/limit"
)

const (
	viewerTTL = 10 * time.Second // who did not ask for a playlist for so long has gone
	maxSeen   = 50_000           // more are not told apart
)

// audience counts who watches a room: each person once, however many players
// they have, and few of one address or network (limit.CrowdPerAddress). What it keeps of a viewer has a fixed size.
type audience struct {
	mu     sync.Mutex
	seen   map[digest]seenViewer
	behind limit.Open // how many of seen, by address and network
}

type digest [16]byte

type seenViewer struct {
	at   time.Time
	from []string // digests of what it was counted for
}

func digestOf(text string) digest {
	sum := sha256.Sum256([]byte(text))
	return digest(sum[:16])
}

func (a *audience) note(person, address string, now time.Time) {
	who, from := digestOf(person), limit.Owners(address)
	for i, owner := range from {
		short := digestOf(owner)
		from[i] = string(short[:])
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.seen == nil {
		a.seen = map[digest]seenViewer{}
	}
	if known, found := a.seen[who]; found {
		known.at = now
		a.seen[who] = known
		return
	}
	for range 2 { // the second time without those who have gone
		if a.behind.Enter(from, limit.CrowdPerAddress, maxSeen) == limit.Entered {
			a.seen[who] = seenViewer{now, from}
			return
		}
		a.drop(now)
	}
}

func (a *audience) count(now time.Time) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.drop(now)
	return len(a.seen)
}

// drop forgets who has gone. a.mu is held.
func (a *audience) drop(now time.Time) {
	for who, s := range a.seen {
		if now.Sub(s.at) <= viewerTTL {
			continue
		}
		delete(a.seen, who)
		a.behind.Leave(s.from)
	}
}
