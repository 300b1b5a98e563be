package limit

import (
	"sync"
	"time"
)

// MaxBuckets bounds the keys that Buckets remembers: some 30 MB at the very worst.
const MaxBuckets = 200_000

// Buckets is for what comes often and must cost little: it keeps one instant of a
// key, not each event, in the memory of this node. A key may cause Rule.Most
// events at once and so many in Rule.Per from then on; Rule.Lock is not looked at.
type Buckets struct {
	mu   sync.Mutex
	now  func() time.Time
	most int
	full map[string]time.Time // when the key's bucket is full again
}

// NewBuckets makes an empty count.
func NewBuckets(now func() time.Time) *Buckets {
	return &Buckets{now: now, most: MaxBuckets, full: map[string]time.Time{}}
}

// Take admits an event of the key under a rule of that name and counts it, or
// says how long to wait.
func (b *Buckets) Take(name, key string, rule Rule) (wait time.Duration) {
	if rule.Max <= 0 {
		return rule.Per
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now, key := b.now(), join(name, key)
	one := rule.Per / time.Duration(rule.Max)
	full := b.full[key]
	if full.Before(now) {
		full = now
	}
	if wait = full.Add(one).Sub(now) - rule.Per; wait > 0 {
		return wait
	}
	if _, known := b.full[key]; !known && len(b.full) >= b.most {
		b.makeRoom(now)
	}
	b.full[key] = full.Add(one)
	return 0
}

// Refund takes an event back.
func (b *Buckets) Refund(name, key string, rule Rule) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if full, known := b.full[join(name, key)]; known && rule.Max > 0 {
		b.full[join(name, key)] = full.Add(-rule.Per / time.Duration(rule.Max))
	}
}

// makeRoom forgets the keys whose bucket is full, and if there are none to speak
// of any half: a flood of keys must not cost more than its own count.
func (b *Buckets) makeRoom(now time.Time) { // b.mu held
	for key, full := range b.full {
		if !full.After(now) {
			delete(b.full, key)
		}
	}
	for key := range b.full {
		if len(b.full) <= b.most/2 {
			return
		}
		delete(b.full, key)
	}
}

// TakeAddress is Take for a client's address: by Address, and by its Share6.
func (b *Buckets) TakeAddress(name, address string, rule Rule) (wait time.Duration) {
	key := Address(address)
	if wait = b.Take(name, key, rule); wait > 0 {
		return wait
	}
	share, shared := Share6(address), rule
	shared.Max *= SharePer
	if share == "" {
		return 0
	}
	if wait = b.Take(name, share, shared); wait > 0 {
		b.Refund(name, key, rule)
	}
	return wait
}

// RefundAddress takes back what TakeAddress has counted.
func (b *Buckets) RefundAddress(name, address string, rule Rule) {
	b.Refund(name, Address(address), rule)
	if share := Share6(address); share != "" {
		rule.Max *= SharePer
		b.Refund(name, share, rule)
	}
}
