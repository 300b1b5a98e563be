package ranking

import (
	"context"
	"hash/maphash"
	"sync"

	"limelight/internal/kit/db"
)

// maxSeen bounds what is remembered in a turn of who was shown whom; beyond, some count twice.
const maxSeen = 500_000

// counter keeps what was shown until it is written.
type counter struct {
	seed maphash.Seed
	mu   sync.Mutex
	turn int64
	seen map[uint64]struct{} // who was shown whom in this turn
	by   map[string]int64    // performer to impressions that were not written yet
}

func newCounter() *counter {
	return &counter{seed: maphash.MakeSeed(), seen: map[uint64]struct{}{}, by: map[string]int64{}}
}

// Shown counts the performers on a first page that a viewer was shown. Each counts once for a viewer
// in a turn: a page that is open asks again and again, and nobody makes a rival's count by asking for
// many lists. It writes nothing; Flush does.
func (s *Service) Shown(viewer string, performerIDs []string) {
	c, turn := s.shown, turnAt(s.Now())
	c.mu.Lock()
	defer c.mu.Unlock()
	if turn != c.turn || len(c.seen) >= maxSeen {
		c.turn = turn
		clear(c.seen)
	}
	for _, one := range performerIDs {
		key := maphash.String(c.seed, viewer+"\x00"+one)
		if _, again := c.seen[key]; !again {
			c.seen[key] = struct{}{}
			c.by[one]++
		}
	}
}

// Flush writes what was shown since the last time; what cannot be written is kept for the next one.
func (s *Service) Flush(ctx context.Context) error {
	shown := s.shown.take()
	if len(shown) == 0 {
		return nil
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return addImpressions(ctx, tx, dayAt(s.Now()), shown)
	})
	if err != nil {
		s.shown.give(shown)
	}
	return err
}

func (c *counter) take() map[string]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := c.by
	c.by = map[string]int64{}
	return taken
}

func (c *counter) give(back map[string]int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for performerID, n := range back {
		c.by[performerID] += n
	}
}
