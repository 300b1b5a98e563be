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

// relays are the part of an embedded engine that ends the relays of those who have left.
type relays struct {
	*core
	admission *admission
	server    *relay.Server // TURN and STUN
	holders   holders       // who may hold relays
}

// run ends the relays of those who have left until ctx ends.
func (r *relays) run(ctx context.Context) error {
	tick := time.NewTicker(relaysEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		r.forgetEnded()
		r.endLeft()
	}
}

// endLeft ends the relays of those who have left. Who holds one is asked before who is
// there, or somebody who has just come would lose theirs.
func (r *relays) endLeft() {
	held := r.server.Participants()
	h := &r.holders
	h.mu.Lock()
	defer h.mu.Unlock()
	r.refreshHolders()
	for _, participant := range held {
		if h.known[participant] == relay.Gone {
			r.server.End(participant)
		}
	}
}

// holder says what the participant of a credential is to the engine. Somebody of whom it
// is not known, because many strangers are asked about, counts as there: the next look
// ends the relay.
func (r *relays) holder(participant string) relay.Holder {
	h := &r.holders
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
	r.refreshHolders()
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
// r.holders.mu.
func (r *relays) refreshHolders() {
	known := make(map[string]relay.Holder, len(r.holders.known))
	for name := range r.roomsHere() {
		room := r.room(name)
		if room == nil {
			continue
		}
		for _, p := range room.GetParticipants() {
			if !p.IsClosed() {
				known[string(p.ID())] = r.claimOf(name, p)
			}
		}
	}
	r.holders.known, r.holders.at = known, time.Now()
}

// claimOf says whether a participant has a claim to the relays that are kept back: who
// publishes, or has paid.
func (r *relays) claimOf(room string, p types.LocalParticipant) relay.Holder {
	if r.admission.isBounded(Claims{Grant: Grant{Room: room, Identity: r.seal.known(string(p.Identity())), Publish: p.CanPublish()}}) {
		return relay.Viewer
	}
	return relay.Entitled
}
