package socket

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// A still clock: buckets do not fill by themselves.
func still(at *atomic.Int64) func() time.Time {
	at.Store(time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC).UnixMilli())
	return func() time.Time { return time.UnixMilli(at.Load()) }
}

func TestRateIsAnsweredOnceThenCloses(t *testing.T) {
	var clock atomic.Int64
	n := start(t, func(c *Config) { c.Now = still(&clock); c.Limits = Limits{Rate: 20, Burst: 5} })
	c := n.connect(t, "") // one packet
	for range 4 {
		if got := c.ask("who", nil); !strings.Contains(got, `"ok":true`) {
			t.Fatalf("within the burst: %s", got)
		}
	}
	if got, want := c.ask("who", nil), `[{"error":"Too many messages, please slow down."}]`; got != want {
		t.Errorf("past the burst: %s, want %s", got, want)
	}

	clock.Add(50) // one packet at 20 a second
	if got := c.ask("who", nil); !strings.Contains(got, `"ok":true`) {
		t.Errorf("after 50 ms: %s", got)
	}
	c.write(`429["who"]`)
	if last := c.expectEnd(); len(last) != 1 || last[0] != "41" {
		t.Errorf("the second violation was answered with %q, want 41", last)
	}
	if got := n.stats.violations.Load(); got != 2 {
		t.Errorf("%d violations counted, want 2", got)
	}
}

func TestViolationIsForgivenAfterAMinute(t *testing.T) {
	var clock atomic.Int64
	n := start(t, func(c *Config) {
		c.Now = still(&clock)
		c.PingInterval = time.Hour
	})
	c := n.connect(t, "")
	for range 3 {
		if got := c.ask("nothing", nil); got != `[{"error":"There is no such event."}]` {
			t.Fatalf("unknown event: %s", got)
		}
		clock.Add(violationWindow.Milliseconds())
	}
}

func TestBrokenLimitsHaveTheirText(t *testing.T) {
	for _, try := range []struct{ name, packet, want string }{
		{"unknown event", `427["no/such",{}]`, `437[{"error":"There is no such event."}]`},
		{"unknown event without answer", `42["no/such"]`, `42["packet/refused",{"error":"There is no such event."}]`},
		{"size", `427["who","` + strings.Repeat("x", 16<<10) + `"]`, `437[{"error":"Request Entity Too Large"}]`},
		{"depth", `427["who",` + strings.Repeat("[", 16) + strings.Repeat("]", 16) + `]`, `437[{"error":"The message is nested too deeply."}]`},
	} {
		c := start(t, nil).connect(t, "")
		c.write(try.packet)
		if got := c.next(); got != try.want {
			t.Errorf("%s: got %s, want %s", try.name, got, try.want)
		}
		c.write(try.packet)
		if last := c.expectEnd(); len(last) != 1 || last[0] != "41" {
			t.Errorf("%s again: got %q, want 41", try.name, last)
		}
	}
}

func TestDepthWithinTheLimit(t *testing.T) {
	c := start(t, nil).connect(t, "")
	c.write(`427["who",` + strings.Repeat("[", 15) + `"[[[[[[[[\"[[["` + strings.Repeat("]", 15) + `]`)
	c.expect(`437[{"error":"The message cannot be read."}]`) // it reached the handler's decoder
}

func TestNonsenseEndsTheConnection(t *testing.T) {
	for _, packet := range []string{
		"", "x", "4", "49", "4x", "42", `42{}`, `42[`, `42[1]`, `42[]`, `452["who"]`, `4511-["who"]`,
		`450-["who"]`, `44{}`, `4299999999999999999999["who"]`, "6x", "5", "0", `451-["who"]` + "\x00",
	} {
		c := start(t, nil).connect(t, "")
		c.write(packet)
		_ = c.ws.WriteString("41") // what still lives leaves by itself
		for _, p := range c.expectEnd() {
			if p != "3" && p != "6" {
				t.Errorf("%q was answered with %q", packet, p)
			}
		}
	}
}

func TestEventBeforeConnectEndsTheConnection(t *testing.T) {
	c, err := start(t, nil).dial(t, "tom", nil)
	if err != nil {
		t.Fatal(err)
	}
	c.expect("0{")
	c.write(`421["who"]`)
	if last := c.expectEnd(); last != nil {
		t.Errorf("answered with %q", last)
	}
}

func TestWhoeverNeverConnectsIsClosed(t *testing.T) {
	var clock atomic.Int64
	n := start(t, func(c *Config) { c.Now = still(&clock); c.PingInterval = time.Hour })
	c, err := n.dial(t, "tom", nil)
	if err != nil {
		t.Fatal(err)
	}
	c.expect("0{")
	clock.Add(connectTime.Milliseconds() + 1)
	c.expectEnd()
}

func TestTooManyRooms(t *testing.T) {
	n := start(t, func(c *Config) { c.Limits = Limits{Rooms: 3} })
	c := n.connect(t, "") // in the site's room
	c.join("a")
	c.join("b")
	if got := c.ask("join", roomInput{"c"}); got != `[{"error":"You are in too many rooms."}]` {
		t.Errorf("the fourth room: %s", got)
	}
	c.join("b")
}

func TestPollingLimits(t *testing.T) {
	n := start(t, nil)
	p := n.poll(t, "")
	p.establish()
	if got := p.post(`42["who"]`, `421["`+strings.Repeat("x", 80<<10)+`"]`); got != http.StatusRequestEntityTooLarge {
		t.Errorf("a body of 80 KiB: %d", got)
	}
	if status, _ := p.fetch(); status != http.StatusBadRequest {
		t.Errorf("the connection is still there: %d", status)
	}

	p = n.poll(t, "")
	p.establish()
	if got := p.post(`4x`); got != http.StatusBadRequest {
		t.Errorf("nonsense: %d", got)
	}
}

func TestTwoPollsAtOnceEndTheConnection(t *testing.T) {
	n := start(t, nil)
	p := n.poll(t, "")
	p.establish()
	results := make(chan string, 2)
	for range 2 {
		go func() {
			status, packets := p.fetch()
			results <- fmt.Sprint(status, packets)
		}()
	}
	got := []string{<-results, <-results}
	if got[0] != `400 [{"code":3,"message":"Bad request"}`+"\n]" && got[1] != `400 [{"code":3,"message":"Bad request"}`+"\n]" {
		t.Errorf("got %q", got)
	}
}

func TestRevokedPollerIsToldThenClosed(t *testing.T) {
	n := start(t, nil)
	p := n.poll(t, "tom")
	p.establish()
	n.CloseAccount("tom", "suspended")
	if _, got := p.fetch(); fmt.Sprint(got) != `[42["session/revoked",{"reason":"suspended"}] 41]` {
		t.Errorf("told %q", got)
	}
	if p.post(`421["who"]`) != http.StatusOK { // not heard, not refused
		t.Error("a packet on the way was refused")
	}
	if _, got := p.fetch(); got[0] != "1" {
		t.Errorf("then %q, want 1", got)
	}
	if status, _ := p.fetch(); status != http.StatusBadRequest {
		t.Errorf("then %d, want 400", status)
	}
}
