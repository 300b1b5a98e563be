package sfu

import (
	"context"
	"sync"
)

// conns are the signalling connections that pass through this process, so that
// one can be cut when the engine itself cannot reach its participant any more.
type conns struct {
	mu   sync.Mutex
	open map[connKey]map[*context.CancelCauseFunc]bool
}

type connKey struct{ room, identity string }

// add notes a connection until release is called.
func (c *conns) add(room, identity string, cut context.CancelCauseFunc) (release func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == nil {
		c.open = map[connKey]map[*context.CancelCauseFunc]bool{}
	}
	key := connKey{room, identity}
	if c.open[key] == nil {
		c.open[key] = map[*context.CancelCauseFunc]bool{}
	}
	c.open[key][&cut] = true
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.open[key], &cut)
		if len(c.open[key]) == 0 {
			delete(c.open, key)
		}
	}
}

// cut ends every connection of the identity to the room.
func (c *conns) cut(room, identity string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for cut := range c.open[connKey{room, identity}] {
		(*cut)(ErrNoRoom)
	}
}
