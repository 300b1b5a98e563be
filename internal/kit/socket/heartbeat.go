package socket

import (
	"context"
	"time"

	"limelight/internal/kit/recovery"
)

// How often heartbeats are looked at, and how long a client may take to connect
// the default namespace.
const (
	beatEvery   = 250 * time.Millisecond
	connectTime = 10 * time.Second
)

// beat is the only timer of connections: pings, and the end of those that no
// longer answer.
func (s *Server) beat(ctx context.Context) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := s.now()
		for _, c := range s.conns.all() {
			recovery.Do(s.log, "socket.beat", func() { c.beat(now) })
		}
	}
}

var (
	pingFrame = textFrame(string(rune(enginePing)))
	pongFrame = textFrame(string(rune(enginePong)))
)

func (c *Conn) beat(now time.Time) {
	interval, timeout := c.s.cfg.PingInterval.Milliseconds(), c.s.cfg.PingTimeout.Milliseconds()
	ms, heard := now.UnixMilli(), c.heard.Load()

	c.mu.Lock()
	overdue := !c.leaving.IsZero() && now.Sub(c.leaving) > 2*lastCall ||
		!c.established && now.Sub(c.since) > connectTime
	c.mu.Unlock()
	switch {
	case overdue:
		c.end()
	case c.eio == 3: // the client pings
		if ms-heard > interval+timeout {
			c.end()
		}
	case c.pinged < 0 && heard >= -c.pinged: // answered
		c.pinged = -c.pinged
	case c.pinged < 0 && ms+c.pinged > timeout:
		c.end()
	case c.pinged > 0 && ms-c.pinged >= interval:
		c.pinged = -ms
		c.send(pingFrame)
	}
}
