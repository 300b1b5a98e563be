package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// A message's text begins with this mark and sixteen hexadecimal digits: the
// nanosecond at which it should have been sent.
const (
	mark       = "@@"
	markLength = len(mark) + 16
)

// crowd is many sockets read by one thread: what the generator costs must stay
// small beside what it measures.
type crowd struct {
	epoll   int
	sockets []*sock
	byFD    map[int32]*sock
	events  []syscall.EpollEvent
	buffer  []byte

	epoch     time.Time
	received  uint64
	ready     int
	closed    int
	latencies *histogram // nil while nothing is measured
	idleKiB   float64    // memory of one idle socket at the server
	speaker   int
}

// sock is one Socket.IO client over a raw socket.
type sock struct {
	fd    int
	state state
	carry []byte // an incomplete frame
}

type state int

const (
	opening    state = iota // waits for the Engine.IO handshake
	connecting              // waits for the default namespace
	joining                 // waits for the answer to -join
	inRoom
	dead
)

// gather opens n sockets and has them in the room.
func gather(o options, n int) (*crowd, error) {
	before := memoryKiB(o.pid)
	epoll, err := syscall.EpollCreate1(0)
	if err != nil {
		return nil, err
	}
	c := &crowd{
		epoll: epoll, byFD: map[int32]*sock{}, epoch: time.Now(),
		events: make([]syscall.EpollEvent, 512), buffer: make([]byte, 256<<10),
	}
	for i := range n {
		if err := c.dial(o); err != nil {
			c.close()
			return nil, fmt.Errorf("socket %d: %w", i, err)
		}
		if i%16 == 15 {
			c.poll(o, 0)
		}
	}
	for end := time.Now().Add(time.Minute); c.ready < n; {
		if time.Now().After(end) || c.closed > 0 {
			c.close()
			return nil, fmt.Errorf("only %d of %d sockets joined, %d were closed", c.ready, n, c.closed)
		}
		c.poll(o, 10)
	}
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end); {
		c.poll(o, 20)
	}
	c.idleKiB = (memoryKiB(o.pid) - before) / float64(n)
	return c, nil
}

func (c *crowd) dial(o options) error {
	to, err := url.Parse(o.url)
	if err != nil || to.Scheme != "http" {
		return fmt.Errorf("-url %q is no http address", o.url)
	}
	conn, err := net.Dial("tcp", to.Host)
	if err != nil {
		return err
	}
	defer conn.Close() // its duplicate stays
	query := "EIO=4&transport=websocket&token=" + url.QueryEscape(o.token)
	if _, err := fmt.Fprintf(conn, "GET /socket.io/?%s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n", query, to.Host); err != nil {
		return err
	}
	_ = conn.SetReadDeadline(time.Now().Add(20 * time.Second))
	var answer []byte
	for !bytes.Contains(answer, []byte("\r\n\r\n")) {
		part := make([]byte, 2048)
		k, err := conn.Read(part)
		if err != nil {
			return fmt.Errorf("handshake: %w", err)
		}
		answer = append(answer, part[:k]...)
	}
	if !bytes.HasPrefix(answer, []byte("HTTP/1.1 101")) {
		return fmt.Errorf("handshake: %.100q", answer)
	}
	file, err := conn.(*net.TCPConn).File()
	if err != nil {
		return err
	}
	defer file.Close()
	fd, err := syscall.Dup(int(file.Fd()))
	if err != nil {
		return err
	}
	if err := syscall.SetNonblock(fd, true); err != nil {
		return err
	}
	s := &sock{fd: fd}
	c.sockets = append(c.sockets, s)
	c.byFD[int32(fd)] = s
	_, rest, _ := bytes.Cut(answer, []byte("\r\n\r\n"))
	c.feed(o, s, rest)
	return syscall.EpollCtl(c.epoll, syscall.EPOLL_CTL_ADD, fd, &syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(fd)})
}

// poll reads what has come, waiting at most so many milliseconds for it.
func (c *crowd) poll(o options, wait int) {
	n, _ := syscall.EpollWait(c.epoll, c.events, wait) // interrupted: none
	for _, e := range c.events[:max(n, 0)] {
		s := c.byFD[e.Fd]
		k, err := syscall.Read(s.fd, c.buffer)
		switch {
		case errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EINTR):
		case err != nil || k == 0:
			c.kill(s)
		default:
			c.feed(o, s, c.buffer[:k])
		}
	}
}

// feed takes bytes of a socket apart into WebSocket messages.
func (c *crowd) feed(o options, s *sock, b []byte) {
	if len(s.carry) > 0 {
		b = append(s.carry, b...)
		s.carry = nil
	}
	for s.state != dead {
		message, opcode, rest, whole := readFrame(b)
		if !whole {
			break
		}
		b = rest
		if opcode == opClose {
			c.kill(s)
			return
		}
		c.hear(o, s, message)
	}
	if len(b) > 0 {
		s.carry = bytes.Clone(b)
	}
}

func (c *crowd) hear(o options, s *sock, p []byte) {
	switch {
	case len(p) == 1 && p[0] == '2':
		c.send(s, "3")
	case s.state == inRoom:
		c.count(p)
	case s.state == opening && bytes.HasPrefix(p, []byte("0")):
		s.state = connecting
		c.send(s, "40")
	case s.state == connecting && bytes.HasPrefix(p, []byte("40")):
		s.state = joining
		c.send(s, "420"+o.join)
	case s.state == joining && bytes.HasPrefix(p, []byte(`430[{"ok":true`)):
		s.state = inRoom
		c.ready++
	case bytes.HasPrefix(p, []byte("43")) || bytes.HasPrefix(p, []byte("44")) || bytes.HasPrefix(p, []byte("41")):
		c.kill(s)
	}
}

// count takes the messages of a packet into account.
func (c *crowd) count(p []byte) {
	for {
		at := bytes.Index(p, []byte(mark))
		if at < 0 || len(p) < at+markLength {
			return
		}
		c.received++
		if c.latencies != nil {
			var due [8]byte
			if _, err := hex.Decode(due[:], p[at+len(mark):at+markLength]); err == nil {
				c.latencies.add(c.now() - duration(due))
			}
		}
		p = p[at+markLength:]
	}
}

func (c *crowd) now() time.Duration { return time.Since(c.epoch) }

func duration(b [8]byte) (d time.Duration) {
	for _, x := range b {
		d = d<<8 | time.Duration(x)
	}
	return d
}

// send writes one text message; a server that does not read is waited for.
func (c *crowd) send(s *sock, packet string) {
	b := writeFrame(packet)
	for len(b) > 0 && s.state != dead {
		n, err := syscall.Write(s.fd, b)
		switch {
		case errors.Is(err, syscall.EAGAIN):
			time.Sleep(100 * time.Microsecond)
		case err != nil:
			c.kill(s)
		default:
			b = b[n:]
		}
	}
}

func (c *crowd) kill(s *sock) {
	if s.state == dead {
		return
	}
	s.state = dead
	c.closed++
	delete(c.byFD, int32(s.fd))
	_ = syscall.Close(s.fd)
}

func (c *crowd) close() {
	for _, s := range c.sockets {
		if s.state != dead {
			_ = syscall.Close(s.fd)
		}
	}
	_ = syscall.Close(c.epoll)
}

// say sends one message that was due at that time. The sockets take turns, so
// that each stays within the server's limits.
func (c *crowd) say(o options, due time.Duration, posts chan<- string) {
	text := fmt.Sprintf("%s%016x", mark, uint64(due))
	text += strings.Repeat("x", max(0, o.size-len(text)))
	if o.post != "" {
		select {
		case posts <- fmt.Sprintf(o.body, text):
		default: // the server takes none at that rate: deliveries will show it
		}
		return
	}
	for range c.sockets {
		c.speaker = (c.speaker + 1) % len(c.sockets)
		if s := c.sockets[c.speaker]; s.state == inRoom {
			c.send(s, "42"+fmt.Sprintf(o.say, text))
			return
		}
	}
}

// posters sends messages by HTTP until posts is closed.
func posters(o options, posts <-chan string) {
	for range 8 {
		go func() {
			for body := range posts {
				r, err := http.NewRequest(http.MethodPost, o.url+o.post, strings.NewReader(body))
				if err != nil {
					return
				}
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Authorization", o.token)
				if answer, err := http.DefaultClient.Do(r); err == nil {
					_ = answer.Body.Close()
				}
			}
		}()
	}
}
