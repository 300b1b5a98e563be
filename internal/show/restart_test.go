package show

import (
	"testing"
	"time"

	"limelight/internal/show/lifecycle"
)

// restart ends the node, with every connection, and starts the next at once.
func (r fakeFixture) restart() {
	next := *r.Deps
	next.Node, next.Alone = next.Node+"'", true
	r.fixture.Service = New(next)
	r.fakeEngine.mu.Lock()
	clear(r.fakeEngine.rooms)
	r.fakeEngine.mu.Unlock()
}

// On a site of one node, a node that starts knows that the one before is gone. It
// does not wait for the lease: a show that ends in the first seconds is billed
// until somebody last looked, and not for the dark.
func TestRestartIsNotBilled(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 300)
	p := r.private(t, r.tom, Asking{})
	r.pass(t, 40*time.Second)
	r.restart()
	r.clock.Advance(6 * time.Second)
	if err := r.End(t.Context(), r.nina, p.show.ConversationID); err != nil {
		t.Fatal(err)
	}
	got, err := r.Receipt(t.Context(), r.tom, p.show.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got.Seconds > 40 || got.Seconds < 30 {
		t.Errorf("%d seconds are billed of 40 in the light and 6 in the dark", got.Seconds)
	}
	r.audit(t)
}

// Whoever comes back first after a restart finds a room, and the show goes on.
func TestReconnectAfterRestart(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 300)
	p := r.private(t, r.tom, Asking{})
	r.pass(t, 20*time.Second)
	r.restart()
	r.fakeEngine.tell = listen(t, r.fixture.Service)
	hers, err := r.JoinPrivate(t.Context(), r.nina, p.show.ConversationID, false, "")
	if err != nil {
		t.Fatal(err)
	}
	r.enter(t, hers.Publish.WebRTC.Token)
	his, err := r.JoinPrivate(t.Context(), r.tom, p.show.ConversationID, false, "")
	if err != nil {
		t.Fatal(err)
	}
	r.enter(t, his.Play.WebRTC.Token)
	r.pass(t, 4*time.Second)
	r.is(t, p.show.ID, lifecycle.Live, "")

	group := setupFake(t)
	group.give(t, group.tom, 300)
	if _, err := group.StartGroup(t.Context(), group.nina, Grouping{}); err != nil {
		t.Fatal(err)
	}
	group.restart()
	joined, err := group.JoinGroup(t.Context(), group.tom, "nina")
	if err != nil {
		t.Fatal(err)
	}
	if group.fakeEngine.rooms[joined.Room()] == nil {
		t.Error("the group show has no room")
	}
}
