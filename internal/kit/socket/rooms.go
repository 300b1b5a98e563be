package socket

import (
	"hash/maphash"
	"strings"
	"sync"

	"limelight/internal/kit/fault"
)

// shards spreads connections and rooms over so many locks.
const shards = 64

var errRooms = fault.New(fault.TooMany, "You are in too many rooms.")

// Join puts a connection into a room, until it leaves, closes or becomes
// somebody else. Joining twice is joining once. It refuses a connection that is
// in too many rooms (Limits.Rooms).
func (s *Server) Join(c *Conn, room string) error {
	c.roomMu.Lock()
	full := len(c.joined) >= s.limits.Rooms
	c.roomMu.Unlock()
	if full && !c.In(room) {
		return errRooms
	}
	s.join(c, room)
	return nil
}

func (s *Server) join(c *Conn, name string) {
	for {
		r := s.rooms.open(s, name)
		entered, alive := r.enter(c)
		if !alive {
			s.rooms.forget(r)
			continue
		}
		if !entered {
			s.rooms.forgetEmpty(r)
		}
		return
	}
}

// Leave takes a connection out of a room. Leaving a room one is not in is no
// error.
func (s *Server) Leave(c *Conn, room string) {
	if r := s.rooms.find(room); r != nil {
		c.leave(r)
	}
}

func (c *Conn) leave(r *room) {
	if empty := r.drop(c); empty {
		c.s.rooms.forget(r)
	}
}

// In tells whether the connection is in the room.
func (c *Conn) In(room string) bool {
	r := c.s.rooms.find(room)
	c.roomMu.Lock()
	defer c.roomMu.Unlock()
	_, in := c.joined[r]
	return in
}

// leaveAll takes a connection out of everything for good.
func (c *Conn) leaveAll() {
	c.roomMu.Lock()
	c.leftAll = true
	list := c.roomList()
	c.roomMu.Unlock()
	for _, r := range list {
		c.leave(r)
	}
}

// changeIdentity changes whose connection it is and takes it out of what was joined
// before.
func (c *Conn) changeIdentity(who Identity) {
	c.roomMu.Lock()
	list := c.roomList()
	c.identity.Store(&who)
	c.roomMu.Unlock()
	for _, r := range list {
		if r.name != Site {
			c.leave(r)
		}
	}
}

func (c *Conn) roomList() []*room { // c.roomMu held
	list := make([]*room, 0, len(c.joined))
	for r := range c.joined {
		list = append(list, r)
	}
	return list
}

// rooms finds rooms by name. A room exists while it has members.
type rooms [shards]struct {
	sync.RWMutex
	byName map[string]*room
}

var seed = maphash.MakeSeed()

func shardOf(name string) int { return int(maphash.String(seed, name) % shards) }

func (rs *rooms) init() {
	for i := range rs {
		rs[i].byName = map[string]*room{}
	}
}

func (rs *rooms) find(name string) *room {
	shard := &rs[shardOf(name)]
	shard.RLock()
	defer shard.RUnlock()
	return shard.byName[name]
}

func (rs *rooms) open(s *Server, name string) *room {
	if r := rs.find(name); r != nil {
		return r
	}
	shard := &rs[shardOf(name)]
	shard.Lock()
	defer shard.Unlock()
	r := shard.byName[name]
	if r == nil {
		r = &room{name: name, s: s}
		if keepsPresence(name) {
			r.people = map[string]person{}
		}
		shard.byName[name] = r
		s.stats.rooms.Add(1)
	}
	return r
}

// forget removes a dead room.
func (rs *rooms) forget(r *room) {
	shard := &rs[shardOf(r.name)]
	shard.Lock()
	defer shard.Unlock()
	if shard.byName[r.name] == r {
		delete(shard.byName, r.name)
		r.s.stats.rooms.Add(-1)
	}
}

// forgetEmpty removes a room that was opened for a connection that ended.
func (rs *rooms) forgetEmpty(r *room) {
	r.mu.Lock()
	r.dead = r.dead || len(r.members) == 0
	dead := r.dead
	r.mu.Unlock()
	if dead {
		rs.forget(r)
	}
}

func (rs *rooms) deliver(name string, f *frame, except *Conn) {
	if r := rs.find(name); r != nil {
		r.publish(f, except)
	}
}

// InRoom lists this node's connections in a room.
func (s *Server) InRoom(room string) []*Conn { return s.rooms.connections(room) }

// connections lists this node's members of a room.
func (rs *rooms) connections(name string) []*Conn {
	r := rs.find(name)
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]*Conn, 0, len(r.members))
	for _, m := range r.members {
		list = append(list, m.conn)
	}
	return list
}

// all lists every room.
func (rs *rooms) all() []*room {
	var list []*room
	for i := range rs {
		rs[i].RLock()
		for _, r := range rs[i].byName {
			list = append(list, r)
		}
		rs[i].RUnlock()
	}
	return list
}

// keepsPresence: nobody asks who is in the room of all or of one session.
func keepsPresence(name string) bool {
	return name != Site && !strings.HasPrefix(name, sessionRoom)
}

// connections finds connections by their Engine.IO session id.
type connections [shards]struct {
	sync.RWMutex
	byKey map[string]*Conn
}

func (cs *connections) init() {
	for i := range cs {
		cs[i].byKey = map[string]*Conn{}
	}
}

// add is false when the server is going down.
func (cs *connections) add(c *Conn) bool {
	shard := &cs[shardOf(c.key)]
	shard.Lock()
	defer shard.Unlock()
	if c.s.stopping.Load() {
		return false
	}
	shard.byKey[c.key] = c
	c.s.stats.connections.Add(1)
	c.s.work.Add(1) // until afterEnd
	return true
}

func (cs *connections) find(key string) *Conn {
	shard := &cs[shardOf(key)]
	shard.RLock()
	defer shard.RUnlock()
	return shard.byKey[key]
}

func (cs *connections) remove(c *Conn) {
	shard := &cs[shardOf(c.key)]
	shard.Lock()
	defer shard.Unlock()
	delete(shard.byKey, c.key)
	c.s.stats.connections.Add(-1)
	c.s.owners.Leave(c.owners)
}

func (cs *connections) all() []*Conn {
	var list []*Conn
	for i := range cs {
		cs[i].RLock()
		for _, c := range cs[i].byKey {
			list = append(list, c)
		}
		cs[i].RUnlock()
	}
	return list
}
