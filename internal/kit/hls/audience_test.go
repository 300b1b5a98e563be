package hls

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/limit"
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
	if n := a.count(now); n != 1+limit.CrowdPerAddress {
		t.Errorf("%d are counted, want Tom and %d", n, limit.CrowdPerAddress)
	}
	later := now.Add(viewerTTL + time.Second)
	a.note("ann", "2.2.2.2", later)
	if n := a.count(later); n != 1 {
		t.Errorf("%d are counted after the others went", n)
	}
}

// Nor is a crowd made up of one customer's network of IPv6, which has 65,536 of what
// counts as an address.
func TestAudienceOfOneNetwork(t *testing.T) {
	var a audience
	now := time.Unix(1, 0)
	for i := range 600 {
		a.note(fmt.Sprint("made up ", i), limit.Address(fmt.Sprintf("2001:db8:9:%x::1", i)), now)
	}
	if n, want := a.count(now), limit.CrowdPerAddress*limit.FurtherShare; n != want {
		t.Errorf("%d are counted, want %d", n, want)
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
