package sfu

import (
	"log/slog"
	"net"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A session that nobody comes for ends with its time, and so many are held at once.
func TestHeldSessionsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var h heldSessions
		log := slog.New(slog.DiscardHandler)
		var freed atomic.Int64
		begin := func() *session {
			_, back := net.Pipe()
			return &session{token: "tom's", back: back, free: func() { freed.Add(1) }}
		}
		name, _ := h.keep(log, begin())
		for range maxWaiting - 1 {
			if _, kept := h.keep(log, begin()); !kept {
				t.Fatal("a session finds no place")
			}
		}
		if _, kept := h.keep(log, begin()); kept {
			t.Error("more are held than may be")
		}
		if h.take(name, "ann's") != nil || h.take(name, "tom's") == nil {
			t.Error("a session is not its own client's")
		}
		time.Sleep(heldFor)
		synctest.Wait()
		if n := freed.Load(); n != maxWaiting-1 || len(h.sessions) != 0 {
			t.Errorf("%d were let go, %d are held still", n, len(h.sessions))
		}
	})
}
