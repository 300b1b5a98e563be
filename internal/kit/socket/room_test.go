package socket

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/testkit"
)

// A hundred people hear five thousand messages of four speakers, each speaker's
// in order, while others come and go.
func TestOrderInABusyRoom(t *testing.T) {
	n := start(t, func(c *Config) { c.Limits = Limits{SoftBytes: 8 << 20, HardBytes: 8 << 20} })
	const listeners, speakers, each = 20, 4, 500
	clients := make([]*client, listeners)
	for i := range clients {
		clients[i] = n.connect(t, fmt.Sprint("p", i))
		clients[i].join("hall")
	}
	restless := n.connect(t, "restless")

	var talking sync.WaitGroup
	for speaker := range speakers {
		talking.Go(func() {
			for i := range each {
				if err := To(n.Server, "hall", chat, said{N: i, Text: fmt.Sprint(speaker)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 5 {
		restless.join("hall")
		restless.ask("leave", roomInput{"hall"})
	}
	talking.Wait()

	for i, c := range clients {
		var next [speakers]int
		for range speakers * each {
			var speaker, number int
			p := c.next()
			if _, err := fmt.Sscanf(p, `42["chat",{"n":%d,"text":"%d"}]`, &number, &speaker); err != nil {
				t.Fatalf("listener %d: %q", i, p)
			}
			if number != next[speaker] {
				t.Fatalf("listener %d: %d of speaker %d, want %d", i, number, speaker, next[speaker])
			}
			next[speaker]++
		}
	}
	if got := n.stats.dropped.Load(); got != 0 {
		t.Errorf("%d messages were dropped", got)
	}
}

// enough messages of 8 KiB fill every buffer of two kernels.
const enough = 4000

// One client stops reading. The room goes on at its speed; he misses chat, and
// is closed when a tip can no longer be kept for him.
func TestSlowClientNeverSlowsTheRoom(t *testing.T) {
	n := start(t, func(c *Config) {
		c.Limits = Limits{SoftBytes: 32 << 10, HardBytes: 128 << 10, Stall: time.Minute, Flush: time.Millisecond}
	})
	slow, err := n.dialDeaf(t, "slow", nil)
	if err != nil {
		t.Fatal(err)
	}
	slow.write("40")
	fast := n.connect(t, "fast")
	fast.join("hall")
	var him *Conn
	testkit.Eventually(t, "the slow one is connected", func() bool {
		list := n.rooms.connections("account:slow")
		if len(list) == 1 {
			him = list[0]
		}
		return him != nil
	})
	if err := n.Join(him, "hall"); err != nil {
		t.Fatal(err)
	}

	text := strings.Repeat("x", 8<<10)
	for i := 0; n.stats.dropped.Load() < 50; i++ {
		if i == enough {
			t.Fatal("nothing is dropped for who does not read")
		}
		_ = To(n.Server, "hall", chat, said{i, text})
		fast.expect(fmt.Sprintf(`42["chat",{"n":%d,`, i))
	}
	if got := n.stats.queued.Load(); got < 1 || got > 128<<10 {
		t.Errorf("%d bytes are queued, want at most the hard limit", got)
	}
	if n.stats.slow.Load() != 0 {
		t.Error("he was closed for chat that could be dropped")
	}

	for i := 0; n.stats.slow.Load() == 0; i++ {
		if i == enough {
			t.Fatal("whoever cannot take a tip stays connected")
		}
		_ = To(n.Server, "hall", tip, said{i, text})
		fast.expect(fmt.Sprintf(`42["tip",{"n":%d,`, i))
	}
	testkit.Eventually(t, "he is gone", func() bool { return n.Connections() == 1 })
	testkit.Eventually(t, "his backlog is gone", func() bool { return n.stats.queued.Load() == 0 })
	fast.ask("who", nil)
}

// A client that pauses gets everything that may not be dropped, whole and in
// order, though its socket was full in the middle of a frame.
func TestPausedClientMissesNothing(t *testing.T) {
	n := start(t, func(c *Config) { c.Limits = Limits{HardBytes: 64 << 20, Stall: time.Minute} })
	c, err := n.dialDeaf(t, "tom", nil)
	if err != nil {
		t.Fatal(err)
	}
	c.write("40")
	testkit.Eventually(t, "connected", func() bool { return len(n.rooms.connections("account:tom")) == 1 })
	text := strings.Repeat("x", 7001) // fits no buffer's size
	for i := range enough {
		_ = To(n.Server, "account:tom", tip, said{i, text})
	}
	testkit.Eventually(t, "his socket is full", func() bool { return n.stats.queued.Load() > 1<<20 })

	c.listen()
	c.expect("0{")
	c.expect("40{")
	for i := range enough {
		if got, want := c.next(), fmt.Sprintf(`42["tip",{"n":%d,"text":"%s"}]`, i, text); got != want {
			t.Fatalf("message %d is %.60q… of %d bytes", i, got, len(got))
		}
	}
	testkit.Eventually(t, "nothing is queued", func() bool { return n.stats.queued.Load() == 0 })
}

// A client that reads nothing is closed after Limits.Stall, though its backlog
// is small.
func TestStalledClientIsClosed(t *testing.T) {
	n := start(t, func(c *Config) {
		c.Limits = Limits{HardBytes: 64 << 20, SoftBytes: 64 << 20, Stall: 300 * time.Millisecond}
	})
	stuck, err := n.dialDeaf(t, "stuck", nil)
	if err != nil {
		t.Fatal(err)
	}
	stuck.write("40")
	testkit.Eventually(t, "connected", func() bool { return len(n.rooms.connections("account:stuck")) == 1 })
	text := strings.Repeat("x", 64<<10)
	for range 200 { // 12 MiB: more than the kernels keep
		_ = To(n.Server, "account:stuck", tip, said{Text: text})
	}
	testkit.Eventually(t, "closed", func() bool { return n.stats.slow.Load() == 1 && n.Connections() == 0 })
}

func TestSlowPollerLosesChatThenTheConnection(t *testing.T) {
	n := start(t, func(c *Config) { c.Limits = Limits{SoftBytes: 4 << 10, HardBytes: 8 << 10} })
	p := n.poll(t, "tom")
	p.establish()
	c := n.rooms.connections("account:tom")[0]
	for i := range 10 {
		_ = Emit(c, chat, said{i, strings.Repeat("x", 1<<10)})
	}
	_, packets := p.fetch()
	if len(packets) != 3 || !strings.HasPrefix(packets[0], `42["chat",{"n":0,`) {
		t.Errorf("%d packets were kept, want the 3 that fit the soft limit", len(packets))
	}
	for i := range 10 {
		_ = Emit(c, tip, said{i, strings.Repeat("x", 1<<10)})
	}
	if status, _ := p.fetch(); status != 400 {
		t.Errorf("a poller past the hard limit is still there: %d", status)
	}
	if got := n.stats.queued.Load(); got != 0 {
		t.Errorf("%d bytes are still counted", got)
	}
}

func TestRoomsAreForgotten(t *testing.T) {
	n := start(t, nil)
	c := n.connect(t, "tom")
	c.join("hall")
	if got := n.stats.rooms.Load(); got != 4 {
		t.Errorf("%d rooms, want site, account, session and hall", got)
	}
	c.ask("leave", roomInput{"hall"})
	c.write("41")
	testkit.Eventually(t, "no room is left", func() bool { return n.stats.rooms.Load() == 0 && len(n.rooms.all()) == 0 })
}

// Everybody joins and leaves the same rooms at once.
func TestComingAndGoingTogether(t *testing.T) {
	n := start(t, func(c *Config) { c.Limits = Limits{Rate: 1e6, Burst: 1e6} })
	var all []*client
	for i := range 8 {
		all = append(all, n.connect(t, fmt.Sprint("p", i)))
	}
	var moving sync.WaitGroup
	for _, c := range all {
		conn := n.rooms.connections("account:" + accountOf(c))[0]
		moving.Go(func() {
			for i := range 200 {
				room := fmt.Sprint("r", i%3)
				_ = n.Join(conn, room)
				_ = To(n.Server, room, chat, said{N: i})
				n.Leave(conn, room)
			}
		})
	}
	moving.Wait()
	for i := range 3 {
		if members, _ := n.Members(fmt.Sprint("r", i)); len(members) != 0 {
			t.Errorf("room %d still has %v", i, members)
		}
	}
}

func accountOf(c *client) string {
	var account string
	_, _ = fmt.Sscanf(c.ask("who", nil), `[{"ok":true,"a":%q`, &account)
	return account
}
