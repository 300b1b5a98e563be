package socket

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"limelight/internal/kit/recovery"
)

// closeTimeout is how long a client may take to close its side after being told.
const closeTimeout = 2 * time.Second

// Conn is one client's connection, whatever carries it at the moment.
type Conn struct {
	s       *Server
	key     string // Engine.IO session id: a secret of this client
	id      string // Socket.IO id: may be shown
	eio     int    // protocol version, 3 or 4
	request *http.Request
	token   string // from the query, until the connection is established
	since   time.Time
	owners  []string // counted until the end

	identity        atomic.Pointer[Identity]
	authenticatedAt atomic.Int64           // Unix ms when its token was last looked at
	ws              atomic.Pointer[writer] // nil while polling
	lastPacket      atomic.Int64           // Unix ms of the last packet
	lastPing        int64                  // heartbeat's own: Unix ms of the last ping, negative while unanswered

	mu           sync.Mutex
	queue        []*frame // waiting for a poll
	queued       int      // bytes
	poll         chan struct{}
	upgrading    bool
	established  bool
	closingSince time.Time // when it was told to go; zero: it was not
	closed       bool

	roomMu  sync.Mutex
	joined  map[*room]int // and the place in its members
	leftAll bool          // joins no more

	in inbound
}

// Identity is whose connection it is now; zero for a guest.
func (c *Conn) Identity() Identity { return *c.identity.Load() }

// Request is the handshake: address, path and the headers that tell where it
// came from. It has no query and no body, and its context does not end.
func (c *Conn) Request() *http.Request { return c.request }

// Close tells the client to go and does not wait for it. It is out of every
// room at once, and stock clients do not reconnect by themselves.
func (c *Conn) Close() {
	c.mu.Lock()
	if c.closed || !c.closingSince.IsZero() {
		c.mu.Unlock()
		return
	}
	c.mu.Unlock()
	c.leaveAll()
	c.send(textFrame(string([]byte{engineMessage, packetDisconnect})))
	c.startClosing(closeNormal)
}

// closeForRestart closes the transport only: clients take it for a lost connection
// and reconnect.
func (c *Conn) closeForRestart() {
	c.startClosing(closeGoingAway)
	if c.ws.Load() == nil {
		c.end()
	}
}

func (c *Conn) startClosing(code uint16) {
	c.mu.Lock()
	if c.closed || !c.closingSince.IsZero() {
		c.mu.Unlock()
		return
	}
	c.closingSince = c.s.now()
	w := c.ws.Load()
	if w == nil && len(c.queue) == 0 {
		c.wakePoll()
	}
	c.mu.Unlock()

	if w != nil {
		w.close(code)
	}
}

// isClosing tells whether packets of the client no longer count.
func (c *Conn) isClosing() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed || !c.closingSince.IsZero()
}

// send delivers one frame over whatever carries the connection.
func (c *Conn) send(f *frame) {
	if w := c.ws.Load(); w != nil {
		w.send(f.ws, f.class, 1)
		return
	}
	c.mu.Lock()
	if w := c.ws.Load(); w != nil { // upgraded while we waited
		c.mu.Unlock()
		w.send(f.ws, f.class, 1)
		return
	}
	full := c.enqueue(f)
	c.mu.Unlock()
	if full {
		c.end()
	}
}

// enqueue keeps a frame for the next poll and reports a backlog past its hard
// limit.
func (c *Conn) enqueue(f *frame) (full bool) { // c.mu held
	if c.closed || !c.closingSince.IsZero() {
		return false
	}
	size, limits := len(f.ws), &c.s.limits
	if f.class == Droppable && c.queued+size > limits.SoftBytes {
		c.s.stats.dropped.Add(1)
		return false
	}
	if c.queued+size > limits.HardBytes {
		c.s.stats.slow.Add(1)
		return true
	}
	c.queue = append(c.queue, f)
	c.queued += size
	c.s.stats.queued.Add(int64(size))
	c.wakePoll()
	return false
}

// takeQueue empties the queue of a polling client.
func (c *Conn) takeQueue() []*frame { // c.mu held
	out := c.queue
	c.s.stats.queued.Add(-int64(c.queued))
	c.queue, c.queued = nil, 0
	return out
}

// wakePoll lets a waiting poll answer.
func (c *Conn) wakePoll() { // c.mu held
	if c.poll != nil {
		close(c.poll)
		c.poll = nil
	}
}

// end takes the connection down and out of everything. Rooms are left apart from it:
// end may be called while one is being served.
func (c *Conn) end() {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return
	}
	c.closed = true
	if c.poll == nil {
		c.takeQueue()
	}
	c.wakePoll()
	w := c.ws.Load()
	c.mu.Unlock()

	if w != nil {
		_ = w.Close()
	}
	c.s.conns.remove(c)
	recovery.Go(c.s.log, "socket.end", func() {
		defer c.s.work.Done()
		c.leaveAll()
	}, nil)
}

// context is for work on behalf of this connection: it has the values of the
// handshake's context and a deadline.
func (c *Conn) context() (context.Context, context.CancelFunc) {
	return context.WithTimeout(c.request.Context(), handlerTime)
}
