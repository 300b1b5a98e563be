package ttlcache

import (
	"testing"
	"time"
)

func TestCache(t *testing.T) {
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	c := New[string, int](2*time.Second, 2)
	see := func(key string, after time.Duration, want int) {
		t.Helper()
		if got, found := c.Get(key, noon.Add(after)); got != want || found != (want != 0) {
			t.Errorf("%s after %v is %d %v, want %d", key, after, got, found, want)
		}
	}
	c.Put("a", 1, noon)
	see("a", 0, 1)
	see("a", 2*time.Second-1, 1)
	see("a", 2*time.Second, 0)
	see("a", -1, 0) // the clock went back
	c.Put("b", 2, noon)
	c.Put("c", 3, noon) // beyond the most
	see("c", 0, 0)
	c.Put("a", 4, noon.Add(time.Second)) // what is there is renewed
	see("a", time.Second, 4)
	c.Delete("b")
	c.Put("c", 5, noon.Add(time.Second)) // there is room again
	see("c", time.Second, 5)
	c.Delete("c")
	see("c", time.Second, 0)
}

// However many keys come, so many are kept; and none longer than it is good, once another comes.
func TestCacheIsBounded(t *testing.T) {
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	c := New[int, int](time.Second, 100)
	for i := range 200 {
		c.Put(i, i, noon)
	}
	if n := len(c.entries); n != 100 {
		t.Errorf("%d are kept", n)
	}
	if c.Put(1000, 1, noon.Add(time.Second+1)); len(c.entries) != 1 {
		t.Errorf("%d are kept, of which one is good", len(c.entries))
	}
}
