package sfu

import (
	"context"
	"errors"
	"time"

	lksdk "github.com/livekit/server-sdk-go/v2"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/recovery"
)

// errLeft says that a participant of this process lost its connection.
var errLeft = fault.New(fault.Unavailable, "The connection to the media engine was lost.")

// How long to wait before joining again: twice as long each time, from short to
// long, and short again after a connection that was steady.
const (
	shortPause = 250 * time.Millisecond
	longPause  = 4 * time.Second
	steady     = time.Minute
)

// guest is a participant that lives in this process: what it may do and what it
// does while it is in the room.
type guest struct {
	grant    Grant
	hears    func(cb *lksdk.RoomCallback, leave func(error)) // what it listens to, and how it ends this visit; nil: nothing
	live     func(ctx context.Context, r *lksdk.Room) error  // until ctx ends with its connection
	autoJoin bool                                            // subscribe to every track
}

// stay keeps the guest in its room: whenever the connection is lost for good it
// joins again, until ctx ends (nil) or the room does (ErrNoRoom).
func (e *Engine) stay(ctx context.Context, g guest) error {
	for pause := shortPause; ; pause = min(2*pause, longPause) {
		began := time.Now()
		err := e.visit(ctx, g)
		if ctx.Err() != nil {
			return nil
		}
		if open, err := e.Exists(ctx, g.grant.Room); err == nil && !open {
			return ErrNoRoom
		}
		if time.Since(began) > steady {
			pause = shortPause
		}
		if pause == longPause { // the first losses are an ordinary network's
			e.log.Warn("cannot stay in a media room", "room", g.grant.Room, "identity", g.grant.Identity, "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// visit joins once and returns when the connection is over.
func (e *Engine) visit(ctx context.Context, g guest) error {
	token, err := e.Token(g.grant)
	if err != nil {
		return err
	}
	here, leave := context.WithCancelCause(ctx)
	defer leave(nil)
	defer e.lines.hold(g.grant.Room, g.grant.Identity, leave)()
	cb := &lksdk.RoomCallback{OnDisconnected: func() { leave(errLeft) }}
	// The library tries for a minute and a half to come back into a room that
	// has ended, if it missed the farewell.
	cb.OnReconnecting = func() {
		defer recovery.Catch(e.log, "sfu.stay", func() { leave(errLeft) })
		if open, err := e.Exists(here, g.grant.Room); err == nil && !open {
			leave(ErrNoRoom)
		}
	}
	if g.hears != nil {
		g.hears(cb, leave)
	}
	room := lksdk.NewRoom(cb)
	defer room.Disconnect()
	joining, cancel := context.WithTimeout(here, 10*time.Second)
	defer cancel()
	if err := room.JoinWithContextAndToken(joining, e.socket(), token,
		lksdk.WithDisableRegionDiscovery(), lksdk.WithDisableTURN(), lksdk.WithAutoSubscribe(g.autoJoin)); err != nil {
		return err
	}
	if err := recovery.Run(e.log, "sfu.stay", func() error { return g.live(here, room) }); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return context.Cause(here)
}

// attach ties work to the engine: it ends when ctx or the engine does, and Close
// waits for it.
func (e *Engine) attach(ctx context.Context) (context.Context, func(), error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.life.Err() != nil {
		return nil, nil, ErrStopped
	}
	e.bots.Add(1)
	ctx, cancel := context.WithCancel(ctx)
	unhook := context.AfterFunc(e.life, func() { recovery.Do(e.log, "sfu.stay", cancel) })
	return ctx, func() {
		unhook()
		cancel()
		e.bots.Done()
	}, nil
}
