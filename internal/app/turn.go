package app

import (
	"context"
)

// turn lets one program at a time stand behind what this node serves: that of a video or of a
// picture.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

// wait begins when the program before has ended: who waits goes before who tries.
func (t turn) wait(ctx context.Context) (end func(), err error) {
	select {
	case t <- struct{}{}:
		return t.end, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// try begins if no program runs and none waits.
func (t turn) try() (end func(), ok bool) {
	select {
	case t <- struct{}{}:
		return t.end, true
	default:
		return nil, false
	}
}

func (t turn) end() { <-t }
