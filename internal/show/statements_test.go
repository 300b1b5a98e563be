package show

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
	"limelight/internal/testkit"
)

// crowd is a group show of Nina's with members who watch it.
type crowd struct {
	fakeFixture
	show   lifecycle.Show
	tokens []string // to connect with: Nina's, then those of the members
}

// gather is a crowd of so many members, whose show is live.
func gather(t *testing.T, members int) crowd {
	t.Helper()
	c := crowd{fakeFixture: setupFake(t)}
	c.stage.offer.MaxParticipants = members
	opened, err := c.StartGroup(t.Context(), c.nina, Grouping{MinParticipants: members, MaxParticipants: members})
	if err != nil {
		t.Fatal(err)
	}
	session, err := c.publishSession(t.Context(), opened, c.nina, "")
	if err != nil {
		t.Fatal(err)
	}
	c.show, c.tokens = opened, []string{session.Publish.WebRTC.Token}
	people := make([]account.Caller, members)
	for i := range people {
		people[i] = person(t, c.DB, account.Member, fmt.Sprint("member", i))
		c.give(t, people[i], 1000)
		if _, err := c.JoinGroup(t.Context(), people[i], "nina"); err != nil {
			t.Fatal(err)
		}
	}
	c.enter(t, c.tokens[0]) // enough wait: the show begins
	for _, who := range people {
		session, err := c.seatSession(t.Context(), c.now(t, opened.ID), who, "")
		if err != nil {
			t.Fatal(err)
		}
		c.tokens = append(c.tokens, session.Play.WebRTC.Token)
		c.enter(t, session.Play.WebRTC.Token)
	}
	c.pass(t, 20*time.Second) // the free seconds are over, the first minute is captured
	c.is(t, opened.ID, lifecycle.Live, "")
	return c
}

// statements are how many do sends to the database.
func (c crowd) statements(t *testing.T, do func()) int {
	t.Helper()
	before := testkit.Statements(t, c.DB)
	do()
	return testkit.Statements(t, c.DB) - before
}

// goDark empties the engine, as its restart does, without a word.
func (c crowd) goDark() {
	c.fakeEngine.mu.Lock()
	defer c.fakeEngine.mu.Unlock()
	clear(c.fakeEngine.rooms)
}

// comeBack puts everybody in the media room again, without a word.
func (c crowd) comeBack() {
	c.fakeEngine.mu.Lock()
	defer c.fakeEngine.mu.Unlock()
	room := map[string]bool{}
	for i, token := range c.tokens {
		room[strings.Split(token, "|")[1]] = i == 0
	}
	c.fakeEngine.rooms[c.show.Room()] = room
}

// restartCosts are the statements that the engine's restart costs a show: when one look finds
// everybody gone, when one finds them back, and when each is told of by an event of their own.
func (c crowd) restartCosts(t *testing.T) (gone, back, told int) {
	t.Helper()
	c.clock.Advance(2 * time.Second)
	c.goDark()
	gone = c.statements(t, func() {
		if err := c.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
	c.is(t, c.show.ID, lifecycle.Paused, "")
	c.clock.Advance(2 * time.Second)
	c.comeBack()
	back = c.statements(t, func() {
		if err := c.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
	c.is(t, c.show.ID, lifecycle.Live, "")
	c.clock.Advance(2 * time.Second)
	c.goDark()
	told = c.statements(t, func() {
		for i, token := range c.tokens {
			parts := strings.Split(token, "|")
			c.HandleEngineEvent(t.Context(), sfu.Event{Kind: sfu.Left, Room: parts[0], Identity: parts[1], Session: fmt.Sprint(i)})
		}
	})
	c.is(t, c.show.ID, lifecycle.Paused, "")
	return gone, back, told
}

// What the engine's restart costs does not grow with the seats when one look finds it, and
// with each seat's own event by a few statements: `-run TestRestartStatements -v` tells.
func TestRestartStatements(t *testing.T) {
	const maxPerLook, maxPerEvent = 20, 10
	for _, members := range []int{10, 100} {
		c := gather(t, members)
		gone, back, told := c.restartCosts(t)
		t.Logf("%d seats: %d statements when all are gone, %d when all are back, %d when each is told of", members, gone, back, told)
		if gone > maxPerLook || back > maxPerLook || told > maxPerEvent*len(c.tokens) {
			t.Errorf("want at most %d for a look, %d for an event", maxPerLook, maxPerEvent)
		}
		c.audit(t)
	}
}
