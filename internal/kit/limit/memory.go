package limit

import (
	"container/list"
	"context"
	"sync"
	"time"
)

// MaxEvents bounds what Memory remembers, over all keys: about 100 MB at the
// very worst, when each event has a key of its own.
const MaxEvents = 500_000

// Memory counts in this process.
type Memory struct {
	mu     sync.Mutex
	most   int
	events int
	keys   map[string]*list.Element // of *record
	order  *list.List               // most recently used first
}

// record is what is known of a key: the instants of its events, oldest first.
type record struct {
	key     string
	at      []int64 // Unix milliseconds
	locked  int64   // until then; 0 when not
	expires int64   // when nothing of it counts any more
}

// NewMemory makes an empty count.
func NewMemory() *Memory {
	return &Memory{most: MaxEvents, keys: map[string]*list.Element{}, order: list.New()}
}

// Take implements Counter.
func (m *Memory) Take(_ context.Context, key string, rule Rule, now time.Time) (time.Duration, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ms := now.UnixMilli()
	m.dropIdle(ms)
	r := m.touch(key)
	m.slide(r, ms-rule.Per.Milliseconds())
	if wait := r.wait(rule, ms); wait > 0 {
		return wait, nil
	}
	r.at = append(r.at, ms)
	m.events++
	r.expires = max(r.expires, ms+rule.Per.Milliseconds())
	if rule.Lock > 0 && len(r.at) >= rule.Max {
		r.locked = ms + rule.Lock.Milliseconds()
		r.expires = max(r.expires, r.locked)
	}
	return 0, nil
}

// wait is how long until the next event is admitted; 0 for now.
func (r *record) wait(rule Rule, ms int64) time.Duration {
	if rule.Max <= 0 {
		return rule.Per
	}
	free := r.locked
	if len(r.at) >= rule.Max {
		free = max(free, r.at[len(r.at)-rule.Max]+rule.Per.Milliseconds())
	}
	return time.Duration(max(0, free-ms)) * time.Millisecond
}

// Refund implements Counter.
func (m *Memory) Refund(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	element, known := m.keys[key]
	if !known {
		return nil
	}
	if r := element.Value.(*record); len(r.at) > 0 {
		r.at = r.at[:len(r.at)-1]
		r.locked = 0
		m.events--
	}
	return nil
}

// Forget implements Counter.
func (m *Memory) Forget(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if element, known := m.keys[key]; known {
		m.drop(element)
	}
	return nil
}

func (m *Memory) touch(key string) *record {
	if element, known := m.keys[key]; known {
		m.order.MoveToFront(element)
		return element.Value.(*record)
	}
	r := &record{key: key}
	m.keys[key] = m.order.PushFront(r)
	m.events++ // the key itself costs about as much as an event
	return r
}

// slide forgets the events up to an instant.
func (m *Memory) slide(r *record, upTo int64) {
	old := 0
	for old < len(r.at) && r.at[old] <= upTo {
		old++
	}
	m.events -= old
	r.at = append(r.at[:0], r.at[old:]...)
}

// dropIdle forgets keys from the idle end: those that count for nothing, and,
// when memory is full, whatever is there.
func (m *Memory) dropIdle(ms int64) {
	for last := m.order.Back(); last != nil; last = m.order.Back() {
		if m.events < m.most && last.Value.(*record).expires > ms {
			return
		}
		m.drop(last)
	}
}

func (m *Memory) drop(element *list.Element) {
	r := element.Value.(*record)
	m.events -= len(r.at) + 1
	delete(m.keys, r.key)
	m.order.Remove(element)
}
