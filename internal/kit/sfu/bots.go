package sfu

import (
	"context"
	"errors"
	"sync"
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

// bots are the part of an engine that takes part in rooms from this process: it watches,
// receives and plays clips.
type bots struct {
	*core
	*rooms
	*tokens
	decoder  *decoder
	monitors monitors       // behind Media
	mu       sync.Mutex     // orders attach before Close
	running  sync.WaitGroup // watchers and loops
}

// bot is a participant that lives in this process: what it may do and what it
// does while it is in the room.
type bot struct {
	grant    Grant
	listen   func(cb *lksdk.RoomCallback, leave func(error)) // what it listens to, and how it ends this connection; nil: nothing
	run      func(ctx context.Context, r *lksdk.Room) error  // until ctx ends with its connection
	autoJoin bool                                            // subscribe to every track
}

// keepJoined keeps the bot in its room: whenever the connection is lost for good it
// joins again, until ctx ends (nil) or the room does (ErrNoRoom).
func (b *bots) keepJoined(ctx context.Context, one bot) error {
	for pause := shortPause; ; pause = min(2*pause, longPause) {
		began := time.Now()
		err := b.join(ctx, one)
		if ctx.Err() != nil {
			return nil
		}
		if open, err := b.Exists(ctx, one.grant.Room); err == nil && !open {
			return ErrNoRoom
		}
		if time.Since(began) > steady {
			pause = shortPause
		}
		if pause == longPause { // the first losses are an ordinary network's
			b.log.Warn("cannot stay in a media room", "room", one.grant.Room, "identity", one.grant.Identity, "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// join joins once and returns when the connection is over.
func (b *bots) join(ctx context.Context, one bot) error {
	token, err := b.Token(one.grant)
	if err != nil {
		return err
	}
	here, leave := context.WithCancelCause(ctx)
	defer leave(nil)
	defer b.conns.add(one.grant.Room, one.grant.Identity, leave)()
	cb := &lksdk.RoomCallback{OnDisconnected: func() { leave(errLeft) }}
	// The library tries for a minute and a half to come back into a room that
	// has ended, if it missed its end.
	cb.OnReconnecting = func() {
		defer recovery.Catch(b.log, "sfu.stay", func() { leave(errLeft) })
		if open, err := b.Exists(here, one.grant.Room); err == nil && !open {
			leave(ErrNoRoom)
		}
	}
	if one.listen != nil {
		one.listen(cb, leave)
	}
	room := lksdk.NewRoom(cb)
	defer room.Disconnect()
	joining, cancel := context.WithTimeout(here, 10*time.Second)
	defer cancel()
	if err := room.JoinWithContextAndToken(joining, b.socket(), token,
		lksdk.WithDisableRegionDiscovery(), lksdk.WithDisableTURN(), lksdk.WithAutoSubscribe(one.autoJoin)); err != nil {
		return err
	}
	if err := recovery.Run(b.log, "sfu.stay", func() error { return one.run(here, room) }); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return context.Cause(here)
}

// attach ties work to the engine: it ends when ctx or the engine does, and Close
// waits for it.
func (b *bots) attach(ctx context.Context) (context.Context, func(), error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.life.Err() != nil {
		return nil, nil, ErrStopped
	}
	b.running.Add(1)
	ctx, cancel := context.WithCancel(ctx)
	unhook := context.AfterFunc(b.life, func() { recovery.Do(b.log, "sfu.stay", cancel) })
	return ctx, func() {
		unhook()
		cancel()
		b.running.Done()
	}, nil
}
