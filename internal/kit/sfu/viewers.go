package sfu

import (
	"context"
	"maps"
	"sync"
	"time"

	"github.com/livekit/livekit-server/pkg/rtc"
	"github.com/livekit/livekit-server/pkg/rtc/types"
	"github.com/livekit/protocol/livekit"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/recovery"
)

// The engine spends a megabyte and fifty goroutines on a viewer before anything of them
// has answered, and a viewer's token costs nothing. Therefore so many may be connected
// to a node, few of an address whose media has not come up, and those not for long
// (docs/decisions/0054-viewers-of-a-node-are-bounded.md).

const (
	mediaWithin = 15 * time.Second       // what clients give it themselves
	settleEvery = 250 * time.Millisecond // how often it is looked whose media has come up, and who has left
	cutEvery    = time.Second            // how often, whose has not
)

var (
	errFullViewers = fault.New(fault.Unavailable, "Very many people are watching now. Please try again in a moment.").After(15 * time.Second)
	errManyWaiting = fault.New(fault.TooMany, "Too many connections of yours are just being made. Please try again in a moment.").After(2 * time.Second)
)

// viewers are those who came through this process and whose number is bounded. One who
// loses the signalling connection and keeps the media keeps the place.
type viewers struct {
	mu      sync.Mutex
	places  map[line]*place
	waiting limit.Open // places whose media has not come up, by owners
}

type place struct {
	owners []string
	lines  int  // signalling connections that are open
	ours   bool // the room is on this process' engine, which knows the rest
	waits  bool // for its media
}

// isBounded tells whether the bounds are for this connection.
func (e *Engine) isBounded(c Claims) bool {
	return c.Purpose != Probe && !c.Publish && (e.cfg.Bounded == nil || e.cfg.Bounded(c.Grant))
}

// admitViewer gives a viewer a place, or says that there is none. Who resumes has a
// place, or has media on another engine; a lie is shown the door by the engine.
func (e *Engine) admitViewer(c Claims, owners []string) (leave func(), err error) {
	v, key := &e.viewers, line{c.Room, c.Identity}
	ours := e.room(c.Room) != nil
	if ours {
		e.note(c.Room)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	p := v.places[key]
	if p == nil {
		if e.cfg.Viewers > 0 && len(v.places) >= e.cfg.Viewers && c.Purpose != Resume {
			return nil, e.refusal("viewers", errFullViewers)
		}
		p = &place{owners: owners, ours: ours}
	}
	if ours && c.Purpose == Join && !p.waits {
		if v.waiting.Enter(p.owners, e.cfg.OwnedWaiting, 0) != limit.Entered {
			return nil, e.refusal("waiting", errManyWaiting)
		}
		p.waits = true
	}
	if v.places == nil {
		v.places = map[line]*place{}
	}
	v.places[key] = p
	p.lines++
	return func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		if p.lines--; p.lines == 0 && !p.ours {
			v.forget(key, p)
		}
	}, nil
}

// forget frees a place. The caller holds v.mu.
func (v *viewers) forget(key line, p *place) {
	if p.waits {
		v.waiting.Leave(p.owners)
		p.waits = false
	}
	if v.places[key] == p {
		delete(v.places, key)
	}
}

// unsettled are the places of which the engine knows more than this process.
func (v *viewers) unsettled() (list []line) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for key, p := range v.places {
		if p.ours && (p.waits || p.lines == 0) {
			list = append(list, key)
		}
	}
	return list
}

// settle notes what the engine knows of a place.
func (v *viewers) settle(key line, present, connected bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	p := v.places[key]
	if p == nil {
		return
	}
	if p.waits && connected {
		v.waiting.Leave(p.owners)
		p.waits = false
	}
	if p.lines == 0 && !present {
		v.forget(key, p)
	}
}

// runViewers looks after the places until ctx ends.
func (e *Engine) runViewers(ctx context.Context) error {
	settle, cut := time.NewTicker(settleEvery), time.NewTicker(cutEvery)
	defer settle.Stop()
	defer cut.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-settle.C:
			for _, key := range e.viewers.unsettled() {
				p := e.participant(key)
				e.viewers.settle(key, p != nil && !p.IsClosed(), p != nil && p.HasConnected())
			}
		case now := <-cut.C:
			e.cutUnconnected(now.Add(-e.cfg.MediaWithin))
		}
	}
}

// cutUnconnected removes viewers who came before, by whatever node, and whose media has
// not come up since.
func (e *Engine) cutUnconnected(before time.Time) {
	for name := range e.roomsHere() {
		room := e.room(name)
		if room == nil {
			continue
		}
		for _, p := range room.GetParticipants() {
			if p, ours := p.(*rtc.ParticipantImpl); ours && e.isUnconnected(name, p, before) {
				recovery.Go(e.log, "sfu.viewers", func() {
					room.RemoveParticipant(p.Identity(), p.ID(), types.ParticipantCloseReasonServiceRequestRemoveParticipant)
				}, nil)
			}
		}
	}
}

func (e *Engine) isUnconnected(room string, p *rtc.ParticipantImpl, before time.Time) bool {
	if p.HasConnected() || !p.ConnectedAt().Before(before) {
		return false
	}
	return e.isBounded(Claims{Grant: Grant{Room: room, Identity: e.seal.known(string(p.Identity())), Publish: p.CanPublish()}})
}

// roomsHere are the rooms of this process' engine, as far as it knows them: those that were
// seen to begin, and what it has of a cluster's.
func (e *Engine) roomsHere() map[string]bool {
	e.here.mu.Lock()
	names := maps.Clone(e.here.names)
	e.here.mu.Unlock()
	if e.register != nil {
		e.register.mu.Lock()
		defer e.register.mu.Unlock()
		if names == nil {
			names = map[string]bool{}
		}
		maps.Copy(names, e.register.own)
	}
	return names
}

// Live reports that somebody is in a room of this process' engine: a show runs here, or is
// watched here.
func (e *Engine) Live() bool {
	for name := range e.roomsHere() {
		if room := e.room(name); room != nil && len(room.GetParticipants()) > 0 {
			return true
		}
	}
	return false
}

// participant is who holds a place on this process' engine; nil when it is nobody.
func (e *Engine) participant(key line) *rtc.ParticipantImpl {
	room := e.room(key.room)
	if room == nil {
		return nil
	}
	p, _ := room.GetParticipant(livekit.ParticipantIdentity(e.seal.close(key.identity))).(*rtc.ParticipantImpl)
	return p
}

// room is the running room of this process' engine, nil without one.
func (e *Engine) room(name string) *rtc.Room {
	if e.server == nil {
		return nil
	}
	return runningRoom(e.server, name)
}
