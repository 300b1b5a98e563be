package account

import (
	"context"
	"slices"
	"sync"

	"limelight/internal/kit/api"
	"limelight/internal/kit/limit"
)

// turns lets a few callers work at the same time and the others wait, network by
// network: each network that has somebody waiting is served in its turn, so one
// that sends a crowd delays itself. When every place is taken, the network with
// the most waiting gives one up for a network that has fewer.
//
// Invariants: free > 0 only while nobody waits; a network is in order exactly
// when its line is not empty.
type turns struct {
	mu      sync.Mutex
	free    int
	most    int // how many wait at most
	waiting int
	lines   map[string][]chan error // by network, who came first in front
	order   []string                // networks with somebody waiting, the next to be served in front
}

func newTurns(atOnce, waiting int) *turns {
	return &turns{free: atOnce, most: waiting, lines: map[string][]chan error{}}
}

// wait returns when it is the caller's turn; done ends the turn. errBusy says that
// too many wait.
func (t *turns) wait(ctx context.Context) (done func(), err error) {
	network := limit.Share(api.Address(ctx))
	t.mu.Lock()
	if t.free > 0 {
		t.free--
		t.mu.Unlock()
		return t.next, nil
	}
	if t.waiting == t.most && !t.displace(network) {
		t.mu.Unlock()
		return nil, errBusy.After(firstRetry)
	}
	ready := make(chan error, 1)
	t.join(network, ready)
	t.mu.Unlock()

	select {
	case err := <-ready:
		if err != nil {
			return nil, err
		}
		return t.next, nil
	case <-ctx.Done():
		if !t.leave(network, ready) && <-ready == nil {
			t.next() // the turn came at the same moment
		}
		return nil, ctx.Err()
	}
}

func (t *turns) join(network string, ready chan error) {
	if len(t.lines[network]) == 0 {
		t.order = append(t.order, network)
	}
	t.lines[network] = append(t.lines[network], ready)
	t.waiting++
}

// displace refuses the newest of the longest line, if that line stays longer than
// the one of the network that wants a place.
func (t *turns) displace(network string) bool {
	longest := ""
	for name, line := range t.lines {
		if len(line) > len(t.lines[longest]) {
			longest = name
		}
	}
	line := t.lines[longest]
	if len(line) <= len(t.lines[network])+1 {
		return false
	}
	last := line[len(line)-1]
	t.drop(longest, len(line)-1)
	last <- errBusy.After(firstRetry)
	return true
}

// leave takes a waiting caller out, unless they were called or refused already.
func (t *turns) leave(network string, ready chan error) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.Index(t.lines[network], ready)
	if i < 0 {
		return false
	}
	t.drop(network, i)
	return true
}

func (t *turns) drop(network string, i int) {
	t.waiting--
	t.lines[network] = slices.Delete(t.lines[network], i, i+1)
	if len(t.lines[network]) > 0 {
		return
	}
	delete(t.lines, network)
	t.order = slices.Delete(t.order, slices.Index(t.order, network), slices.Index(t.order, network)+1)
}

// next ends a turn and gives it to the first of the network that is next.
func (t *turns) next() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.order) == 0 {
		t.free++
		return
	}
	network := t.order[0]
	first := t.lines[network][0]
	t.drop(network, 0)
	if len(t.lines[network]) > 0 {
		t.order = append(t.order[1:], network)
	}
	first <- nil
}
