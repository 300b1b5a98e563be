package hls

import (
	"crypto/sha256"
	"sync"
	"time"
)

const (
	present        = 10 * time.Second // who did not ask for a playlist for so long has gone
	mostSeen       = 50_000           // more are not told apart
	mostPerAddress = 4                // counted behind one address: a household, not a crowd that was made up
)

// audience counts who watches a room: each person once, however many players
// they have, and few of one address. What it keeps of a viewer has a fixed size.
type audience struct {
	mu     sync.Mutex
	seen   map[digest]sight
	behind map[digest]int // how many of seen, by address
}

type digest [16]byte

type sight struct {
	at   time.Time
	from digest // the address it was counted for
}

func digestOf(text string) digest {
	sum := sha256.Sum256([]byte(text))
	return digest(sum[:16])
}

func (a *audience) note(person, address string, now time.Time) {
	who, from := digestOf(person), digestOf(address)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.seen == nil {
		a.seen, a.behind = map[digest]sight{}, map[digest]int{}
	}
	if known, found := a.seen[who]; found {
		known.at = now
		a.seen[who] = known
		return
	}
	if a.behind[from] >= mostPerAddress {
		a.drop(now)
	}
	if a.behind[from] < mostPerAddress && len(a.seen) < mostSeen {
		a.seen[who] = sight{now, from}
		a.behind[from]++
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
		if now.Sub(s.at) <= present {
			continue
		}
		delete(a.seen, who)
		if a.behind[s.from]--; a.behind[s.from] <= 0 {
			delete(a.behind, s.from)
		}
	}
}
