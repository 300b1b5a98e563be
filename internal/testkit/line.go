package testkit

import (
	"io"
	"net"
	"testing"
)

// Line is a TCP connection to a server that can be cut and mended.
type Line struct {
	to, at string
	listen net.Listener
	open   chan net.Conn
}

// NewLine is a line to the server at host:port.
func NewLine(t testing.TB, to string) *Line {
	t.Helper()
	l := &Line{to: to, at: "127.0.0.1:0", open: make(chan net.Conn, 100)}
	l.Mend(t)
	t.Cleanup(l.Cut)
	return l
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
			l.open <- near
			l.open <- far
			go io.Copy(near, far) //nolint:errcheck // it ends when it is cut
			go io.Copy(far, near) //nolint:errcheck // it ends when it is cut
		}
	}()
}

// Cut ends every connection and takes no new one.
func (l *Line) Cut() {
	l.listen.Close()
	for {
		select {
		case c := <-l.open:
			c.Close()
		default:
			return
		}
	}
}
