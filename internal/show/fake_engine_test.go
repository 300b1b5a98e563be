package show

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/testkit"
)

// fakeFixture is a house whose media engine is a list of who is where: as quick as
// the clock that the test moves.
type fakeFixture struct {
	*fixture
	fakeEngine *fakeEngine
}

func setupFake(t *testing.T) fakeFixture {
	t.Helper()
	h := build(t, testkit.DB(t))
	r := fakeFixture{h, &fakeEngine{rooms: map[string]map[string]bool{}}}
	r.Engine, r.fakeEngine.tell = r.fakeEngine, listen(t, h.Service)
	t.Cleanup(func() { h.Snapshotter.Close() })
	return r
}

// fakeEngine is a media engine without media. A token is its grant, written out.
type fakeEngine struct {
	mu      sync.Mutex
	rooms   map[string]map[string]bool // room → identity → has a picture
	tell    func(sfu.Event)
	removed []string
	broken  error
	media   map[string]sfu.Video // what is seen of a picture, by identity; absent: nothing is known
}

func (a *fakeEngine) CreateRoom(_ context.Context, name string, _ sfu.RoomOptions) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.rooms[name] == nil && a.broken == nil {
		a.rooms[name] = map[string]bool{}
	}
	return a.broken
}

func (a *fakeEngine) DeleteRoom(_ context.Context, name string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.broken == nil {
		delete(a.rooms, name)
	}
	return a.broken
}

func (a *fakeEngine) Token(g sfu.Grant) (string, error) {
	parts := []string{g.Room, g.Identity, fmt.Sprint(g.Publish)}
	if g.NoAudio {
		parts = append(parts, "silent")
	}
	return strings.Join(parts, "|"), nil
}

func (a *fakeEngine) Participants(_ context.Context, room string) (list []sfu.Participant, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for identity, picture := range a.rooms[room] {
		if gate.ReadIdentity(identity).Kind != gate.KindPeek {
			list = append(list, sfu.Participant{Identity: identity, Session: "s", Publishing: picture, Video: picture})
		}
	}
	return list, a.broken
}

func (a *fakeEngine) Remove(_ context.Context, room, identity string) error {
	a.mu.Lock()
	_, in := a.rooms[room][identity]
	delete(a.rooms[room], identity)
	a.removed = append(a.removed, identity)
	a.mu.Unlock()
	if in && gate.ReadIdentity(identity).Kind != gate.KindPeek {
		a.tell(sfu.Event{Kind: sfu.Left, Room: room, Identity: identity})
	}
	return nil
}

func (a *fakeEngine) RemoveWhere(ctx context.Context, room string, chosen func(string) bool) error {
	present, err := a.Participants(ctx, room)
	for _, p := range present {
		if chosen(p.Identity) {
			if err := a.Remove(ctx, room, p.Identity); err != nil {
				return err
			}
		}
	}
	return err
}

func (*fakeEngine) Watch(context.Context, string) (*sfu.Watcher, error) { return nil, sfu.ErrNoRoom }

func (a *fakeEngine) Media(_, identity string) sfu.Video {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.media[identity]
}

// shows says what is seen of a picture from now on.
func (a *fakeEngine) shows(identity string, seen sfu.Video) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.media == nil {
		a.media = map[string]sfu.Video{}
	}
	a.media[identity] = seen
}

func (a *fakeEngine) in(room, identity string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	_, in := a.rooms[room][identity]
	return in
}

// connect shows a token at the gate, and enters: with a picture when it publishes.
func (r fakeFixture) connect(t *testing.T, token string) error {
	t.Helper()
	parts := strings.Split(token, "|")
	g := sfu.Grant{Room: parts[0], Identity: parts[1], Publish: parts[2] == "true", NoAudio: len(parts) > 3}
	if err := r.AdmitToken(t.Context(), sfu.Claims{Grant: g, Hash: token, ExpiresAt: r.clock.Now().Add(time.Hour)}); err != nil {
		return err
	}
	r.fakeEngine.mu.Lock()
	room := r.fakeEngine.rooms[g.Room]
	if room != nil {
		room[g.Identity] = g.Publish
	}
	r.fakeEngine.mu.Unlock()
	if room == nil {
		return sfu.ErrNoRoom
	}
	if gate.ReadIdentity(g.Identity).Kind == gate.KindPeek {
		return nil
	}
	r.fakeEngine.tell(sfu.Event{Kind: sfu.Joined, Room: g.Room, Identity: g.Identity, Session: "s"})
	if g.Publish {
		r.fakeEngine.tell(sfu.Event{Kind: sfu.TrackPublished, Track: "video", Room: g.Room, Identity: g.Identity, Session: "s"})
	}
	return nil
}

func (r fakeFixture) enter(t *testing.T, token string) {
	t.Helper()
	if err := r.connect(t, token); err != nil {
		t.Fatalf("the gate refuses %s: %v", token, err)
	}
}

// drop loses a connection.
func (r fakeFixture) drop(token string) {
	parts := strings.Split(token, "|")
	r.fakeEngine.mu.Lock()
	delete(r.fakeEngine.rooms[parts[0]], parts[1])
	r.fakeEngine.mu.Unlock()
	r.fakeEngine.tell(sfu.Event{Kind: sfu.Left, Room: parts[0], Identity: parts[1], Session: "s"})
}

// pass lets time go by, second by second, while the house runs.
func (r fakeFixture) pass(t *testing.T, d time.Duration) {
	t.Helper()
	for range int(d / time.Second) {
		r.clock.Advance(time.Second)
		if err := tickAndEvict(t, r.Service); err != nil {
			t.Fatal(err)
		}
		if r.clock.Now().Second()%2 == 0 {
			if err := pollAndEvict(t, r.Service); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// asks requests a private show with Nina.
func (r fakeFixture) asks(t *testing.T, who account.Caller, want Asking) lifecycle.Show {
	t.Helper()
	asked, err := r.Ask(t.Context(), who, "nina", want)
	if err != nil {
		t.Fatalf("%s asks: %v", who.ID, err)
	}
	return asked
}

// pair is a private show of Nina's that runs.
type pair struct {
	show         lifecycle.Show
	nina, member string // their tokens
}

// private lets somebody ask, Nina accept, and both connect.
func (r fakeFixture) private(t *testing.T, who account.Caller, want Asking) pair {
	t.Helper()
	p := r.accepted(t, who, want)
	r.enter(t, p.nina)
	r.enter(t, p.member)
	return p
}

func (r fakeFixture) accepted(t *testing.T, who account.Caller, want Asking) pair {
	t.Helper()
	asked := r.asks(t, who, want)
	accepted, err := r.Accept(t.Context(), r.nina, asked.ConversationID)
	if err != nil {
		t.Fatal(err)
	}
	hers, err := r.publishSession(t.Context(), accepted, r.nina, "http://here")
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := r.JoinPrivate(t.Context(), who, asked.ConversationID, false, "http://here")
	if err != nil {
		t.Fatal(err)
	}
	return pair{accepted, hers.Publish.WebRTC.Token, theirs.Play.WebRTC.Token}
}

// videoEnded is the engine's word that Nina's camera stopped, while she stays.
func videoEnded(p pair) sfu.Event {
	room, rest, _ := strings.Cut(p.nina, "|")
	identity, _, _ := strings.Cut(rest, "|")
	return sfu.Event{Kind: sfu.TrackUnpublished, Track: "video", Room: room, Identity: identity, Session: "s"}
}

// listen hands the engine's events to a service.
func listen(t *testing.T, s *Service) func(sfu.Event) {
	return func(ev sfu.Event) { s.HandleEngineEvent(t.Context(), ev) }
}
