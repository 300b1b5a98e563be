package testkit

import (
	"io"
	"net"
	"sync"
	"testing"
)

// Line is a TCP connection to a server that can be cut and mended.
type Line struct {
	to, at  string
	listen  net.Listener
	answers func(near, far net.Conn) // carries what the server says

	mu   sync.Mutex
	open []net.Conn
}

// NewLine is a line to the server at host:port.
func NewLine(t testing.TB, to string) *Line {
	t.Helper()
	l := newLine(to)
	l.Mend(t)
	t.Cleanup(l.Cut)
	return l
}

func newLine(to string) *Line {
	return &Line{to: to, at: "127.0.0.1:0", answers: func(near, far net.Conn) {
		io.Copy(near, far) // it ends when it is cut
	}}
}

// Address is where the line begins, as host:port.
func (l *Line) Address() string { return l.at }

// Mend lets connections through again.
func (l *Line) Mend(t testing.TB) {
	t.Helper()
	listener, err := net.Listen("tcp", l.at)
	if err != nil {
		t.Fatal(err)
	}
	l.listen, l.at = listener, listener.Addr().String()
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", l.to)
			if err != nil {
				near.Close()
				continue
			}
			l.keep(near, far)
			go l.answers(near, far)
			go io.Copy(far, near) // it ends when it is cut
		}
	}()
}

func (l *Line) keep(ends ...net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open = append(l.open, ends...)
}

// Cut ends every connection and takes no new one.
func (l *Line) Cut() {
	l.listen.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, end := range l.open {
		end.Close()
	}
	l.open = nil
}
