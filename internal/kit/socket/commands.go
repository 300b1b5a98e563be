package socket

import (
	"encoding/json"
	"time"
)

// order is something every node does to its connections.
type order struct {
	Op      string `json:"op"`
	Room    string `json:"room"`
	Account string `json:"account,omitempty"`
	Reason  string `json:"reason,omitempty"`
	At      int64  `json:"at"`              // Unix ms, by the clock of the node that gave it
	Again   bool   `json:"again,omitempty"` // told before: whoever logged in since is spared
}

const (
	opRevoke = "revoke"
	opEvict  = "evict"
)

// CloseSession tells every connection of the session, on every node, that it is
// over, and closes it. The reason is shown to the client.
func (s *Server) CloseSession(sessionID, reason string) {
	s.give(order{Op: opRevoke, Room: SessionRoom(sessionID), Reason: reason})
}

// CloseAccount does the same for all sessions of an account that were
// authenticated before now.
func (s *Server) CloseAccount(accountID, reason string) {
	s.give(order{Op: opRevoke, Room: AccountRoom(accountID), Reason: reason})
}

// CloseHere does it on this node alone to the connections of a session, or without
// one of the whole account, that were authenticated before since. It may be repeated.
func (s *Server) CloseHere(accountID, sessionID, reason string, since time.Time) {
	room := AccountRoom(accountID)
	if sessionID != "" {
		room = SessionRoom(sessionID)
	}
	s.carryOut(order{Op: opRevoke, Room: room, Reason: reason, At: since.UnixMilli(), Again: true})
}

// Evict takes all connections of an account out of a room, on every node. They
// are not told and stay connected.
func (s *Server) Evict(room, accountID string) {
	s.give(order{Op: opEvict, Room: room, Account: accountID})
}

func (s *Server) give(o order) {
	now := s.now()
	o.At = now.UnixMilli()
	s.carryOut(o)
	if s.cluster != nil {
		s.cluster.order(o, now)
	}
}

func (s *Server) carryOut(o order) {
	switch o.Op {
	case opRevoke:
		s.revoke(o)
	case opEvict:
		for _, c := range s.rooms.connections(o.Room) {
			if c.Identity().AccountID == o.Account {
				s.Leave(c, o.Room)
			}
		}
	}
}

func (s *Server) revoke(o order) {
	if !o.Again {
		s.revoked.add(o.Room, o.Reason, s.now())
	}
	for _, c := range s.rooms.connections(o.Room) {
		if !o.Again || c.authenticated.Load() <= o.At {
			c.revoke(o.Reason)
		}
	}
}

// order tells the other nodes, and remembers revocations for those who miss it.
func (k *cluster) order(o order, now time.Time) {
	k.enqueue(o.record())
	if o.Op != opRevoke {
		return
	}
	o.Again = true
	k.mu.Lock()
	defer k.mu.Unlock()
	k.forgetOrders(now)
	k.orders = append(k.orders, o)
}

func (k *cluster) forgetOrders(now time.Time) { // k.mu held
	old := 0
	for old < len(k.orders) && (now.UnixMilli()-k.orders[old].At > orderKept.Milliseconds() || len(k.orders)-old >= maxOrders) {
		old++
	}
	k.orders = k.orders[old:]
}

// repeatOrders tells the remembered ones again.
func (k *cluster) repeatOrders(now time.Time) {
	k.mu.Lock()
	k.forgetOrders(now)
	list := append([]order(nil), k.orders...)
	k.mu.Unlock()
	for _, o := range list {
		k.enqueue(o.record())
	}
}

func (o order) record() record {
	body, _ := json.Marshal(o) // strings and numbers always encode
	return record{body: append([]byte{recordOrder}, body...), keep: true}
}
