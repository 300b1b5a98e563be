package sfu

import (
	"context"
	"sync"
	"time"

	"github.com/livekit/livekit-server/pkg/rtc/types"

	"limelight/internal/kit/sfu/relay"
)

// A relay's credential names a participant of this process' engine, and is good for as
// long as the participant is there
// (docs/decisions/0061-media-ports-are-bounded.md).

const (
	// relaysEvery is how often relays are ended whose participants have left.
	relaysEvery = 500 * time.Millisecond

	// holdersAgain is how soon after it was looked who is there it is looked again for the
	// sake of somebody unknown: packets of strangers must not make the engine search all day.
	holdersAgain = 20 * time.Millisecond

	// maxGone is how many are remembered not to be there, so that they are not looked for
	// again; then all are forgotten.
	maxGone = 1000
)

// holders are the participants of this process' engine as they were when it was looked,
// and those who were looked for in vain.
type holders struct {
	mu    sync.Mutex
	at    time.Time
	known map[string]relay.Holder
	gone  map[string]bool
}

// roomNames are those of rooms that this process' engine was seen to have.
type roomNames struct {
	mu    sync.Mutex
	names map[string]bool
}

// note remembers a room that the engine has.
func (e *Engine) note(name string) {
	if e.room(name) == nil {
		return
	}
	e.here.mu.Lock()
	defer e.here.mu.Unlock()
	if e.here.names == nil {
		e.here.names = map[string]bool{}
	}
	e.here.names[name] = true
}

// forgetEnded drops the names of rooms that the engine has no longer.
func (e *Engine) forgetEnded() {
	e.here.mu.Lock()
	defer e.here.mu.Unlock()
	for name := range e.here.names {
		if e.room(name) == nil {
			delete(e.here.names, name)
		}
	}
}

// runRelays ends the relays of those who have left until ctx ends.
func (e *Engine) runRelays(ctx context.Context) error {
	tick := time.NewTicker(relaysEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		e.forgetEnded()
		e.endRelays()
	}
}

// endRelays ends the relays of those who have left. Who holds one is asked before who is
// there, or somebody who has just come would lose theirs.
func (e *Engine) endRelays() {
	held := e.relay.Participants()
	h := &e.holders
	h.mu.Lock()
	defer h.mu.Unlock()
	e.refreshHolders()
	for _, participant := range held {
		if h.known[participant] == relay.Gone {
			e.relay.End(participant)
		}
	}
}

// holder says what the participant of a credential is to the engine. Somebody of whom it
// is not known, because many strangers are asked about, counts as there: the next look
// ends the relay.
func (e *Engine) holder(participant string) relay.Holder {
	h := &e.holders
	h.mu.Lock()
	defer h.mu.Unlock()
	switch known, there := h.known[participant]; {
	case there:
		return known
	case h.gone[participant]:
		return relay.Gone
	case time.Since(h.at) < holdersAgain:
		return relay.Viewer
	}
	e.refreshHolders()
	known := h.known[participant]
	if known == relay.Gone {
		if h.gone == nil || len(h.gone) >= maxGone {
			h.gone = map[string]bool{}
		}
		h.gone[participant] = true
	}
	return known
}

// refreshHolders looks who is in the rooms of this process' engine. The caller holds
// e.holders.mu.
func (e *Engine) refreshHolders() {
	known := make(map[string]relay.Holder, len(e.holders.known))
	for name := range e.roomsHere() {
		room := e.room(name)
		if room == nil {
			continue
		}
		for _, p := range room.GetParticipants() {
			if !p.IsClosed() {
				known[string(p.ID())] = e.claimOf(name, p)
			}
		}
	}
	e.holders.known, e.holders.at = known, time.Now()
}

// claimOf says whether a participant has a claim to the relays that are kept back: who
// publishes, or has paid.
func (e *Engine) claimOf(room string, p types.LocalParticipant) relay.Holder {
	if e.isBounded(Claims{Grant: Grant{Room: room, Identity: e.seal.known(string(p.Identity())), Publish: p.CanPublish()}}) {
		return relay.Viewer
	}
	return relay.Entitled
}
