package testkit

import (
	"sync"
	"time"
)

// Noon is when every test begins: Monday 2 November 2026, 12:00 UTC.
var Noon = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)

// Clock stands still until a test moves it.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// NewClock stands at noon.
func NewClock() *Clock { return &Clock{at: Noon} }

// Now is what services are given as their now.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Advance moves the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}
