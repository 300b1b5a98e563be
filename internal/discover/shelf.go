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
	deepest    = 100 // records from the top; deeper pages are asked for rarely
	// freshFor bounds how old a page may be when no event has dropped it: viewer
	// counts move without news.
	freshFor = 5 * time.Second
	// knownFor bounds how long a viewer is remembered.
	knownFor = 5 * time.Minute
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
	favourites map[string]bool
}

type kept[T any] struct {
	value T
	until time.Time
}

// shelf keeps the first pages and the viewers who come often. A turn is a number
// that grows with every Forget: what was read before one is not kept after it.
type shelf struct {
	now     func() time.Time
	mu      sync.Mutex
	turns   int
	pages   map[string]kept[page]
	totals  map[string]kept[int]
	viewers map[string]kept[facts]
}

func newShelf(now func() time.Time) *shelf {
	return &shelf{now: now, pages: map[string]kept[page]{}, totals: map[string]kept[int]{}, viewers: map[string]kept[facts]{}}
}

// totalKey names what a query chooses, whatever the page.
func (q Query) totalKey(countries []string) string {
	return fmt.Sprintf("%+q %v %+q", []string{q.Category, q.Gender, q.Country, q.Online, q.Status, q.ExcludedID,
		strings.Join(q.Tags, ","), strings.Join(q.Languages, ",")}, q.VIP, countries)
}

// key names a query's page on the shelf.
func (q Query) key(countries []string) string {
	return fmt.Sprintf("%s %v %d %d", q.totalKey(countries), q.Newest, q.Offset, q.Limit)
}

// page returns a kept page. When it has aged, one caller is sent to the database
// and the others get the old page meanwhile.
func (s *shelf) page(key string) (page, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, ok := s.pages[key]
	if !ok {
		return page{}, false
	}
	if now := s.now(); !now.Before(k.until) {
		k.until = now.Add(freshFor)
		s.pages[key] = k
		return page{}, false
	}
	return k.value, true
}

func (s *shelf) put(key string, p page, turn int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if turn != s.turns {
		return
	}
	if len(s.pages) >= maxPages {
		clear(s.pages)
	}
	s.pages[key] = kept[page]{p, s.now().Add(freshFor)}
}

func (s *shelf) total(key string) (int, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, ok := s.totals[key]
	return k.value, ok && s.now().Before(k.until)
}

func (s *shelf) putTotal(key string, total, turn int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if turn != s.turns {
		return
	}
	if len(s.totals) >= maxPages {
		clear(s.totals)
	}
	s.totals[key] = kept[int]{total, s.now().Add(countedFor)}
}

func (s *shelf) viewer(accountID string) (facts, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, ok := s.viewers[accountID]
	return k.value, ok && s.now().Before(k.until)
}

func (s *shelf) putViewer(accountID string, f facts, turn int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if turn != s.turns {
		return
	}
	if len(s.viewers) >= maxViewers {
		clear(s.viewers)
	}
	s.viewers[accountID] = kept[facts]{f, s.now().Add(knownFor)}
}

// turn is taken before a read whose answer is to be kept.
func (s *shelf) turn() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.turns
}

func (s *shelf) forget(totals bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turns++
	clear(s.pages)
	if totals {
		clear(s.totals)
	}
}

func (s *shelf) forgetViewers(accountIDs []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turns++
	for _, one := range accountIDs {
		delete(s.viewers, one)
	}
}
