package limit

import (
	"fmt"
	"testing"
	"time"
)

func TestBuckets(t *testing.T) {
	c := &clock{time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)}
	b, rule := NewBuckets(c.now), Rule{Max: 6, Per: time.Minute}
	for range rule.Max {
		if wait := b.Take("page", "east", rule); wait != 0 {
			t.Fatalf("within the rule: wait %s", wait)
		}
	}
	if wait := b.Take("page", "east", rule); wait != 10*time.Second {
		t.Errorf("past the rule: wait %s, want 10s", wait)
	}
	if b.Take("page", "west", rule) != 0 || b.Take("file", "east", rule) != 0 {
		t.Error("another key or another rule waits")
	}
	c.at = c.at.Add(10 * time.Second) // waiting as told is rewarded, once
	if first, second := b.Take("page", "east", rule), b.Take("page", "east", rule); first != 0 || second != 10*time.Second {
		t.Errorf("after the wait: %s, then %s", first, second)
	}
	b.Refund("page", "east", rule)
	if wait := b.Take("page", "east", rule); wait != 0 {
		t.Errorf("after a refund: wait %s", wait)
	}
	if wait := b.Take("page", "east", Rule{Per: time.Second}); wait != time.Second {
		t.Errorf("a rule of none admits one: wait %s", wait)
	}
}

func TestBucketsAreBounded(t *testing.T) {
	c := &clock{time.Unix(0, 0)}
	b := NewBuckets(c.now)
	b.most = 100
	for i := range 10_000 {
		b.Take("page", fmt.Sprint(i), Rule{Max: 1, Per: time.Minute})
	}
	if len(b.full) > b.most || len(b.full) < b.most/4 {
		t.Errorf("%d keys are kept, want about %d", len(b.full), b.most)
	}
	c.at = c.at.Add(time.Hour)
	for i := range b.most {
		b.Take("page", fmt.Sprint("late", i), Rule{Max: 1, Per: time.Minute})
	}
	if len(b.full) > b.most {
		t.Errorf("%d keys are kept after all were full again", len(b.full))
	}
}

// A customer with an IPv6 /48 has 65,536 networks: together they get a share.
func TestShares(t *testing.T) {
	for address, want := range map[string]string{
		"2001:db8:1:2:3:4:5:6": "2001:db8:1::/48", "203.0.113.7": "", "::ffff:203.0.113.7": "", "nonsense": "",
	} {
		if got := Share6(address); got != want {
			t.Errorf("the share of %s is %q, want %q", address, got, want)
		}
	}
	l, _ := setup(Rules{"register": {Max: 2, Per: time.Minute}})
	admitted := 0
	for i := range 200 {
		if l.AllowAddress(t.Context(), "register", fmt.Sprintf("2001:db8:1:%x::1", i)) == nil {
			admitted++
		}
	}
	if want := 2 * SharePer; admitted != want {
		t.Errorf("%d events of one /48 were admitted, want %d", admitted, want)
	}
	if l.AllowAddress(t.Context(), "register", "2001:db8:2::1") != nil || l.AllowAddress(t.Context(), "register", "203.0.113.7") != nil {
		t.Error("another /48, or an IPv4 address, waits")
	}
	for _, address := range []string{"2001:db8:1:0::1", "203.0.113.7"} { // one of each is given back, and goes again
		if err := l.RefundAddress(t.Context(), "register", address); err != nil {
			t.Fatal(err)
		}
		if err := l.AllowAddress(t.Context(), "register", address); err != nil {
			t.Errorf("%s after a refund: %v", address, err)
		}
	}
	if l.AllowAddress(t.Context(), "register", "2001:db8:1:99::1") == nil {
		t.Error("one event was given back to the /48 and two were admitted")
	}
}
