package socket

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// news is what a node tells of its presence: what changed, or everything.
type news struct {
	Full  bool                `json:"f,omitempty"` // Rooms is everything, not changes
	Rooms map[string]roomNews `json:"r,omitempty"`
	Hello bool                `json:"h,omitempty"` // tell me everything
	Bye   bool                `json:"b,omitempty"` // forget me
}

type roomNews struct {
	In     []Identity `json:"i,omitempty"`
	Out    []string   `json:"o,omitempty"` // accounts
	Guests int        `json:"g,omitempty"`
}

// peer is what is known of another node, or of what this one hears of itself.
type peer struct {
	number uint64 // of its last message
	whole  bool   // nothing is missing in rooms
	heard  time.Time
	rooms  map[string]*peerRoom
}

type peerRoom struct {
	people map[string]Identity
	guests int
}

// gossip tells the other nodes of changes, asks for what was missed, and
// watches leases.
func (k *cluster) gossip(ctx context.Context) {
	k.mu.Lock()
	k.wanted = true
	k.mu.Unlock()
	k.news(news{Hello: true})
	tick := time.NewTicker(gossipEvery)
	defer tick.Stop()
	told := k.s.now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := k.s.now()
		switch {
		case k.tellChanges(now):
			told = now
		case now.Sub(told) > heartbeat:
			k.news(news{})
			told = now
		}
		k.ask(now)
		k.expire(now)
	}
}

// follow watches the numbers of a node's messages.
func (k *cluster) follow(from string, number uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	p := k.peers[from]
	if p == nil {
		p = &peer{rooms: map[string]*peerRoom{}}
		k.peers[from] = p
	}
	p.whole = p.whole && number == p.number+1
	p.number, p.heard = number, k.s.now()
}

// ask says hello when something was missed.
func (k *cluster) ask(now time.Time) {
	k.mu.Lock()
	missed := false
	for _, p := range k.peers {
		missed = missed || !p.whole
	}
	missed = missed && now.Sub(k.asked) >= askEvery
	if missed {
		k.asked = now
		if own := k.peers[k.s.node]; own != nil {
			own.whole = true // until the next gap
		}
	}
	k.mu.Unlock()
	if missed {
		k.news(news{Hello: true})
	}
}

// tellChanges tells what changed, or everything when somebody lacks it.
func (k *cluster) tellChanges(now time.Time) bool {
	k.mu.Lock()
	full := k.wanted
	k.wanted = false
	k.mu.Unlock()

	// What changes between here and presentHere is told twice, which is harmless.
	changes := k.s.presence.takeChanges()
	if full {
		k.repeatOrders(now)
		k.news(news{Full: true, Rooms: k.s.presentHere()})
		return true
	}
	if len(changes) == 0 {
		return false
	}
	n := news{Rooms: map[string]roomNews{}}
	for room, ch := range changes {
		n.Rooms[room] = ch.news()
	}
	k.news(n)
	return true
}

func (ch *change) news() roomNews {
	n := roomNews{Guests: ch.guests}
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
func (s *Server) presentHere() map[string]roomNews {
	all := map[string]roomNews{}
	for _, r := range s.rooms.all() {
		r.mu.Lock()
		if r.people != nil && len(r.members) > 0 {
			n := roomNews{Guests: r.guests}
			for _, p := range r.people {
				n.In = append(n.In, p.Identity)
			}
			all[r.name] = n
		}
		r.mu.Unlock()
	}
	return all
}

func (k *cluster) news(n news) {
	body, _ := json.Marshal(n) // always encodes
	k.enqueue(record{body: append([]byte{recordNews}, body...)})
}

// learn takes in what another node told.
func (k *cluster) learn(from string, n news) {
	k.mu.Lock()
	if n.Hello {
		k.wanted = true
	}
	touched := k.apply(from, n)
	k.mu.Unlock()
	k.s.presence.touched(touched...)
}

func (k *cluster) apply(from string, n news) (touched []string) { // k.mu held
	p := k.peers[from]
	switch {
	case n.Bye:
		delete(k.peers, from)
		return p.roomNames()
	case n.Full:
		touched = p.roomNames()
		p.whole, p.rooms = true, map[string]*peerRoom{}
	case !p.whole:
		return nil // everything comes soon
	}
	for name, news := range n.Rooms {
		p.update(name, news)
		touched = append(touched, name)
	}
	return touched
}

func (p *peer) update(name string, n roomNews) {
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
		if now.Sub(p.heard) > lease {
			touched = append(touched, p.roomNames()...)
			delete(k.peers, name)
		}
	}
	k.mu.Unlock()
	k.s.presence.touched(touched...)
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
