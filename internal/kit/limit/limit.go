// Package limit refuses what comes too often. A rule has a name and bounds how
// many events one key (an address, an account, both) may cause in a span.
//
// Invariants:
//   - in no span of Rule.Per are more than Rule.Most events of a key admitted;
//   - a refused event counts for nothing, so waiting always helps;
//   - memory is bounded: beyond MaxEvents the keys idle longest are forgotten.
//
// Memory counts on one node: with n nodes behind a balancer that spreads calls,
// a key may cause n times as much. Shared counts for all of them.
package limit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"time"

	"limelight/internal/kit/fault"
)

// ErrTooMany refuses; its copies say when to come back.
var ErrTooMany = fault.New(fault.TooMany, "Too many attempts. Please wait a moment and try again.")

// Rule bounds the events of one key.
type Rule struct {
	Max int           // events admitted within Per
	Per time.Duration // the span that slides
	// Lock, when set, shuts the key for this long from its last admitted event
	// once Most is reached, instead of letting single events through as old ones
	// slide out.
	Lock time.Duration
}

// Rules are rules by name.
type Rules map[string]Rule

// Counter keeps the events. Every method is atomic for its key.
type Counter interface {
	// Take admits an event and counts it, or says how long to wait.
	Take(ctx context.Context, key string, rule Rule, now time.Time) (wait time.Duration, err error)
	// Refund takes back the last counted event and the lock it may have caused.
	Refund(ctx context.Context, key string) error
	// Forget drops all events of the key.
	Forget(ctx context.Context, key string) error
}

// Limiter applies rules to keys.
type Limiter struct {
	rules   Rules
	counter Counter
	now     func() time.Time
}

// New makes a limiter that counts in this process's memory. Later rules replace
// earlier ones of the same name, so that a configuration can follow defaults.
func New(now func() time.Time, rules ...Rules) *Limiter {
	return NewWith(NewMemory(), now, rules...)
}

// NewWith makes a limiter over a counter of one's own.
func NewWith(counter Counter, now func() time.Time, rules ...Rules) *Limiter {
	all := Rules{}
	for _, some := range rules {
		maps.Copy(all, some)
	}
	return &Limiter{rules: all, counter: counter, now: now}
}

// Add adds rules, before the first event.
func (l *Limiter) Add(rules Rules) { maps.Copy(l.rules, rules) }

// Allow counts an event of the key under the named rule, or refuses it with
// ErrTooMany. It counts before the event's outcome is known, so that a burst of
// guesses cannot slip through while the first is being checked; Refund takes
// back what turned out harmless.
func (l *Limiter) Allow(ctx context.Context, name, key string) error {
	rule, known := l.rules[name]
	if !known {
		return fmt.Errorf("limit: no rule is named %q", name)
	}
	wait, err := l.counter.Take(ctx, join(name, key), rule, l.now())
	if err != nil {
		return fmt.Errorf("limit %s: %w", name, err)
	}
	if wait > 0 {
		return ErrTooMany.After(wait)
	}
	return nil
}

// SharePer is how many times a rule's Most all networks of one IPv6 /48 get
// together: as many as a household or an office has, not 65,536.
const SharePer = 8

// AllowAddress is Allow for a client's address: by Address, and by its Share6.
func (l *Limiter) AllowAddress(ctx context.Context, name, address string) error {
	key, share := Address(address), Share6(address)
	if err := l.Allow(ctx, name, key); err != nil || share == "" {
		return err
	}
	rule := l.rules[name]
	rule.Max *= SharePer
	wait, err := l.counter.Take(ctx, join(name, share), rule, l.now())
	if err == nil && wait <= 0 {
		return nil
	}
	if back := l.Refund(ctx, name, key); err == nil {
		err = back
	}
	if err != nil {
		return fmt.Errorf("limit %s: %w", name, err)
	}
	return ErrTooMany.After(wait)
}

// Refund takes back the key's last event under the rule.
func (l *Limiter) Refund(ctx context.Context, name, key string) error {
	return l.counter.Refund(ctx, join(name, key))
}

// RefundAddress takes back what AllowAddress has counted last.
func (l *Limiter) RefundAddress(ctx context.Context, name, address string) error {
	err := l.Refund(ctx, name, Address(address))
	if share := Share6(address); share != "" {
		err = errors.Join(err, l.Refund(ctx, name, share))
	}
	return err
}

// Forget drops what the key has caused under the rule.
func (l *Limiter) Forget(ctx context.Context, name, key string) error {
	return l.counter.Forget(ctx, join(name, key))
}

func join(name, key string) string { return name + "\x00" + key }

// Address is the key of a client's address: the address itself, or the /64 of
// an IPv6 one, which is what a single customer is given. What is no address
// shares one key.
func Address(address string) string { return prefix(address, 32, 64) }

// Share6 is the Share of an IPv6 address and empty for any other: an IPv4 address
// is scarce, so its neighbours are other customers.
func Share6(address string) string {
	if ip, err := parse(address); err != nil || ip.Is4() {
		return ""
	}
	return prefix(address, 32, 48)
}

// Network is the neighbourhood of an address, for binding a secret loosely to
// where it was given: the /24 of an IPv4 address, the /64 of an IPv6 one; empty
// for what is no address.
func Network(address string) string { return prefix(address, 24, 64) }

// Share is what one customer of a network may have been given at most: the /48 of
// an IPv6 address, the /24 of an IPv4 one; empty for what is no address.
func Share(address string) string { return prefix(address, 24, 48) }

func prefix(address string, bits4, bits6 int) string {
	ip, err := parse(address)
	if err != nil {
		return ""
	}
	bits := bits6
	if ip.Is4() {
		bits = bits4
	}
	network, err := ip.Prefix(bits)
	if err != nil {
		return ""
	}
	if network.IsSingleIP() {
		return ip.String()
	}
	return network.String()
}

// parse reads an address, or what Address has made of one.
func parse(address string) (netip.Addr, error) {
	if network, err := netip.ParsePrefix(address); err == nil {
		return network.Addr(), nil
	}
	ip, err := netip.ParseAddr(address)
	return ip.Unmap().WithZone(""), err
}
