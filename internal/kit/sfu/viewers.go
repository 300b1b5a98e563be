package sfu

import (
	"context"
	"sync"
	"time"

	"github.com/livekit/livekit-server/pkg/rtc"
	"github.com/livekit/livekit-server/pkg/rtc/types"

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

// admission is the part of an engine that decides who finds a place on this node.
type admission struct {
	*core
	open    limit.Open // signalling connections, counted by owners
	viewers viewers    // those of them whose number is bounded
}

// viewers are those who came through this process and whose number is bounded. One who
// loses the signalling connection and keeps the media keeps the place.
type viewers struct {
	mu      sync.Mutex
	slots   map[connKey]*slot
	waiting limit.Open // places whose media has not come up, by owners
}

type slot struct {
	owners        []string
	conns         int  // signalling connections that are open
	local         bool // the room is on this process' engine, which knows the rest
	waitsForMedia bool // for its media
}

// isBounded tells whether the bounds are for this connection.
func (a *admission) isBounded(c Claims) bool {
	return c.Purpose != Probe && !c.Publish && (a.cfg.Bounded == nil || a.cfg.Bounded(c.Grant))
}

// admitViewer gives a viewer a place, or says that there is none. Who resumes has a
// place, or has media on another engine; a lie is shown the door by the engine.
func (a *admission) admitViewer(c Claims, owners []string) (leave func(), err error) {
	v, key := &a.viewers, connKey{c.Room, c.Identity}
	ours := a.room(c.Room) != nil
	if ours {
		a.note(c.Room)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	p := v.slots[key]
	if p == nil {
		if a.cfg.Viewers > 0 && len(v.slots) >= a.cfg.Viewers && c.Purpose != Resume {
			return nil, a.refusal("viewers", errFullViewers)
		}
		p = &slot{owners: owners, local: ours}
	}
	if ours && c.Purpose == Join && !p.waitsForMedia {
		if v.waiting.Enter(p.owners, a.cfg.OwnedWaiting, 0) != limit.Entered {
			return nil, a.refusal("waiting", errManyWaiting)
		}
		p.waitsForMedia = true
	}
	if v.slots == nil {
		v.slots = map[connKey]*slot{}
	}
	v.slots[key] = p
	p.conns++
	return func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		if p.conns--; p.conns == 0 && !p.local {
			v.forget(key, p)
		}
	}, nil
}

// forget frees a place. The caller holds v.mu.
func (v *viewers) forget(key connKey, p *slot) {
	if p.waitsForMedia {
		v.waiting.Leave(p.owners)
		p.waitsForMedia = false
	}
	if v.slots[key] == p {
		delete(v.slots, key)
	}
}

// unsettled are the places of which the engine knows more than this process.
func (v *viewers) unsettled() (list []connKey) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for key, p := range v.slots {
		if p.local && (p.waitsForMedia || p.conns == 0) {
			list = append(list, key)
		}
	}
	return list
}

// settle notes what the engine knows of a place.
func (v *viewers) settle(key connKey, present, connected bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	p := v.slots[key]
	if p == nil {
		return
	}
	if p.waitsForMedia && connected {
		v.waiting.Leave(p.owners)
		p.waitsForMedia = false
	}
	if p.conns == 0 && !present {
		v.forget(key, p)
	}
}

// run looks after the places until ctx ends.
func (a *admission) run(ctx context.Context) error {
	settle, cut := time.NewTicker(settleEvery), time.NewTicker(cutEvery)
	defer settle.Stop()
	defer cut.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-settle.C:
			for _, key := range a.viewers.unsettled() {
				p := a.participant(key)
				a.viewers.settle(key, p != nil && !p.IsClosed(), p != nil && p.HasConnected())
			}
		case now := <-cut.C:
			a.cutUnconnected(now.Add(-a.cfg.MediaWithin))
		}
	}
}

// cutUnconnected removes viewers who came before, by whatever node, and whose media has
// not come up since.
func (a *admission) cutUnconnected(before time.Time) {
	for name := range a.roomsHere() {
		room := a.room(name)
		if room == nil {
			continue
		}
		for _, p := range room.GetParticipants() {
			if p, ours := p.(*rtc.ParticipantImpl); ours && a.isUnconnected(name, p, before) {
				recovery.Go(a.log, "sfu.viewers", func() {
					room.RemoveParticipant(p.Identity(), p.ID(), types.ParticipantCloseReasonServiceRequestRemoveParticipant)
				}, nil)
			}
		}
	}
}

func (a *admission) isUnconnected(room string, p *rtc.ParticipantImpl, before time.Time) bool {
	if p.HasConnected() || !p.ConnectedAt().Before(before) {
		return false
	}
	return a.isBounded(Claims{Grant: Grant{Room: room, Identity: a.seal.known(string(p.Identity())), Publish: p.CanPublish()}})
}
