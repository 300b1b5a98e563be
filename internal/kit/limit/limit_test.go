package limit

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/kit/fault"
)

type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func setup(rules Rules) (*Limiter, *clock) {
	c := &clock{time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)}
	return New(c.now, rules), c
}

// after is what a refusal says to wait; 0 when the event is admitted.
func after(t *testing.T, l *Limiter, name, key string) time.Duration {
	t.Helper()
	err := l.Allow(t.Context(), name, key)
	if err == nil {
		return 0
	}
	f, ok := errors.AsType[*fault.Fault](err)
	if !ok || !errors.Is(err, ErrTooMany) {
		t.Fatal(err)
	}
	return f.RetryAfter
}

func TestWindowSlides(t *testing.T) {
	l, c := setup(Rules{"tip": {Max: 3, Per: 10 * time.Second}})
	for _, step := range []struct{ wait, want time.Duration }{
		{0, 0}, {4 * time.Second, 0}, {4 * time.Second, 0},
		{0, 2 * time.Second}, {time.Second, time.Second}, // refusals count for nothing
		{time.Second, 0}, {0, 4 * time.Second}, {4 * time.Second, 0},
	} {
		c.at = c.at.Add(step.wait)
		if got := after(t, l, "tip", "tom"); got != step.want {
			t.Errorf("at %s the wait is %v, want %v", c.at.Format("05"), got, step.want)
		}
	}
	if got := after(t, l, "tip", "eve"); got != 0 {
		t.Errorf("another key waits %v", got)
	}
}

func TestLock(t *testing.T) {
	l, c := setup(Rules{"login": {Max: 2, Per: time.Minute, Lock: 15 * time.Minute}})
	after(t, l, "login", "tom")
	c.at = c.at.Add(30 * time.Second)
	after(t, l, "login", "tom")
	if got := after(t, l, "login", "tom"); got != 15*time.Minute {
		t.Errorf("locked for %v, want 15 minutes from the last", got)
	}
	c.at = c.at.Add(15 * time.Minute)
	if got := after(t, l, "login", "tom"); got != 0 {
		t.Errorf("still locked for %v", got)
	}
}

func TestRefundAndForget(t *testing.T) {
	l, _ := setup(Rules{"login": {Max: 1, Per: time.Minute, Lock: time.Hour}})
	for _, undo := range []func(context.Context, string, string) error{l.Refund, l.Forget} {
		after(t, l, "login", "tom")
		if after(t, l, "login", "tom") == 0 {
			t.Error("a second event was admitted")
		}
		if err := undo(t.Context(), "login", "tom"); err != nil {
			t.Fatal(err)
		}
	}
	if got := after(t, l, "login", "tom"); got != 0 {
		t.Errorf("locked for %v after all was taken back", got)
	}
	if err := errors.Join(l.Refund(t.Context(), "login", "eve"), l.Forget(t.Context(), "login", "eve")); err != nil {
		t.Errorf("taking back nothing: %v", err)
	}
}

func TestRulesByName(t *testing.T) {
	c := &clock{time.Unix(0, 0)}
	l := New(c.now, Rules{"a": {Max: 1, Per: time.Second}}, Rules{"a": {Max: 2, Per: time.Second}, "never": {Per: time.Second}})
	after(t, l, "a", "x")
	if after(t, l, "a", "x") != 0 {
		t.Error("the later rule does not hold")
	}
	if after(t, l, "never", "x") != time.Second {
		t.Error("a rule of none admits one")
	}
	if err := l.Allow(t.Context(), "b", "x"); err == nil || errors.Is(err, ErrTooMany) {
		t.Errorf("an unknown rule answers %v", err)
	}
}

func TestAddresses(t *testing.T) {
	for _, c := range []struct{ address, key, network string }{
		{"203.0.113.7", "203.0.113.7", "203.0.113.0/24"},
		{"::ffff:203.0.113.7", "203.0.113.7", "203.0.113.0/24"},
		{"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1:2::/64"},
		{"2001:db8:1:2::", "2001:db8:1:2::/64", "2001:db8:1:2::/64"},
		{"fe80::1%eth0", "fe80::/64", "fe80::/64"},
		{"", "", ""}, {"nonsense", "", ""}, {"203.0.113.7:80", "", ""},
	} {
		if got := Address(c.address); got != c.key {
			t.Errorf("the key of %q is %q, want %q", c.address, got, c.key)
		}
		if got, want := Share(c.address), share(c.network); got != want {
			t.Errorf("the share of %q is %q, want %q", c.address, got, want)
		}
		if got := Network(c.address); got != c.network {
			t.Errorf("the network of %q is %q, want %q", c.address, got, c.network)
		}
	}
}

func TestAtOnce(t *testing.T) {
	l, _ := setup(Rules{"tip": {Max: 10, Per: time.Second}})
	var admitted atomic.Int64
	var wg sync.WaitGroup
	for range 200 {
		wg.Go(func() {
			if l.Allow(t.Context(), "tip", "tom") == nil {
				admitted.Add(1)
			}
		})
	}
	wg.Wait()
	if admitted.Load() != 10 {
		t.Errorf("%d were admitted, want 10", admitted.Load())
	}
}

func TestMemoryIsBounded(t *testing.T) {
	m := NewMemory()
	m.most = 1000
	rule := Rule{Max: 5, Per: time.Minute}
	now := time.Unix(0, 0)
	for i := range 10_000 {
		if _, err := m.Take(t.Context(), fmt.Sprint(i), rule, now); err != nil {
			t.Fatal(err)
		}
	}
	if m.events > m.most+2 || len(m.keys) > m.most || len(m.keys) < m.most/4 {
		t.Errorf("%d events of %d keys are kept, want about %d", m.events, len(m.keys), m.most)
	}
	if _, err := m.Take(t.Context(), "late", rule, now.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if len(m.keys) != 1 || m.events != 2 {
		t.Errorf("%d keys and %d events are kept after all expired", len(m.keys), m.events)
	}
}

// However events come, no span of Per holds more admitted ones than Most, and
// waiting as told is always rewarded.
func TestNeverMoreThanMost(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rule := Rule{
			Max:  rapid.IntRange(1, 6).Draw(rt, "most"),
			Per:  time.Duration(rapid.IntRange(1, 100).Draw(rt, "per")) * time.Millisecond,
			Lock: time.Duration(rapid.IntRange(0, 200).Draw(rt, "lock")) * time.Millisecond,
		}
		m, now := NewMemory(), time.Unix(0, 0)
		var admitted []time.Time
		for range 200 {
			now = now.Add(time.Duration(rapid.IntRange(0, 40).Draw(rt, "pause")) * time.Millisecond)
			wait, _ := m.Take(t.Context(), "k", rule, now)
			if wait > 0 && rapid.Bool().Draw(rt, "patient") {
				now = now.Add(wait)
				if wait, _ = m.Take(t.Context(), "k", rule, now); wait > 0 {
					rt.Fatalf("refused after waiting as told, for another %v", wait)
				}
			}
			if wait > 0 {
				continue
			}
			admitted = append(admitted, now)
			if n := len(admitted); n > rule.Max && now.Sub(admitted[n-1-rule.Max]) < rule.Per {
				rt.Fatalf("%d events within %v, want at most %d", rule.Max+1, rule.Per, rule.Max)
			}
		}
	})
}

// share is a network's /48, where it is one of IPv6.
func share(network string) string {
	before, found := strings.CutSuffix(network, "/64")
	if !found {
		return network
	}
	if before == "fe80::" {
		return "fe80::/48"
	}
	return "2001:db8:1::/48"
}
