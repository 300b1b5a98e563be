package sfu_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

const ninasKey = "sk_live_nina"

// node is an engine with its public side and a gate that Nina's key opens.
type node struct {
	*sfu.Engine
	*doorman
	public string // address of the public server
	events *diary
}

func setup(t *testing.T, change ...func(*sfu.Config)) *node {
	t.Helper()
	h := &node{Engine: whiptest.Open(t, change...), doorman: &doorman{room: "stage", refused: map[string]bool{}}, events: &diary{}}
	h.OnEvent(h.events.write)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { h.Run(ctx) })
	server := httptest.NewServer(h.Handler(h.doorman))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		stop()
		running.Wait()
	})
	h.public = server.URL
	h.open(t, "stage")
	return h
}

func (h *node) open(t *testing.T, room string) {
	t.Helper()
	if err := h.CreateRoom(t.Context(), room, sfu.RoomOptions{}); err != nil {
		t.Fatal(err)
	}
}

// perform publishes the test card as Nina, in this process.
func (h *node) perform(t *testing.T, room string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var playing sync.WaitGroup
	playing.Go(func() {
		if err := h.PublishLoop(ctx, room, "pub:nina", whiptest.Card()); err != nil && !errors.Is(err, sfu.ErrNoRoom) {
			t.Error(err)
		}
	})
	t.Cleanup(func() { stop(); playing.Wait() })
	testkit.Eventually(t, "nina publishes", func() bool {
		list, err := h.Participants(t.Context(), room)
		return err == nil && len(list) == 1 && list[0].Publishing
	})
}

// watch joins as a viewer through the public side.
func (h *node) watch(t *testing.T, room, identity string) *whiptest.Viewer {
	t.Helper()
	v, err := whiptest.Play(t.Context(), h.public, h.token(t, sfu.Grant{Room: room, Identity: identity, Subscribe: true}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v
}

func (h *node) token(t *testing.T, g sfu.Grant) string {
	t.Helper()
	token, err := h.Token(g)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// doorman admits everybody who is not refused, and remembers who came why.
type doorman struct {
	mu      sync.Mutex
	room    string
	refused map[string]bool
	asked   []sfu.Claims
}

func (d *doorman) AdmitToken(_ context.Context, c sfu.Claims) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked = append(d.asked, c)
	if d.refused[c.Identity] {
		return fault.New(fault.Unauthorized, "The show has ended.")
	}
	return nil
}

func (d *doorman) AdmitStreamKey(_ context.Context, key string) (sfu.Grant, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if key != ninasKey {
		return sfu.Grant{}, fault.New(fault.Unauthorized, "This stream key is not valid.")
	}
	return sfu.Grant{Room: d.room, Identity: "pub:nina"}, nil
}

func (d *doorman) refuse(identity string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.refused[identity] = true
}

func (d *doorman) forgive(identity string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.refused, identity)
}

func (d *doorman) send(room string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.room = room
}

func (d *doorman) last() sfu.Claims {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.asked) == 0 {
		return sfu.Claims{}
	}
	return d.asked[len(d.asked)-1]
}

// diary keeps what was heard.
type diary struct {
	mu    sync.Mutex
	heard []sfu.Event
}

func (d *diary) write(_ context.Context, e sfu.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.heard = append(d.heard, e)
}

func (d *diary) has(kind sfu.Kind, identity, track string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, e := range d.heard {
		if e.Kind == kind && e.Identity == identity && e.Track == track {
			return true
		}
	}
	return false
}

func gone(ch <-chan struct{}) func() bool {
	return func() bool {
		select {
		case <-ch:
			return true
		default:
			return false
		}
	}
}

func TestViewersReceiveWhatIsPublished(t *testing.T) {
	h := setup(t)
	h.perform(t, "stage")
	tom := h.watch(t, "stage", "view:tom")
	testkit.Eventually(t, "tom sees pictures and hears sound", func() bool {
		return tom.Frames() > 24 && tom.Keyframes() >= 2 && tom.Sounds() > 50
	})
	if first := tom.FirstFrame(); first <= 0 || first > 5*time.Second {
		t.Errorf("the first picture took %v", first)
	}
}

func TestListsAndEventsLeaveHiddenParticipantsOut(t *testing.T) {
	h := setup(t)
	h.perform(t, "stage")
	h.watch(t, "stage", "view:tom")
	spy, err := whiptest.Play(t.Context(), h.public, h.token(t, sfu.Grant{Room: "stage", Identity: "bot:spy", Subscribe: true, Hidden: true}))
	if err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the spy sees pictures", func() bool { return spy.Frames() > 0 })
	testkit.Eventually(t, "two are listed", func() bool {
		list, err := h.Participants(t.Context(), "stage")
		return err == nil && len(list) == 2
	})
	list, err := h.Participants(t.Context(), "stage")
	if err != nil || list[0].Identity != "pub:nina" || !list[0].Publishing || list[1].Identity != "view:tom" || list[1].Publishing {
		t.Errorf("participants %+v, %v", list, err)
	}
	testkit.Eventually(t, "the room's events arrive", func() bool {
		return h.events.has(sfu.RoomStarted, "", "") && h.events.has(sfu.Joined, "pub:nina", "") &&
			h.events.has(sfu.TrackPublished, "pub:nina", "video") && h.events.has(sfu.TrackPublished, "pub:nina", "audio") &&
			h.events.has(sfu.Joined, "view:tom", "")
	})
	if h.events.has(sfu.Joined, "bot:spy", "") {
		t.Error("a hidden participant's arrival was told")
	}
	rooms, err := h.Rooms(t.Context())
	if err != nil || len(rooms) != 1 || rooms[0].Name != "stage" {
		t.Errorf("rooms %+v, %v", rooms, err)
	}
}

func TestRemoveCutsOneViewer(t *testing.T) {
	h := setup(t)
	h.perform(t, "stage")
	tom, ann := h.watch(t, "stage", "view:tom"), h.watch(t, "stage", "view:ann")
	testkit.Eventually(t, "both see pictures", func() bool { return tom.Frames() > 5 && ann.Frames() > 5 })

	if err := h.RemoveWhere(t.Context(), "stage", func(who string) bool { return who == "view:tom" }); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "tom is out", gone(tom.Gone()))
	had, hers := tom.Frames(), ann.Frames()
	testkit.Eventually(t, "ann still sees", func() bool { return ann.Frames() > hers+24 })
	if tom.Frames() != had {
		t.Error("tom still receives media")
	}
	testkit.Eventually(t, "the departure is told", func() bool { return h.events.has(sfu.Left, "view:tom", "") })
	if err := h.Remove(t.Context(), "stage", "view:tom"); err != nil {
		t.Errorf("removing one who has gone: %v", err)
	}
}

func TestDeleteRoomEndsEverything(t *testing.T) {
	h := setup(t)
	if h.Live() {
		t.Error("an empty engine says that somebody is here")
	}
	h.perform(t, "stage")
	tom := h.watch(t, "stage", "view:tom")
	testkit.Eventually(t, "tom sees pictures", func() bool { return tom.Frames() > 5 })
	if !h.Live() {
		t.Error("the engine does not say that somebody is here")
	}
	if err := h.DeleteRoom(t.Context(), "stage"); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "tom is out", gone(tom.Gone()))
	testkit.Eventually(t, "the end is told", func() bool { return h.events.has(sfu.RoomFinished, "", "") })
	testkit.Eventually(t, "nobody is here", func() bool { return !h.Live() })
	if open, err := h.Exists(t.Context(), "stage"); open || err != nil {
		t.Errorf("exists %v, %v", open, err)
	}
	if err := h.DeleteRoom(t.Context(), "stage"); err != nil {
		t.Errorf("deleting it again: %v", err)
	}
	if _, err := whiptest.Play(t.Context(), h.public, h.token(t, sfu.Grant{Room: "stage", Identity: "view:ann", Subscribe: true})); err == nil {
		t.Error("ann entered a room that has ended")
	}
}

func TestManyDeleteARoomAtOnce(t *testing.T) {
	h := setup(t)
	var deleting sync.WaitGroup
	for range 4 {
		deleting.Go(func() {
			if err := h.DeleteRoom(t.Context(), "stage"); err != nil {
				t.Error(err)
			}
		})
	}
	deleting.Wait()
	if open, err := h.Exists(t.Context(), "stage"); open || err != nil {
		t.Errorf("exists %v, %v", open, err)
	}
}

func TestTwoEnginesInOneProcess(t *testing.T) {
	a, b := setup(t), setup(t)
	a.open(t, "only here")
	if open, err := b.Exists(t.Context(), "only here"); open || err != nil {
		t.Errorf("the other engine has the room too: %v, %v", open, err)
	}
	if _, err := whiptest.Play(t.Context(), b.public, a.token(t, sfu.Grant{Room: "stage", Identity: "x", Subscribe: true})); err == nil {
		t.Error("one engine's token opened the other")
	}
}

func TestOpenNamesTheTakenPort(t *testing.T) {
	taken, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	cfg := whiptest.Config(t)
	cfg.TCPPort = taken.Addr().(*net.TCPAddr).Port
	if _, err = sfu.Open(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "media over TCP is taken") {
		t.Errorf("got %v", err)
	}
}

func TestOpenRefusesHalfARemote(t *testing.T) {
	for _, cfg := range []sfu.Config{{URL: "https://media.example"}, {URL: "nonsense", Key: "k", Secret: "s"}, {NodeIP: "example.com"}} {
		if e, err := sfu.Open(t.Context(), cfg); err == nil {
			e.Close()
			t.Errorf("%+v was accepted", cfg)
		}
	}
}

func TestCloseIsBounded(t *testing.T) {
	h := setup(t)
	h.perform(t, "stage")
	tom := h.watch(t, "stage", "view:tom")
	testkit.Eventually(t, "tom sees pictures", func() bool { return tom.Frames() > 5 })
	began := time.Now()
	h.Close()
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("closing took %v", took)
	}
	if err := h.PublishLoop(t.Context(), "stage", "late", whiptest.Card()); !errors.Is(err, sfu.ErrStopped) {
		t.Errorf("publishing into a closed engine: %v", err)
	}
	if _, err := h.Rooms(t.Context()); !errors.Is(err, sfu.ErrStopped) {
		t.Errorf("asking a closed engine: %v", err)
	}
}

// A remote engine is the same engine behind an address: one opened here stands in.
func TestRemoteEngine(t *testing.T) {
	h := setup(t, func(c *sfu.Config) { c.Key, c.Secret = "shared", strings.Repeat("secret", 6) })
	far, err := sfu.Open(t.Context(), sfu.Config{URL: h.Address(), Key: "shared", Secret: strings.Repeat("secret", 6)})
	if err != nil {
		t.Fatal(err)
	}
	defer far.Close()
	if err := far.CreateRoom(t.Context(), "far", sfu.RoomOptions{}); err != nil {
		t.Fatal(err)
	}
	if open, err := h.Exists(t.Context(), "far"); !open || err != nil {
		t.Errorf("exists %v, %v", open, err)
	}
	if _, err := far.Token(sfu.Grant{Room: "far"}); err == nil {
		t.Error("a token without an identity was signed")
	}
}

func TestWebhookBelievesOnlyTheEngine(t *testing.T) {
	h := setup(t)
	rec := httptest.NewRecorder()
	req := httptest.NewRequest("POST", "/", strings.NewReader(`{"event":"room_finished","room":{"name":"stage"}}`))
	h.Webhook().ServeHTTP(rec, req)
	if rec.Code != http.StatusUnauthorized {
		t.Errorf("an unsigned event got %d", rec.Code)
	}
	if h.events.has(sfu.RoomFinished, "", "") {
		t.Error("an unsigned event was believed")
	}
}

// Tom is let in at the gate and is half way into the room when it is deleted.
func TestNobodyStaysInADeletedRoom(t *testing.T) {
	h := setup(t)
	for range 4 {
		h.open(t, "brief")
		token := h.token(t, sfu.Grant{Room: "brief", Identity: "view:tom", Subscribe: true})
		var joining sync.WaitGroup
		joining.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			if tom, err := whiptest.Play(ctx, h.public, token); err == nil {
				testkit.Eventually(t, "tom is cut off", gone(tom.Lost()))
			}
		})
		testkit.Eventually(t, "tom is at the gate", func() bool { return h.last().Room == "brief" })
		h.refuse("view:tom") // from now on, as the product does before it ends a room
		if err := h.DeleteRoom(t.Context(), "brief"); err != nil {
			t.Fatal(err)
		}
		joining.Wait()
		h.forgive("view:tom")
		h.AdmitToken(t.Context(), sfu.Claims{})
		// One who was in the middle of joining may bring it back for a moment.
		testkit.Eventually(t, "the room is gone", func() bool {
			open, err := h.Exists(t.Context(), "brief")
			return !open && err == nil
		})
	}
}
