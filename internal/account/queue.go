package account

import (
	"context"
	"slices"
	"sync"

	"limelight/internal/kit/api"
	"limelight/internal/kit/limit"
)

// fairQueue lets a few callers work at the same time and the others wait, network by
// network: each network that has somebody waiting is served in its turn, so one
// that sends a crowd delays itself. When every place is taken, the network with
// the most waiting gives one up for a network that has fewer.
//
// Invariants: free > 0 only while nobody waits; a network is in order exactly
// when its line is not empty.
type fairQueue struct {
	mu      sync.Mutex
	free    int
	max     int // how many wait at most
	waiting int
	lines   map[string][]chan error // by network, the first to come in front
	order   []string                // networks with somebody waiting, the next to be served in front
}

func newFairQueue(atOnce, waiting int) *fairQueue {
	return &fairQueue{free: atOnce, max: waiting, lines: map[string][]chan error{}}
}

// wait returns when it is the caller's turn; done ends the turn. errBusy says that
// too many wait.
func (q *fairQueue) wait(ctx context.Context) (done func(), err error) {
	network := limit.Share(api.Address(ctx))
	q.mu.Lock()
	if q.free > 0 {
		q.free--
		q.mu.Unlock()
		return q.next, nil
	}
	if q.waiting == q.max && !q.displace(network) {
		q.mu.Unlock()
		return nil, errBusy.After(firstRetry)
	}
	ready := make(chan error, 1)
	q.join(network, ready)
	q.mu.Unlock()

	select {
	case err := <-ready:
		if err != nil {
			return nil, err
		}
		return q.next, nil
	case <-ctx.Done():
		if !q.leave(network, ready) && <-ready == nil {
			q.next() // the turn came at the same moment
		}
		return nil, ctx.Err()
	}
}

func (q *fairQueue) join(network string, ready chan error) {
	if len(q.lines[network]) == 0 {
		q.order = append(q.order, network)
	}
	q.lines[network] = append(q.lines[network], ready)
	q.waiting++
}

// displace refuses the newest of the longest line, if that line stays longer than
// the one of the network that wants a place.
func (q *fairQueue) displace(network string) bool {
	crowded := ""
	for name, line := range q.lines {
		if len(line) > len(q.lines[crowded]) {
			crowded = name
		}
	}
	line := q.lines[crowded]
	if len(line) <= len(q.lines[network])+1 {
		return false
	}
	last := line[len(line)-1]
	q.drop(crowded, len(line)-1)
	last <- errBusy.After(firstRetry)
	return true
}

// leave takes a waiting caller out, unless they were called or refused already.
func (q *fairQueue) leave(network string, ready chan error) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.lines[network], ready)
	if i < 0 {
		return false
	}
	q.drop(network, i)
	return true
}

func (q *fairQueue) drop(network string, i int) {
	q.waiting--
	q.lines[network] = slices.Delete(q.lines[network], i, i+1)
	if len(q.lines[network]) > 0 {
		return
	}
	delete(q.lines, network)
	q.order = slices.Delete(q.order, slices.Index(q.order, network), slices.Index(q.order, network)+1)
}

// next ends a turn and gives it to the first of the network that is next.
func (q *fairQueue) next() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.order) == 0 {
		q.free++
		return
	}
	network := q.order[0]
	first := q.lines[network][0]
	q.drop(network, 0)
	if len(q.lines[network]) > 0 {
		q.order = append(q.order[1:], network)
	}
	first <- nil
}
