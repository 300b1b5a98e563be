package socket

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// presenceUpdate is what a node sends of its presence: what changed, or everything.
type presenceUpdate struct {
	Full  bool                    `json:"f,omitempty"` // Rooms is everything, not changes
	Rooms map[string]roomPresence `json:"r,omitempty"`
	Hello bool                    `json:"h,omitempty"` // send me everything
	Bye   bool                    `json:"b,omitempty"` // forget me
}

type roomPresence struct {
	In     []Identity `json:"i,omitempty"`
	Out    []string   `json:"o,omitempty"` // accounts
	Guests int        `json:"g,omitempty"`
}

// peer is what is known of another node, or of what this one receives of its own.
type peer struct {
	number   uint64 // of its last message
	complete bool   // nothing is missing in rooms
	lastSeen time.Time
	rooms    map[string]*peerRoom
}

type peerRoom struct {
	people map[string]Identity
	guests int
}

// syncPresence sends the other nodes what changed, asks for what was missed, and
// watches leases.
func (k *cluster) syncPresence(ctx context.Context) {
	k.mu.Lock()
	k.fullWanted = true
	k.mu.Unlock()
	k.sendPresence(presenceUpdate{Hello: true})
	tick := time.NewTicker(syncEvery)
	defer tick.Stop()
	sent := k.s.now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := k.s.now()
		switch {
		case k.sendChanges(now):
			sent = now
		case now.Sub(sent) > heartbeat:
			k.sendPresence(presenceUpdate{})
			sent = now
		}
		k.requestMissed(now)
		k.expire(now)
	}
}

// trackNumber watches the numbers of a node's messages.
func (k *cluster) trackNumber(from string, number uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	p := k.peers[from]
	if p == nil {
		p = &peer{rooms: map[string]*peerRoom{}}
		k.peers[from] = p
	}
	p.complete = p.complete && number == p.number+1
	p.number, p.lastSeen = number, k.s.now()
}

// requestMissed asks for everything when something was missed.
func (k *cluster) requestMissed(now time.Time) {
	k.mu.Lock()
	missed := false
	for _, p := range k.peers {
		missed = missed || !p.complete
	}
	missed = missed && now.Sub(k.requestedAt) >= resyncEvery
	if missed {
		k.requestedAt = now
		if own := k.peers[k.s.node]; own != nil {
			own.complete = true // until the next gap
		}
	}
	k.mu.Unlock()
	if missed {
		k.sendPresence(presenceUpdate{Hello: true})
	}
}

// sendChanges sends what changed, or everything when somebody lacks it.
func (k *cluster) sendChanges(now time.Time) bool {
	k.mu.Lock()
	full := k.fullWanted
	k.fullWanted = false
	k.mu.Unlock()

	// What changes between here and presentHere is sent twice, which is harmless.
	changes := k.s.presence.takeChanges()
	if full {
		k.repeatCommands(now)
		k.sendPresence(presenceUpdate{Full: true, Rooms: k.s.presentHere()})
		return true
	}
	if len(changes) == 0 {
		return false
	}
	n := presenceUpdate{Rooms: map[string]roomPresence{}}
	for room, ch := range changes {
		n.Rooms[room] = ch.toRoom()
	}
	k.sendPresence(n)
	return true
}

func (ch *change) toRoom() roomPresence {
	n := roomPresence{Guests: ch.guests}
	for account, who := range ch.people {
		if who == nil {
			n.Out = append(n.Out, account)
		} else {
			n.In = append(n.In, *who)
		}
	}
	return n
}

// presentHere is who is in which room on this node.
func (s *Server) presentHere() map[string]roomPresence {
	all := map[string]roomPresence{}
	for _, r := range s.rooms.all() {
		r.mu.Lock()
		if r.people != nil && len(r.members) > 0 {
			n := roomPresence{Guests: r.guests}
			for _, p := range r.people {
				n.In = append(n.In, p.Identity)
			}
			all[r.name] = n
		}
		r.mu.Unlock()
	}
	return all
}

func (k *cluster) sendPresence(n presenceUpdate) {
	body, _ := json.Marshal(n) // always encodes
	k.enqueue(record{body: append([]byte{recordPresence}, body...)})
}

// receivePresence takes in what another node sent.
func (k *cluster) receivePresence(from string, n presenceUpdate) {
	k.mu.Lock()
	if n.Hello {
		k.fullWanted = true
	}
	touched := k.merge(from, n)
	k.mu.Unlock()
	k.s.presence.markDirty(touched...)
}

func (k *cluster) merge(from string, n presenceUpdate) (touched []string) { // k.mu held
	p := k.peers[from]
	switch {
	case n.Bye:
		delete(k.peers, from)
		return p.roomNames()
	case n.Full:
		touched = p.roomNames()
		p.complete, p.rooms = true, map[string]*peerRoom{}
	case !p.complete:
		return nil // everything comes soon
	}
	for name, news := range n.Rooms {
		p.update(name, news)
		touched = append(touched, name)
	}
	return touched
}

func (p *peer) update(name string, n roomPresence) {
	r := p.rooms[name]
	if r == nil {
		r = &peerRoom{people: map[string]Identity{}}
		p.rooms[name] = r
	}
	r.guests = n.Guests
	for _, who := range n.In {
		r.people[who.AccountID] = who
	}
	for _, account := range n.Out {
		delete(r.people, account)
	}
	if len(r.people) == 0 && r.guests == 0 {
		delete(p.rooms, name)
	}
}

func (p *peer) roomNames() []string {
	return slices.Collect(maps.Keys(p.rooms))
}

// expire forgets nodes that fell silent.
func (k *cluster) expire(now time.Time) {
	var touched []string
	k.mu.Lock()
	for name, p := range k.peers {
		if now.Sub(p.lastSeen) > lease {
			touched = append(touched, p.roomNames()...)
			delete(k.peers, name)
		}
	}
	k.mu.Unlock()
	k.s.presence.markDirty(touched...)
}

// members adds the other nodes' people to people and returns their guests.
func (k *cluster) members(room string, people map[string]Identity) (guests int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, p := range k.peers {
		r := p.rooms[room]
		if r == nil {
			continue
		}
		maps.Copy(people, r.people)
		guests += r.guests
	}
	return guests
}

// present marks those of some accounts that the other nodes have in a room.
func (k *cluster) present(room string, accountIDs []string, into map[string]bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, p := range k.peers {
		r := p.rooms[room]
		if r == nil {
			continue
		}
		for _, accountID := range accountIDs {
			if _, here := r.people[accountID]; here {
				into[accountID] = true
			}
		}
	}
}
