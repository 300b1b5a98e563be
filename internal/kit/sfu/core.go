package sfu

import (
	"context"
	"log/slog"
	"maps"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/livekit/livekit-server/pkg/rtc"
	"github.com/livekit/livekit-server/pkg/service"
	"github.com/livekit/protocol/livekit"
)

// core is what every part of an engine stands on: where it is, and what of it runs in
// this process.
type core struct {
	cfg     Config
	log     *slog.Logger
	base    *url.URL     // the engine's own HTTP address
	seal    *seal        // of identities
	conns   conns        // signalling connections through this process
	refused atomic.Value // func(why string): is told why somebody found no place

	server   *service.LivekitServer // nil when remote
	register *register              // of an embedded engine in a cluster; otherwise nil
	here     roomNames              // rooms of an embedded engine

	life context.Context // ends with Close; every watcher and loop lives in it
	end  context.CancelFunc
}

// OnRefusal tells told of everybody who finds no place: "owner" or "full" of the
// signalling connections, "waiting" or "viewers" of the viewers; of the connections for
// media over TCP "tcp.owner", "tcp.full" or, with no participant of the engine, "tcp.unknown".
func (c *core) OnRefusal(told func(why string)) { c.refused.Store(told) }

func (c *core) tellRefused(why string) {
	if told, ok := c.refused.Load().(func(string)); ok {
		told(why)
	}
}

// Address is the engine's own HTTP address, for health checks. Administration
// is reachable there: it must stay private.
func (c *core) Address() string { return c.base.String() }

// socket is the address at which this process joins rooms.
func (c *core) socket() string { return "ws" + strings.TrimPrefix(c.base.String(), "http") }

func (c *core) refusal(why string, err error) error {
	c.tellRefused(why)
	return err
}

// roomNames are those of rooms that this process' engine was seen to have.
type roomNames struct {
	mu    sync.Mutex
	names map[string]bool
}

// note remembers a room that the engine has.
func (c *core) note(name string) {
	if c.room(name) == nil {
		return
	}
	c.here.mu.Lock()
	defer c.here.mu.Unlock()
	if c.here.names == nil {
		c.here.names = map[string]bool{}
	}
	c.here.names[name] = true
}

// forgetEnded drops the names of rooms that the engine has no longer.
func (c *core) forgetEnded() {
	c.here.mu.Lock()
	defer c.here.mu.Unlock()
	for name := range c.here.names {
		if c.room(name) == nil {
			delete(c.here.names, name)
		}
	}
}

// roomsHere are the rooms of this process' engine, as far as it knows them: those that were
// seen to begin, and what it has of a cluster's.
func (c *core) roomsHere() map[string]bool {
	c.here.mu.Lock()
	names := maps.Clone(c.here.names)
	c.here.mu.Unlock()
	if c.register != nil {
		c.register.mu.Lock()
		defer c.register.mu.Unlock()
		if names == nil {
			names = map[string]bool{}
		}
		maps.Copy(names, c.register.own)
	}
	return names
}

// Live reports that somebody is in a room of this process' engine: a show runs here, or is
// watched here.
func (c *core) Live() bool {
	for name := range c.roomsHere() {
		if room := c.room(name); room != nil && len(room.GetParticipants()) > 0 {
			return true
		}
	}
	return false
}

// participant is who holds a place on this process' engine; nil when it is nobody.
func (c *core) participant(key connKey) *rtc.ParticipantImpl {
	room := c.room(key.room)
	if room == nil {
		return nil
	}
	p, _ := room.GetParticipant(livekit.ParticipantIdentity(c.seal.close(key.identity))).(*rtc.ParticipantImpl)
	return p
}

// room is the running room of this process' engine, nil without one.
func (c *core) room(name string) *rtc.Room {
	if c.server == nil {
		return nil
	}
	return runningRoom(c.server, name)
}
