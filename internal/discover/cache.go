package discover

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// Bounds of what is kept in memory.
const (
	maxPages   = 1_000
	maxViewers = 5_000
	maxDepth   = 100 // records from the top; deeper pages are asked for rarely
	// freshFor bounds how old a page may be when no event has dropped it: viewer
	// counts move without news.
	freshFor = 5 * time.Second
	// knownFor bounds how long a viewer is remembered: news of a block may get lost on the way between nodes.
	knownFor = 20 * time.Second
	// countedFor bounds how old a total may be when no event has dropped it.
	countedFor = time.Minute
)

// page is one answer, without what depends on the viewer.
type page struct {
	cards []Card
	total int
}

// facts are what the database says of a viewer.
type facts struct {
	country    string
	blocked    bool
	favourites map[string]bool // to whether the viewer is told when they go live
}

type cached[T any] struct {
	value T
	until time.Time
}

// cache keeps the first pages and the viewers who come often. Its version grows when it is
// invalidated: what was read before that is not kept after it.
type cache struct {
	now     func() time.Time
	mu      sync.Mutex
	changes int
	pages   map[string]cached[page]
	totals  map[string]cached[int]
	viewers map[string]cached[facts]
}

func newCache(now func() time.Time) *cache {
	return &cache{now: now, pages: map[string]cached[page]{}, totals: map[string]cached[int]{}, viewers: map[string]cached[facts]{}}
}

// totalKey names what a query chooses, whatever the page.
func (q Query) totalKey(countries []string) string {
	return fmt.Sprintf("%+q %v %d %+q", []string{q.Category, q.Gender, q.Country, q.Online, q.Status, q.ExcludedID,
		strings.Join(q.Tags, ","), strings.Join(q.Languages, ",")}, q.VIP, q.LiveWithin, countries)
}

// key names a query's page in the cache.
func (q Query) key(countries []string) string {
	return fmt.Sprintf("%s %s %d %d", q.totalKey(countries), q.Order, q.Offset, q.Limit)
}

// page returns a kept page. When it has aged, one caller is sent to the database
// and the others get the old page meanwhile.
func (c *cache) page(key string) (page, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.pages[key]
	if !ok {
		return page{}, false
	}
	if now := c.now(); !now.Before(k.until) {
		k.until = now.Add(freshFor)
		c.pages[key] = k
		return page{}, false
	}
	return k.value, true
}

func (c *cache) put(key string, p page, version int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if version != c.changes {
		return
	}
	if len(c.pages) >= maxPages {
		clear(c.pages)
	}
	c.pages[key] = cached[page]{p, c.now().Add(freshFor)}
}

func (c *cache) total(key string) (int, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.totals[key]
	return k.value, ok && c.now().Before(k.until)
}

func (c *cache) putTotal(key string, total, version int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if version != c.changes {
		return
	}
	if len(c.totals) >= maxPages {
		clear(c.totals)
	}
	c.totals[key] = cached[int]{total, c.now().Add(countedFor)}
}

func (c *cache) viewer(accountID string) (facts, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.viewers[accountID]
	return k.value, ok && c.now().Before(k.until)
}

func (c *cache) putViewer(accountID string, f facts, version int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if version != c.changes {
		return
	}
	if len(c.viewers) >= maxViewers {
		clear(c.viewers)
	}
	c.viewers[accountID] = cached[facts]{f, c.now().Add(knownFor)}
}

// version is taken before a read whose answer is to be kept.
func (c *cache) version() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.changes
}

func (c *cache) invalidate() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes++
	clear(c.pages)
	clear(c.totals)
}

func (c *cache) invalidateViewers(accountIDs []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes++
	for _, one := range accountIDs {
		delete(c.viewers, one)
	}
}
