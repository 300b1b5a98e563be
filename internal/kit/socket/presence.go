package socket

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"limelight/internal/kit/recovery"
)

// announceEvery is the least time between two OnPresence calls for a room.
const announceEvery = 500 * time.Millisecond

// presence gathers changes of who is in which room: for OnPresence, and for the
// other nodes.
type presence struct {
	mu      sync.Mutex
	dirty   map[string]bool
	changes map[string]*change
}

// change is what happened in a room since the other nodes were told.
type change struct {
	guests int
	people map[string]*Identity // nil: gone
}

func (p *presence) init() {
	p.dirty = map[string]bool{}
	p.changes = map[string]*change{}
}

// note records that somebody came or went; who is nil for a guest.
func (p *presence) note(room string, guests int, who *Identity, here bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dirty[room] = true
	ch := p.changes[room]
	if ch == nil {
		ch = &change{people: map[string]*Identity{}}
		p.changes[room] = ch
	}
	ch.guests = guests
	switch {
	case who == nil:
	case here:
		ch.people[who.AccountID] = who
	default:
		ch.people[who.AccountID] = nil
	}
}

// markDirty marks rooms that changed on another node.
func (p *presence) markDirty(names ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, name := range names {
		p.dirty[name] = true
	}
}

func (p *presence) takeDirty() map[string]bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.dirty) == 0 {
		return nil
	}
	dirty := p.dirty
	p.dirty = map[string]bool{}
	return dirty
}

func (p *presence) takeChanges() map[string]*change {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.changes) == 0 {
		return nil
	}
	changes := p.changes
	p.changes = map[string]*change{}
	return changes
}

// announce calls OnPresence for the rooms that changed. For a single node it
// also throws away what other nodes would have been told.
func (s *Server) announce(ctx context.Context) {
	tick := time.NewTicker(announceEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if s.cluster == nil {
			s.presence.takeChanges()
		}
		for room := range s.presence.takeDirty() {
			for _, do := range s.onPresence {
				recovery.Do(s.log, "socket.hook", func() { do(ctx, room) })
			}
		}
	}
}

// Members tells who is in a room on all nodes: each account once, by name and
// then account, without its session; and the number of guests' connections.
// Other nodes' members are known within a fifth of a second; those of a node
// that fell silent are forgotten after 30 s. Presence is kept for every room but
// Site and the sessions' rooms.
func (s *Server) Members(room string) (members []Identity, guests int) {
	people := map[string]Identity{}
	if s.cluster != nil {
		guests = s.cluster.members(room, people)
	}
	if r := s.rooms.find(room); r != nil {
		r.mu.Lock()
		for account, p := range r.people {
			people[account] = p.Identity
		}
		guests += r.guests
		r.mu.Unlock()
	}
	return slices.SortedFunc(maps.Values(people), func(a, b Identity) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.AccountID, b.AccountID))
	}), guests
}

// Present says which of some accounts are in a room, on any node, as Members knows it.
func (s *Server) Present(room string, accountIDs ...string) map[string]bool {
	present := map[string]bool{}
	if s.cluster != nil {
		s.cluster.present(room, accountIDs, present)
	}
	if r := s.rooms.find(room); r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, accountID := range accountIDs {
			if _, here := r.people[accountID]; here {
				present[accountID] = true
			}
		}
	}
	return present
}

// Accounts are those that have a connection to this node.
func (s *Server) Accounts() (list []string) {
	for _, r := range s.rooms.all() {
		if accountID, found := strings.CutPrefix(r.name, accountRoom); found {
			list = append(list, accountID)
		}
	}
	return list
}

// Online tells whether an account has a connection on any node.
func (s *Server) Online(accountID string) bool {
	return s.Present(AccountRoom(accountID), accountID)[accountID]
}
