package socket

import (
	"runtime"
	"slices"
	"sync"
	"time"

	"limelight/internal/kit/recovery"
)

// A room that is written faster than it can be served keeps so many messages
// before Droppable ones are dropped for everybody.
const maxPending = 8192

// batchBytes bounds what one write to a member carries.
const batchBytes = 32 << 10

// parallelFrom is the number of members from which a flush uses every core.
const parallelFrom = 1024

// room fans messages out. While one flush runs, the next batch gathers; each
// member gets a batch with one write. Order within the room is kept.
type room struct {
	name string
	s    *Server

	mu       sync.Mutex
	members  []member
	people   map[string]person // by account; nil when presence is not kept
	guests   int
	pending  []outgoing
	serving  bool
	dead     bool    // emptied and being forgotten
	snapshot []*Conn // of the flush under way; the serving goroutine's
}

type member struct {
	conn *Conn
	who  *Identity // when it joined
}

type person struct {
	Identity
	connections int
}

type outgoing struct {
	frame  *frame
	except *Conn
}

func (r *room) publish(f *frame, except *Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.members) == 0 {
		return
	}
	if f.class == Droppable && len(r.pending) >= maxPending {
		r.s.stats.dropped.Add(uint64(len(r.members)))
		return
	}
	r.pending = append(r.pending, outgoing{f, except})
	if !r.serving {
		r.serving = true
		recovery.Go(r.s.log, "socket.room", r.serve, nil) // ends as soon as nothing is pending
	}
}

// serve flushes until nothing is pending. The first message of a quiet room goes
// at once; only sustained traffic waits for Limits.Flush.
func (r *room) serve() {
	for {
		batch := r.next()
		if batch == nil {
			return
		}
		start := r.s.now()
		for len(batch) > 0 {
			n := run(batch)
			// The room goes on with the next messages: serving must not stay true.
			recovery.Do(r.s.log, "socket.room", func() { r.write(batch[:n]) })
			batch = batch[n:]
		}
		time.Sleep(r.s.limits.Flush - r.s.now().Sub(start))
	}
}

func (r *room) next() []outgoing {
	r.mu.Lock()
	defer r.mu.Unlock()
	batch := r.pending
	r.pending = nil
	r.serving = batch != nil
	clear(r.snapshot)
	r.snapshot = r.snapshot[:0]
	if batch == nil {
		return nil
	}
	for _, m := range r.members {
		r.snapshot = append(r.snapshot, m.conn)
	}
	return batch
}

// run is how many messages from the start may share one buffer: of one class, for the
// same receivers.
func run(batch []outgoing) int {
	first := batch[0]
	n, size := 1, len(first.frame.ws)
	for n < len(batch) && size < batchBytes {
		o := batch[n]
		if o.frame.class != first.frame.class || o.except != first.except {
			break
		}
		size += len(o.frame.ws)
		n++
	}
	return n
}

// write gives every member a run of messages.
func (r *room) write(part []outgoing) {
	shared := part[0].frame.ws
	if len(part) > 1 {
		shared = nil
		for _, o := range part {
			shared = append(shared, o.frame.ws...)
		}
	}
	workers := runtime.GOMAXPROCS(0)
	if workers == 1 || len(r.snapshot) < parallelFrom {
		r.writeTo(r.snapshot, part, shared)
		return
	}
	var wg sync.WaitGroup
	step := (len(r.snapshot) + workers - 1) / workers
	for at := 0; at < len(r.snapshot); at += step {
		some := r.snapshot[at:min(at+step, len(r.snapshot))]
		wg.Go(func() {
			defer recovery.Catch(r.s.log, "socket.room", nil)
			r.writeTo(some, part, shared)
		})
	}
	wg.Wait()
}

func (r *room) writeTo(members []*Conn, part []outgoing, shared []byte) {
	first, to := part[0], len(members)
	if first.except != nil && slices.Contains(members, first.except) {
		to--
	}
	r.s.stats.deliveries.Add(uint64(to * len(part)))
	for _, c := range members {
		if c == first.except {
			continue
		}
		if w := c.ws.Load(); w != nil {
			w.send(shared, first.frame.class, len(part))
			continue
		}
		for _, o := range part {
			c.send(o.frame)
		}
	}
}

// enter adds a member. It is false when the room is being forgotten.
func (r *room) enter(c *Conn) (entered, alive bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.dead {
		return false, false
	}
	c.roomMu.Lock()
	_, already := c.joined[r]
	if already || c.leftAll {
		c.roomMu.Unlock()
		return false, true
	}
	if c.joined == nil {
		c.joined = map[*room]int{}
	}
	c.joined[r] = len(r.members)
	who := c.identity.Load()
	c.roomMu.Unlock()

	r.members = append(r.members, member{c, who})
	r.count(*who, +1)
	return true, true
}

// drop takes a member out; the last one takes its place.
func (r *room) drop(c *Conn) (empty bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c.roomMu.Lock()
	at, in := c.joined[r]
	delete(c.joined, r)
	c.roomMu.Unlock()
	if !in {
		return false
	}
	who := r.members[at].who
	last := len(r.members) - 1
	if at != last {
		m := r.members[last]
		r.members[at] = m
		m.conn.roomMu.Lock()
		m.conn.joined[r] = at
		m.conn.roomMu.Unlock()
	}
	r.members[last] = member{}
	r.members = r.members[:last]
	r.count(*who, -1)
	r.dead = last == 0
	return r.dead
}

// count keeps who is present, and tells when that changed.
func (r *room) count(who Identity, by int) { // r.mu held
	if r.people == nil {
		return
	}
	if who.Guest() {
		r.guests += by
		r.s.presence.note(r.name, r.guests, nil, false)
		return
	}
	p := r.people[who.AccountID]
	before := p.connections
	p.connections += by
	if before == 0 {
		p.Identity = who
		p.SessionID = ""
	}
	if p.connections == 0 {
		delete(r.people, who.AccountID)
	} else {
		r.people[who.AccountID] = p
	}
	if before == 0 || p.connections == 0 {
		r.s.presence.note(r.name, r.guests, &p.Identity, p.connections > 0)
	}
}
