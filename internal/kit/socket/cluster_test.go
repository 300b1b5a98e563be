package socket

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/pubsub"
	"limelight/internal/kit/pubsub/redistest"
	"limelight/internal/testkit"
)

// overEveryBus runs a story on two nodes: in one process, and through Redis.
func overEveryBus(t *testing.T, story func(t *testing.T, a, b *node)) {
	t.Run("local", func(t *testing.T) {
		bus := localBus(t)
		a, b := pair(t, bus, bus)
		story(t, a, b)
	})
	t.Run("redis", func(t *testing.T) {
		url := redistest.Start(t).URL
		a, b := pair(t, dialBus(t, url), dialBus(t, url))
		story(t, a, b)
	})
}

func localBus(t *testing.T) pubsub.Bus {
	bus := pubsub.Local()
	t.Cleanup(func() { bus.Close() })
	return bus
}

func dialBus(t *testing.T, url string) pubsub.Bus {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	bus, err := pubsub.Redis(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bus.Close(); cancel() })
	return bus
}

// pair starts two nodes and waits until they know each other.
func pair(t *testing.T, busA, busB pubsub.Bus) (a, b *node) {
	t.Helper()
	a = start(t, func(c *Config) { c.Bus = busA })
	b = start(t, func(c *Config) { c.Bus = busB })
	testkit.Eventually(t, "the nodes know each other", func() bool { return a.peerCount() == 1 && b.peerCount() == 1 })
	return a, b
}

// peerCount counts the other nodes whose presence is known.
func (n *node) peerCount() (known int) {
	n.cluster.mu.Lock()
	defer n.cluster.mu.Unlock()
	for name, p := range n.cluster.peers {
		if name != n.node && p.complete {
			known++
		}
	}
	return known
}

func TestRoomsSpanNodes(t *testing.T) {
	overEveryBus(t, func(t *testing.T, a, b *node) {
		tom, nina := a.connect(t, "tom"), b.connect(t, "nina")
		tom.join("hall")
		nina.join("hall")
		for i := range 100 {
			_ = To(a.Server, "hall", chat, said{N: i})
			_ = To(a.Server, "account:nina", tip, said{N: i})
		}
		for i := range 100 {
			tom.expect(fmt.Sprintf(`42["chat",{"n":%d}]`, i))
		}
		chats, tips := 0, 0
		for range 200 {
			switch p := nina.next(); p {
			case fmt.Sprintf(`42["chat",{"n":%d}]`, chats):
				chats++
			case fmt.Sprintf(`42["tip",{"n":%d}]`, tips):
				tips++
			default:
				t.Fatalf("after %d messages and %d tips came %s", chats, tips, p)
			}
		}
		_ = Here(a.Server, "hall", tip, said{N: 7})
		_ = To(a.Server, "hall", tip, said{N: 8})
		nina.expect(`42["tip",{"n":8}]`)
	})
}

func TestRevocationSpansNodes(t *testing.T) {
	overEveryBus(t, func(t *testing.T, a, b *node) {
		tom, phone, nina := b.connect(t, "tom"), b.connect(t, "tom.phone"), b.connect(t, "nina")
		since := time.Now()
		a.CloseSession("tom", "logout")
		if got := tom.expectEnd(); !slices.Equal(got, []string{`42["session/revoked",{"reason":"logout"}]`, "41"}) {
			t.Errorf("Tom was told %q", got)
		}
		if took := time.Since(since); took > time.Second {
			t.Errorf("it took %v, want under 1 s", took)
		}
		phone.ask("who", nil) // another session lives on

		since = time.Now()
		a.CloseAccount("tom", "suspended")
		if got := phone.expectEnd(); len(got) != 2 || !strings.Contains(got[0], "suspended") {
			t.Errorf("his phone was told %q", got)
		}
		if took := time.Since(since); took > time.Second {
			t.Errorf("it took %v, want under 1 s", took)
		}
		nina.ask("who", nil)
	})
}

func TestEvictionSpansNodes(t *testing.T) {
	overEveryBus(t, func(t *testing.T, a, b *node) {
		tom, nina := b.connect(t, "tom"), b.connect(t, "nina")
		tom.join("hall")
		nina.join("hall")
		a.Evict("hall", "tom")
		testkit.Eventually(t, "Tom is out", func() bool { return len(b.rooms.connections("hall")) == 1 })
		_ = To(a.Server, "hall", tip, said{N: 1})
		nina.expect(`42["tip",{"n":1}]`)
		_ = To(a.Server, Site, tip, said{N: 2})
		tom.expect(`42["tip",{"n":2}]`)
	})
}

func TestPresenceSpansNodes(t *testing.T) {
	overEveryBus(t, func(t *testing.T, a, b *node) {
		tom, phone, nina := a.connect(t, "tom"), b.connect(t, "tom.phone"), b.connect(t, "nina")
		guest := b.connect(t, "")
		for _, c := range []*client{tom, phone, nina, guest} {
			c.join("hall")
		}
		for _, n := range []*node{a, b} {
			n.waitFor(t, "hall", "nina tom +1")
		}
		if members, _ := a.Members("hall"); members[0] != (Identity{AccountID: "nina", Role: "user", Name: "NINA"}) {
			t.Errorf("Nina is known as %+v", members[0])
		}
		if !a.Online("nina") || a.Online("olga") {
			t.Error("who is online is not known on the other node")
		}
		if here, there := a.Accounts(), slices.Sorted(slices.Values(b.Accounts())); !slices.Equal(here, []string{"tom"}) || !slices.Equal(there, []string{"nina", "tom"}) {
			t.Errorf("connected are %v here and %v there", here, there)
		}

		phone.write("41")
		guest.ask("leave", roomInput{"hall"})
		a.waitFor(t, "hall", "nina tom +0")
		nina.ask("auth/logout", nil)
		a.waitFor(t, "hall", "tom +0")
		tom.ask("leave", roomInput{"hall"})
		b.waitFor(t, "hall", "+0")
	})
}

// waitFor waits until the node sees these accounts and guests in a room.
func (n *node) waitFor(t *testing.T, room, want string) {
	t.Helper()
	var got string
	defer func() {
		if t.Failed() {
			t.Errorf("it sees %q", got)
		}
	}()
	testkit.Eventually(t, fmt.Sprintf("%q in %s", want, room), func() bool {
		members, guests := n.Members(room)
		var names []string
		for _, m := range members {
			names = append(names, m.AccountID)
		}
		got = strings.TrimSpace(strings.Join(names, " ") + fmt.Sprintf(" +%d", guests))
		return got == want
	})
}

func TestNodeThatLeavesIsForgotten(t *testing.T) {
	bus := localBus(t)
	a, b := pair(t, bus, bus)
	nina := b.connect(t, "nina")
	nina.join("hall")
	a.waitFor(t, "hall", "nina +0")
	b.stop()
	a.waitFor(t, "hall", "+0")
}

// A node is gone without a word: what it said is worth 30 s.
func TestNodeThatFallsSilentIsForgotten(t *testing.T) {
	bus := localBus(t)
	a := start(t, func(c *Config) { c.Bus = bus })
	a.cluster.trackNumber("ghost---", 1)
	a.cluster.receivePresence("ghost---", presenceUpdate{Full: true, Rooms: map[string]roomPresence{
		"hall": {In: []Identity{{AccountID: "olga"}}, Guests: 2},
	}})
	a.waitFor(t, "hall", "olga +2")
	a.cluster.expire(time.Now().Add(lease - time.Second))
	a.waitFor(t, "hall", "olga +2")
	a.cluster.expire(time.Now().Add(lease + time.Second))
	a.waitFor(t, "hall", "+0")
}

// A node missed a message: it notices by the number, asks, and is told everything.
func TestGapInPresenceIsMended(t *testing.T) {
	bus := localBus(t)
	a, b := pair(t, bus, bus)
	nina := b.connect(t, "nina")
	nina.join("hall")
	a.waitFor(t, "hall", "nina +0")

	a.cluster.mu.Lock()
	for _, p := range a.cluster.peers {
		p.number--
		clear(p.rooms)
	}
	a.cluster.mu.Unlock()
	tom := b.connect(t, "tom")
	tom.join("hall")
	a.waitFor(t, "hall", "nina tom +0")
}

func TestOnPresenceFiresOnEveryNode(t *testing.T) {
	bus := localBus(t)
	heard := make(chan string, 100)
	hook := func(name string) func(*Server) {
		return func(s *Server) {
			s.OnPresence(func(_ context.Context, room string) {
				if room == "hall" {
					members, _ := s.Members(room)
					heard <- fmt.Sprint(name, len(members))
				}
			})
		}
	}
	withBus := func(c *Config) { c.Bus = bus }
	a, b := start(t, withBus, hook("a")), start(t, withBus, hook("b"))
	testkit.Eventually(t, "the nodes know each other", func() bool { return a.peerCount() == 1 && b.peerCount() == 1 })
	a.connect(t, "tom").join("hall")
	got := []string{<-heard, <-heard}
	slices.Sort(got)
	if !slices.Equal(got, []string{"a1", "b1"}) {
		t.Errorf("heard %q", got)
	}
}

// Redis goes away and comes back: rooms stay local meanwhile, what must not be
// lost is told late, and presence mends itself.
func TestLostRedis(t *testing.T) {
	server := redistest.Start(t)
	a, b := pair(t, dialBus(t, server.URL), dialBus(t, server.URL))
	tom, nina := a.connect(t, "tom"), b.connect(t, "nina")
	tom.join("hall")
	nina.join("hall")
	if err := a.Healthy(); err != nil {
		t.Fatal(err)
	}

	server.Stop()
	if a.Healthy() == nil {
		t.Error("a node whose Redis is lost calls itself healthy")
	}
	_ = To(a.Server, "hall", chat, said{N: 1})
	tom.expect(`42["chat",{"n":1}]`)
	a.CloseSession("nina", "logout")
	olga := b.connect(t, "olga")
	olga.join("hall")

	server.Start()
	testkit.Eventually(t, "healthy again", func() bool { return a.Healthy() == nil })
	if got := nina.expectEnd(); !slices.Contains(got, "41") {
		t.Errorf("Nina was told %q", got)
	}
	a.waitFor(t, "hall", "olga tom +0")
}

func TestRubbishFromTheBus(t *testing.T) {
	bus := localBus(t)
	n := start(t, func(c *Config) { c.Bus = bus })
	c := n.connect(t, "tom")
	for _, rubbish := range []string{
		"", "short", "othernod", "othernod", "othernod\xff", "othernod\x01\x00", "othernod\x01\x05f", "othernod\x01\x01f", "othernod\x01\x02f\x00",
		"othernod\x01\x03f\x00\x05", "othernod\x01\x04f\x00\x01a", "othernod\x01\x06f\x00\x01a\x05b", "othernod\x01\x02o{", "othernod\x01\x02px", "othernod\x01\x01?",
	} {
		if err := bus.Publish(t.Context(), channel, []byte(rubbish)); err != nil {
			t.Fatal(err)
		}
	}
	c.ask("who", nil)
}
