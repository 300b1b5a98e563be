package socket

import (
	"errors"
	"net"
	"sync"
	"syscall"
	"time"

	"limelight/internal/kit/recovery"
)

// sendBuffer bounds the kernel's share of a slow client's backlog, in bytes.
const sendBuffer = 64 << 10

// chunk is how much of a backlog one write may carry, in bytes: the unit of
// progress that Limits.Stall watches.
const chunk = 32 << 10

// closeFrame is a WebSocket close with a code, RFC 6455 §7.4.1.
func closeFrame(code uint16) []byte { return []byte{0x88, 2, byte(code >> 8), byte(code)} }

const (
	closeNormal    = 1000
	closeGoingAway = 1001
	closeProtocol  = 1002
	closePolicy    = 1008
	closeTooLarge  = 1009
)

// writer owns the sending side of one WebSocket. Its fast path is a write that
// never blocks, made by whoever has the message; only when the socket is full
// are there a queue and a goroutine that empties it. It is the net.Conn given
// to the WebSocket library too, so control frames keep their place.
type writer struct {
	net.Conn
	raw  syscall.RawConn // nil when the connection has none, such as TLS
	link *link
	s    *Server

	mu        sync.Mutex
	queue     net.Buffers
	queued    int // bytes
	flushing  bool
	closing   []byte // the close frame to send last
	closeSent bool   // it has been sent or queued
	closed    bool

	// What one attempt needs; kept here so that it allocates nothing.
	bytes   []byte
	n       int
	err     error
	attempt func(fd uintptr) bool
}

func newWriter(s *Server, conn net.Conn) *writer {
	w := &writer{Conn: conn, s: s}
	if c, ok := conn.(syscall.Conn); ok {
		w.raw, _ = c.SyscallConn()
	}
	if c, ok := conn.(*net.TCPConn); ok {
		_ = c.SetWriteBuffer(sendBuffer)
	}
	w.attempt = func(fd uintptr) bool {
		for {
			w.n, w.err = syscall.Write(int(fd), w.bytes)
			if !errors.Is(w.err, syscall.EINTR) {
				return true // done or full: never park
			}
		}
	}
	return w
}

// try writes without blocking; fewer bytes and no error mean that it is full.
func (w *writer) try(b []byte) (int, error) {
	if w.raw == nil {
		return 0, nil
	}
	w.bytes, w.n, w.err = b, 0, nil
	err := w.raw.Write(w.attempt)
	w.bytes = nil
	switch {
	case err != nil:
		return 0, err
	case errors.Is(w.err, syscall.EAGAIN):
		return 0, nil
	case w.err != nil:
		return 0, w.err
	}
	return w.n, nil
}

// send writes or queues b, which holds so many messages of one class, is shared
// and never changes.
func (w *writer) send(b []byte, class Class, messages int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.closing != nil {
		return
	}
	w.put(b, class, messages)
}

func (w *writer) put(b []byte, class Class, messages int) { // w.mu held
	if !w.flushing {
		n, err := w.try(b)
		if err != nil {
			w.closeNow()
			return
		}
		if n == len(b) {
			return
		}
		if n > 0 { // a frame that was begun must be finished
			b, class = b[n:], Critical
		}
	}
	limits := &w.s.limits
	if class == Droppable && w.queued+len(b) > limits.SoftBytes {
		w.s.stats.dropped.Add(uint64(messages))
		return
	}
	if w.queued+len(b) > limits.HardBytes {
		w.s.stats.slow.Add(1)
		w.closeNow()
		return
	}
	w.queue = append(w.queue, b)
	w.queued += len(b)
	w.s.stats.queued.Add(int64(len(b)))
	if !w.flushing {
		w.flushing = true
		recovery.Go(w.s.log, "socket.write", w.flush, w.drop) // ends with the queue, or Limits.Stall after the last progress
	}
}

// flush empties the queue chunk by chunk.
func (w *writer) flush() {
	for {
		part, size := w.next()
		if size == 0 {
			return
		}
		_ = w.Conn.SetWriteDeadline(w.s.now().Add(w.s.limits.Stall))
		_, err := part.WriteTo(w.Conn)
		if !w.wrote(size, err) {
			return
		}
	}
}

func (w *writer) next() (part net.Buffers, size int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, 0
	}
	n := 0
	for n < len(w.queue) && size < chunk {
		size += len(w.queue[n])
		n++
	}
	part, w.queue = w.queue[:n:n], w.queue[n:]
	if size == 0 {
		w.queue, w.flushing = nil, false
		if w.closing != nil {
			w.sendClose()
		}
	}
	return part, size
}

func (w *writer) wrote(size int, err error) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return false
	}
	w.queued -= size
	w.s.stats.queued.Add(-int64(size))
	if err != nil {
		w.s.stats.slow.Add(1)
		w.closeNow()
		return false
	}
	return true
}

// close sends what is queued and a close frame, then lets the peer close.
func (w *writer) close(code uint16) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.closing != nil {
		return
	}
	w.closing = closeFrame(code)
	if !w.flushing {
		w.sendClose()
	}
}

// sendClose sends the close frame and, once it is out, closes our half and gives
// the peer a moment for its own: closing outright could throw away what it has
// not read yet.
func (w *writer) sendClose() { // w.mu held
	if !w.closeSent {
		w.closeSent = true
		w.put(w.closing, Critical, 0)
		if w.closed || w.flushing {
			return // flush comes back here
		}
	}
	c, ok := w.Conn.(interface{ CloseWrite() error })
	if !ok || c.CloseWrite() != nil {
		w.closeNow()
		return
	}
	_ = w.Conn.SetReadDeadline(w.s.now().Add(closeTimeout))
}

// closeNow drops everything and closes.
func (w *writer) closeNow() { // w.mu held
	if w.closed {
		return
	}
	w.closed = true
	w.s.stats.queued.Add(-int64(w.queued))
	w.queue, w.queued = nil, 0
	_ = w.Conn.Close()
}

// Close closes at once. It is part of net.Conn.
func (w *writer) Close() error {
	w.drop()
	return nil
}

func (w *writer) drop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closeNow()
}

// Write takes the WebSocket library's own frames. It is part of net.Conn.
func (w *writer) Write(b []byte) (int, error) {
	w.send(append([]byte(nil), b...), Critical, 0)
	return len(b), nil
}

// The library sets deadlines around its handshake; ours are set by flush.
func (w *writer) SetDeadline(time.Time) error      { return nil }
func (w *writer) SetWriteDeadline(time.Time) error { return nil }
