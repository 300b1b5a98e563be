package socket

import (
	"context"
	"time"

	"limelight/internal/kit/recovery"
)

// How often heartbeats are looked at, and how long a client may take to connect
// the default namespace.
const (
	tickEvery   = 250 * time.Millisecond
	connectTime = 10 * time.Second
)

// runHeartbeat is the only timer of connections: pings, and the end of those that no
// longer answer.
func (s *Server) runHeartbeat(ctx context.Context) {
	tick := time.NewTicker(tickEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := s.now()
		for _, c := range s.conns.all() {
			recovery.Do(s.log, "socket.beat", func() { c.tick(now) })
		}
	}
}

var (
	pingFrame = textFrame(string(rune(enginePing)))
	pongFrame = textFrame(string(rune(enginePong)))
)

func (c *Conn) tick(now time.Time) {
	interval, timeout := c.s.cfg.PingInterval.Milliseconds(), c.s.cfg.PingTimeout.Milliseconds()
	ms, heard := now.UnixMilli(), c.lastPacket.Load()

	c.mu.Lock()
	overdue := !c.closingSince.IsZero() && now.Sub(c.closingSince) > 2*closeTimeout ||
		!c.established && now.Sub(c.since) > connectTime
	c.mu.Unlock()
	switch {
	case overdue:
		c.end()
	case c.eio == 3: // the client pings
		if ms-heard > interval+timeout {
			c.end()
		}
	case c.lastPing < 0 && heard >= -c.lastPing: // answered
		c.lastPing = -c.lastPing
	case c.lastPing < 0 && ms+c.lastPing > timeout:
		c.end()
	case c.lastPing > 0 && ms-c.lastPing >= interval:
		c.lastPing = -ms
		c.send(pingFrame)
	}
}
