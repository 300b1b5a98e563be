package socket

import (
	"encoding/json"
	"time"
)

// command is something every node does to its connections.
type command struct {
	Op      string `json:"op"`
	Room    string `json:"room"`
	Account string `json:"account,omitempty"`
	Reason  string `json:"reason,omitempty"`
	At      int64  `json:"at"`              // Unix ms, by the clock of the node that gave it
	Again   bool   `json:"again,omitempty"` // sent before: whoever logged in since is spared
}

const (
	opRevoke = "revoke"
	opEvict  = "evict"
)

// CloseSession tells every connection of the session, on every node, that it is
// over, and closes it. The reason is shown to the client.
func (s *Server) CloseSession(sessionID, reason string) {
	s.broadcast(command{Op: opRevoke, Room: SessionRoom(sessionID), Reason: reason})
}

// CloseAccount does the same for all sessions of an account that were
// authenticated before now.
func (s *Server) CloseAccount(accountID, reason string) {
	s.broadcast(command{Op: opRevoke, Room: AccountRoom(accountID), Reason: reason})
}

// CloseHere does it on this node alone to the connections of a session, or without
// one of the whole account, that were authenticated before since. It may be repeated.
func (s *Server) CloseHere(accountID, sessionID, reason string, since time.Time) {
	room := AccountRoom(accountID)
	if sessionID != "" {
		room = SessionRoom(sessionID)
	}
	s.execute(command{Op: opRevoke, Room: room, Reason: reason, At: since.UnixMilli(), Again: true})
}

// Evict takes all connections of an account out of a room, on every node. They
// are not told and stay connected.
func (s *Server) Evict(room, accountID string) {
	s.broadcast(command{Op: opEvict, Room: room, Account: accountID})
}

func (s *Server) broadcast(o command) {
	now := s.now()
	o.At = now.UnixMilli()
	s.execute(o)
	if s.cluster != nil {
		s.cluster.sendCommand(o, now)
	}
}

func (s *Server) execute(o command) {
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

func (s *Server) revoke(o command) {
	if !o.Again {
		s.revoked.add(o.Room, o.Reason, s.now())
	}
	for _, c := range s.rooms.connections(o.Room) {
		if !o.Again || c.authenticatedAt.Load() <= o.At {
			c.revoke(o.Reason)
		}
	}
}

// sendCommand sends it to the other nodes, and remembers revocations for those who miss it.
func (k *cluster) sendCommand(o command, now time.Time) {
	k.enqueue(o.record())
	if o.Op != opRevoke {
		return
	}
	o.Again = true
	k.mu.Lock()
	defer k.mu.Unlock()
	k.dropOldCommands(now)
	k.commands = append(k.commands, o)
}

func (k *cluster) dropOldCommands(now time.Time) { // k.mu held
	old := 0
	for old < len(k.commands) && (now.UnixMilli()-k.commands[old].At > commandTTL.Milliseconds() || len(k.commands)-old >= maxCommands) {
		old++
	}
	k.commands = k.commands[old:]
}

// repeatCommands sends the remembered ones again.
func (k *cluster) repeatCommands(now time.Time) {
	k.mu.Lock()
	k.dropOldCommands(now)
	list := append([]command(nil), k.commands...)
	k.mu.Unlock()
	for _, o := range list {
		k.enqueue(o.record())
	}
}

func (o command) record() record {
	body, _ := json.Marshal(o) // strings and numbers always encode
	return record{body: append([]byte{recordCommand}, body...), keep: true}
}
