package hls

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A viewer is counted once, and few viewers of one address, whatever they make up.
func TestAudienceIsNotMadeUp(t *testing.T) {
	var a audience
	now := time.Unix(1, 0)
	for range 3 {
		a.note("tom", "1.1.1.1", now)
	}
	if n := a.count(now); n != 1 {
		t.Errorf("Tom counts %d times", n)
	}
	for i := range 1500 {
		a.note(fmt.Sprint("made up ", i), "2.2.2.2", now)
	}
	if n := a.count(now); n != 1+mostPerAddress {
		t.Errorf("%d are counted, want Tom and %d", n, mostPerAddress)
	}
	later := now.Add(present + time.Second)
	a.note("ann", "2.2.2.2", later)
	if n := a.count(later); n != 1 || len(a.behind) != 1 {
		t.Errorf("%d are counted of %d addresses after the others went", n, len(a.behind))
	}
}

// What is kept of a viewer does not grow with what they send.
func TestAudienceKeepsFixedSize(t *testing.T) {
	var a audience
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range 2000 {
		long := fmt.Sprint(i, strings.Repeat("x", 64<<10))
		a.note(long, long, time.Unix(1, 0))
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 4<<20 {
		t.Errorf("2000 viewers take %d bytes", grown)
	}
	if n := a.count(time.Unix(1, 0)); n != 2000 {
		t.Errorf("%d are counted", n)
	}
}
