// Package ttlcache keeps answers for a moment, by its user's clock.
package ttlcache

import (
	"sync"
	"time"
)

// Cache keeps values by their keys for one span of time, and no more than so many of them.
// The zero Cache is not usable. It may be used by many goroutines.
type Cache[K comparable, V any] struct {
	ttl  time.Duration
	most int

	mu      sync.Mutex
	entries map[K]entry[V]
	tidy    time.Time // when entries are next looked through
}

type entry[V any] struct {
	value V
	at    time.Time
}

// New makes a cache whose values are good for ttl. Of keys beyond the most it keeps nothing:
// whoever asks for them finds nothing, and asks where the value comes from.
func New[K comparable, V any](ttl time.Duration, most int) *Cache[K, V] {
	return &Cache[K, V]{ttl: ttl, most: most, entries: map[K]entry[V]{}}
}

// Get is the value of a key, unless it is missing or too old. A value of the future is neither:
// the clock was set back, and nobody knows how old it is.
func (c *Cache[K, V]) Get(key K, now time.Time) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, found := c.entries[key]; found && c.fresh(e, now) {
		return e.value, true
	}
	var none V
	return none, false
}

// Put keeps a value that was true at an instant: that of the question, not of the answer.
func (c *Cache[K, V]) Put(key K, value V, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at.After(c.tidy) {
		c.tidy = at.Add(c.ttl)
		for other, e := range c.entries {
			if !c.fresh(e, at) {
				delete(c.entries, other)
			}
		}
	}
	if _, there := c.entries[key]; there || len(c.entries) < c.most {
		c.entries[key] = entry[V]{value, at}
	}
}

// Delete forgets a key.
func (c *Cache[K, V]) Delete(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.entries, key)
}

func (c *Cache[K, V]) fresh(e entry[V], now time.Time) bool {
	age := now.Sub(e.at)
	return age >= 0 && age < c.ttl
}
