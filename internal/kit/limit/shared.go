package limit

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"
)

// Store runs a script on the keys of a memory that all nodes share, as one step
// nobody comes between. A bus of kit/pubsub over Redis is one.
type Store interface {
	Eval(ctx context.Context, script string, keys []string, args ...any) (int64, error)
}

// Shared counts for all nodes together. While the store is away each node counts
// by itself, and both moments are logged: a limit that is looser for a while is
// better than a site that is shut.
//
// The nodes' clocks are taken as equal; a difference moves a window by as much.
type Shared struct {
	store Store
	alone *Memory
	log   *slog.Logger
	away  atomic.Int64 // until when the store is not asked, Unix milliseconds; 0 while it answers
}

const (
	storeTime  = 250 * time.Millisecond // for one answer
	storeAgain = 5 * time.Second        // after a failure, until the next try
)

// NewShared makes a counter over a store.
func NewShared(store Store, log *slog.Logger) *Shared {
	return &Shared{store: store, alone: NewMemory(), log: log}
}

// The scripts keep a key's instants in a list, oldest first, and its lock beside
// it. What no longer counts expires by itself.
const (
	takeScript = `
local now, per, most, lock = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if most <= 0 then return per end
while true do
	local first = redis.call('LINDEX', KEYS[1], 0)
	if not first or tonumber(first) > now - per then break end
	redis.call('LPOP', KEYS[1])
end
local n = redis.call('LLEN', KEYS[1])
local free = tonumber(redis.call('GET', KEYS[2]) or '0')
if n >= most then
	free = math.max(free, tonumber(redis.call('LINDEX', KEYS[1], n - most)) + per)
end
if free > now then return free - now end
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], per)
if lock > 0 and n + 1 >= most then
	redis.call('SET', KEYS[2], now + lock, 'PX', lock)
end
return 0`
	refundScript = `
if redis.call('RPOP', KEYS[1]) then redis.call('DEL', KEYS[2]) end
return 0`
	forgetScript = `return redis.call('DEL', KEYS[1], KEYS[2])`
)

// Take implements Counter.
func (s *Shared) Take(ctx context.Context, key string, rule Rule, now time.Time) (time.Duration, error) {
	ms, shared := s.ask(ctx, takeScript, key, now.UnixMilli(), rule.Per.Milliseconds(), rule.Max, rule.Lock.Milliseconds())
	if !shared {
		return s.alone.Take(ctx, key, rule, now)
	}
	return time.Duration(ms) * time.Millisecond, nil
}

// Refund implements Counter.
func (s *Shared) Refund(ctx context.Context, key string) error {
	s.ask(ctx, refundScript, key)
	return s.alone.Refund(ctx, key)
}

// Forget implements Counter.
func (s *Shared) Forget(ctx context.Context, key string) error {
	s.ask(ctx, forgetScript, key)
	return s.alone.Forget(ctx, key)
}

// ask reports whether the store has answered. A caller who went away says
// nothing about the store, and is counted by himself.
func (s *Shared) ask(ctx context.Context, script, key string, args ...any) (answer int64, shared bool) {
	clock := time.Now() // of the store's failures, not of what is counted
	if clock.UnixMilli() < s.away.Load() {
		return 0, false
	}
	bounded, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	answer, err := s.store.Eval(bounded, script, []string{keyOf(key, "events"), keyOf(key, "lock")}, args...)
	switch {
	case err == nil:
		if s.away.Swap(0) != 0 {
			s.log.Info("rate limits are shared between the nodes again")
		}
		return answer, true
	case ctx.Err() == nil:
		if s.away.Swap(clock.Add(storeAgain).UnixMilli()) == 0 {
			s.log.Warn("rate limits count on this node alone until the nodes' store answers", "error", err)
		}
	}
	return 0, false
}

// keyOf keeps both keys of an event in one slot of a cluster, whatever the key
// contains.
func keyOf(key, part string) string { return fmt.Sprintf("limit:{%x}:%s", key, part) }
