package sfu

import (
	"context"
	"sync"
)

// lines are the signalling connections that pass through this process, so that
// one can be cut when the engine itself cannot reach its participant any more.
type lines struct {
	mu   sync.Mutex
	open map[line]map[*context.CancelCauseFunc]bool
}

type line struct{ room, identity string }

// hold notes a connection until release is called.
func (l *lines) hold(room, identity string, cut context.CancelCauseFunc) (release func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open == nil {
		l.open = map[line]map[*context.CancelCauseFunc]bool{}
	}
	key := line{room, identity}
	if l.open[key] == nil {
		l.open[key] = map[*context.CancelCauseFunc]bool{}
	}
	l.open[key][&cut] = true
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.open[key], &cut)
		if len(l.open[key]) == 0 {
			delete(l.open, key)
		}
	}
}

// cut ends every connection of the identity to the room.
func (l *lines) cut(room, identity string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for cut := range l.open[line{room, identity}] {
		(*cut)(ErrNoRoom)
	}
}
