package show

import (
	"context"
	"errors"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/show/core"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/store"
	"limelight/internal/testkit"
)

// public puts Nina on air from her browser; viewers' tokens come from watch.
func (r fakeFixture) public(t *testing.T) (lifecycle.Show, string) {
	t.Helper()
	live, err := r.GoLive(t.Context(), r.nina, Start{})
	if err != nil {
		t.Fatal(err)
	}
	session, err := r.publishSession(t.Context(), live, r.nina, "")
	if err != nil {
		t.Fatal(err)
	}
	r.enter(t, session.Publish.WebRTC.Token)
	return live, session.Publish.WebRTC.Token
}

func (r fakeFixture) watch(t *testing.T, who account.Caller) string {
	t.Helper()
	session, err := r.Join(t.Context(), who, "nina", "")
	if err != nil {
		t.Fatal(err)
	}
	r.enter(t, session.Play.WebRTC.Token)
	return session.Play.WebRTC.Token
}

func TestFence(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 300)
	live, publishing := r.public(t)
	anns, toms, guests := r.watch(t, r.ann), r.watch(t, r.tom), r.watch(t, account.Caller{})
	r.inTx(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := store.UpdateSnapshot(ctx, tx, r.now(t, live.ID), "/snapshots/nina/1.jpg")
		return err
	})
	p := r.private(t, r.tom, Asking{})
	for name, token := range map[string]string{"Ann": anns, "Tom's old one": toms, "a guest": guests, "Nina's old one": publishing} {
		if r.sees(token) {
			t.Errorf("%s is still in the public room", name)
		}
		if err := r.connect(t, token); !errors.Is(err, gate.ErrDark) {
			t.Errorf("%s: the old token opens the room: %v", name, err)
		}
	}
	// Nor does a viewer's token for the private room, however it was come by.
	if err := r.connect(t, p.show.Room()+"|"+gate.ViewerOf(r.ann, "127.0.0.1")+"|false"); !errors.Is(err, gate.ErrDark) {
		t.Errorf("Ann in the private room: %v", err)
	}
	stolen := strings.Replace(p.member, ":tom:", ":ann:", 1)
	if err := r.connect(t, stolen); !errors.Is(err, gate.ErrDark) {
		t.Errorf("Ann in Tom's seat: %v", err)
	}
	if _, err := r.Join(t.Context(), r.ann, "nina", ""); !errors.Is(err, ErrInPrivate) {
		t.Errorf("Ann joins: %v", err)
	}
	held := r.now(t, live.ID)
	if held.Status != lifecycle.Held || held.Epoch != 2 || held.Snapshot != "" || r.stage.snapshot != "" {
		t.Errorf("the public show is %+v", held)
	}
	answer := httptest.NewRecorder()
	request := httptest.NewRequest("GET", "/snapshots/nina/1.jpg", nil)
	request.SetPathValue("performerId", "nina")
	if r.Snapshots(answer, request); answer.Code != 404 {
		t.Errorf("the picture answers %d", answer.Code)
	}

	// Afterwards: away, a click, and the same show with a new room.
	if err := r.End(t.Context(), r.nina, p.show.ConversationID); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Join(t.Context(), r.ann, "nina", ""); !errors.Is(err, ErrAway) || r.stage.shown["nina"] != core.Away {
		t.Errorf("after the private show: %v, the card shows %s", err, r.stage.shown["nina"])
	}
	r.pass(t, 50*time.Second)
	if _, err := r.GoLive(t.Context(), r.nina, Start{}); err != nil {
		t.Fatal(err)
	}
	r.is(t, live.ID, lifecycle.Starting, "")
	r.watch(t, r.ann) // who waited is there before the picture is, by either way
	resumed, hers := r.public(t)
	if resumed.ID != live.ID || resumed.Room() == live.Room() || r.stage.shown["nina"] != lifecycle.Public {
		t.Errorf("the show that goes on is %+v", resumed)
	}
	r.watch(t, r.ann)
	r.drop(hers)
	r.is(t, live.ID, lifecycle.Paused, "")
}

func TestHeldShowEndsWithoutClick(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 300)
	live, _ := r.public(t)
	p := r.private(t, r.tom, Asking{})
	r.pass(t, 70*time.Second)
	r.is(t, live.ID, lifecycle.Held, "")
	if err := r.End(t.Context(), r.tom, p.show.ConversationID); err != nil {
		t.Fatal(err)
	}
	r.pass(t, 62*time.Second)
	r.is(t, live.ID, lifecycle.Ended, lifecycle.PerformerLeft)
	if r.stage.shown["nina"] != core.Offline {
		t.Errorf("the card shows %s", r.stage.shown["nina"])
	}
}

// playlists are what a show asks of HLS.
type playlists struct{ asked, warm []string }

func (p *playlists) URL(showID string, epoch int, _ string) (string, bool) {
	room := lifecycle.Show{ID: showID, Epoch: epoch}.Room()
	p.asked = append(p.asked, room)
	return "/live/hls/" + room, true
}

func (p *playlists) Early(showID string, epoch int, _ string) (string, bool) {
	room := lifecycle.Show{ID: showID, Epoch: epoch}.Room()
	return "/live/hls/" + room, slices.Contains(p.warm, room)
}

func (p *playlists) Viewers(string, int) int { return 0 }

func (p *playlists) Warm(showID string, epoch int) {
	p.warm = append(p.warm, lifecycle.Show{ID: showID, Epoch: epoch}.Room())
}

// Viewers by HLS wait for a public show that comes back: it is passed on before
// they ask, and has an address before its picture. Nobody waits for a new show.
func TestResumedShowByHLS(t *testing.T) {
	r := setupFake(t)
	p := &playlists{}
	r.HLS = p
	r.give(t, r.tom, 300)
	live, _ := r.public(t)
	private := r.private(t, r.tom, Asking{})
	if err := r.End(t.Context(), r.nina, private.show.ConversationID); err != nil {
		t.Fatal(err)
	}
	if len(p.warm) > 0 {
		t.Errorf("passed on before anybody waits: %v", p.warm)
	}
	back, err := r.GoLive(t.Context(), r.nina, Start{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.warm, []string{back.Room()}) || back.Room() == live.Room() {
		t.Errorf("passed on: %v, want %s", p.warm, back.Room())
	}
	joined, err := r.Join(t.Context(), r.ann, "nina", "")
	if err != nil || joined.Play.HLS == nil || slices.Contains(p.asked, back.Room()) {
		t.Errorf("before the picture: %+v, asked %v (%v)", joined.Play, p.asked, err)
	}
	p.warm = nil // as on a node that she did not press it on
	if joined, err = r.Join(t.Context(), r.ann, "nina", ""); err != nil || joined.Play.HLS != nil {
		t.Errorf("on another node: %+v (%v)", joined.Play, err)
	}
	r.public(t)
	if joined, err = r.Join(t.Context(), r.ann, "nina", ""); err != nil || joined.Play.HLS == nil {
		t.Errorf("with the picture: %+v (%v)", joined.Play, err)
	}
}

// A broadcasting program connects again by itself: it follows onto the private
// stage, but never makes its performer public without her click.
func TestStreamKeyFollowsPaidShow(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 300)
	key, err := r.NewStreamKey(t.Context(), "nina")
	if err != nil {
		t.Fatal(err)
	}
	publish := func() (room string, err error) {
		grant, err := r.AdmitStreamKey(t.Context(), key)
		if err == nil {
			r.enter(t, grant.Room+"|"+grant.Identity+"|true")
		}
		return grant.Room, err
	}
	if _, err := publish(); err != nil {
		t.Fatal(err)
	}
	asked := r.asks(t, r.tom, Asking{})
	accepted, err := r.Accept(t.Context(), r.nina, asked.ConversationID)
	if err != nil {
		t.Fatal(err)
	}
	if session, err := r.publishSession(t.Context(), accepted, r.nina, ""); err != nil || session.Publish != nil {
		t.Errorf("the browser is to publish beside the program: %+v (%v)", session.Publish, err)
	}
	if room, err := publish(); err != nil || room != accepted.Room() {
		t.Errorf("the program publishes into %s (%v)", room, err)
	}
	session, err := r.JoinPrivate(t.Context(), r.tom, asked.ConversationID, false, "")
	if err != nil {
		t.Fatal(err)
	}
	r.enter(t, session.Play.WebRTC.Token)
	r.is(t, accepted.ID, lifecycle.Live, "")
	if err := r.End(t.Context(), r.tom, asked.ConversationID); err != nil {
		t.Fatal(err)
	}
	for _, wait := range []time.Duration{0, 65 * time.Second} { // held, and after it was given up
		r.pass(t, wait)
		if _, err := publish(); !errors.Is(err, errClick) {
			t.Errorf("public without a click: %v", err)
		}
	}
	if _, err := r.GoLive(t.Context(), r.nina, Start{}); err != nil {
		t.Fatal(err)
	}
	if _, err := publish(); err != nil {
		t.Errorf("after the click: %v", err)
	}
}

// The node dies between the commit and the engine's call.
func TestEvictionsSurviveCrash(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 300)
	r.public(t)
	anns := r.watch(t, r.ann)
	asked := r.asks(t, r.tom, Asking{})
	r.fakeEngine.broken = errors.New("the engine does not answer")
	if _, err := r.Accept(t.Context(), r.nina, asked.ConversationID); err == nil {
		t.Error("she was told that the new room is open")
	}
	r.is(t, asked.ID, lifecycle.Starting, "")
	if err := r.connect(t, anns); !errors.Is(err, gate.ErrDark) {
		t.Errorf("the gate: %v", err)
	}
	r.fakeEngine.broken = nil
	r.pass(t, time.Second)
	if r.sees(anns) {
		t.Error("nobody showed Ann out")
	}
}

func TestTokenWorksOnce(t *testing.T) {
	r := setupFake(t)
	r.rules.Secure = true
	live, publishing := r.public(t)
	if err := r.connect(t, publishing); !errors.Is(err, gate.ErrUsed) {
		t.Errorf("published twice with one token: %v", err)
	}
	made, err := r.StreamToken(t.Context(), r.ann, Ask{ShowID: live.ID}, "")
	if err != nil {
		t.Fatal(err)
	}
	r.enter(t, made.Token)
	if err := r.connect(t, made.Token); !errors.Is(err, gate.ErrUsed) {
		t.Errorf("watched twice with one token: %v", err)
	}
	r.rules.Secure = false
	if err := r.connect(t, made.Token); err != nil {
		t.Errorf("the option is off: %v", err)
	}
}

func TestNoStreamTokenOfPaidShow(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 300)
	p := r.private(t, r.tom, Asking{})
	for name, c := range map[string]struct {
		who  account.Caller
		ask  Ask
		fine bool
	}{
		"Tom's own seat":     {r.tom, Ask{ShowID: p.show.ID}, true},
		"Tom publishes":      {r.tom, Ask{ShowID: p.show.ID, Publish: true}, false},
		"a stranger's":       {r.ann, Ask{ShowID: p.show.ID}, false},
		"a guest's":          {account.Caller{}, Ask{ShowID: p.show.ID}, false},
		"Nina's to publish":  {r.nina, Ask{ShowID: p.show.ID, Publish: true}, true},
		"Lena's to publish":  {r.lena, Ask{ShowID: p.show.ID, Publish: true}, false},
		"Nina looks at hers": {r.nina, Ask{ShowID: p.show.ID}, true},
	} {
		if _, err := r.StreamToken(t.Context(), c.who, c.ask, ""); (err == nil) != c.fine {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := r.Current(t.Context(), r.ann, "nina", lifecycle.Private); !errors.Is(err, gate.ErrNoShow) {
		t.Errorf("Ann learns of the private show: %v", err)
	}
}

// Three watch for real when Nina accepts: each is shown out, gets no packet afterwards, and none
// comes back. The second that this may take is measured on a quiet machine (e2e/fence.spec.ts).
func TestViewersAreEvictedByPaidShow(t *testing.T) {
	h := setup(t)
	h.give(t, h.tom, 300)
	h.live(t)
	viewers := map[string]*whiptest.Viewer{"Ann": h.play(t, h.ann), "Tom": h.play(t, h.tom), "a guest": h.play(t, account.Caller{})}
	old, err := h.Join(t.Context(), h.ann, "nina", h.url)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := h.Ask(t.Context(), h.tom, "nina", Asking{Camera: lifecycle.CameraVideo})
	if err != nil {
		t.Fatal(err)
	}
	accepted, err := h.Accept(t.Context(), h.nina, asked.ConversationID)
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range viewers {
		select {
		case <-v.Gone():
		case <-time.After(testkit.Patience):
			t.Errorf("%s is not shown out", name)
		}
	}
	frames := map[string]int64{}
	for name, v := range viewers {
		frames[name] = v.Packets()
	}
	if late, err := whiptest.Play(t.Context(), h.url, old.Play.WebRTC.Token); err == nil {
		late.Close()
		t.Error("an unused token of before opens a room")
	}

	// The pair: Nina by her program, Tom by his seat and his camera.
	key, err := h.NewStreamKey(t.Context(), "nina")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := whiptest.Publish(t.Context(), h.url+"/whip", key, whiptest.Card()); err != nil {
		t.Fatal(err)
	}
	toms, err := h.JoinPrivate(t.Context(), h.tom, asked.ConversationID, false, h.url)
	if err != nil {
		t.Fatal(err)
	}
	tom, err := whiptest.Play(t.Context(), h.url, toms.Play.WebRTC.Token)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tom.Close)
	testkit.Eventually(t, "Tom sees Nina", func() bool { return tom.Frames() > 5 })
	testkit.Eventually(t, "the show is on", func() bool { return h.now(t, accepted.ID).Status == lifecycle.Live })
	h.staffLooks(t, accepted)
	if _, err := whiptest.Publish(t.Context(), h.url+"/whip", toms.Publish.WHIP.Token, whiptest.Card()); err != nil {
		t.Fatal(err)
	}
	ninas, err := h.JoinPrivate(t.Context(), h.nina, asked.ConversationID, false, h.url)
	if err != nil {
		t.Fatal(err)
	}
	nina, err := whiptest.Play(t.Context(), h.url, ninas.Play.WebRTC.Token)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nina.Close)
	testkit.Eventually(t, "Nina sees Tom", func() bool { return nina.Frames() > 5 })
	for name, v := range viewers {
		if v.Packets() != frames[name] {
			t.Errorf("%s got %d packets of the private show", name, v.Packets()-frames[name])
		}
	}

	// Ann looks in: hidden from the room, and out with the window.
	h.stage.change(func() { h.stage.offer.PeekIn = true })
	h.give(t, h.ann, 100)
	offer, err := h.AskPeek(t.Context(), h.ann, "nina")
	if err != nil {
		t.Fatal(err)
	}
	_, one, err := h.PayPeek(t.Context(), h.ann, offer.ID, false, "")
	if err != nil {
		t.Fatal(err)
	}
	session, err := h.peekSession(t.Context(), one, h.url)
	if err != nil {
		t.Fatal(err)
	}
	ann, err := whiptest.Play(t.Context(), h.url, session.Play.WebRTC.Token)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(ann.Close)
	testkit.Eventually(t, "Ann sees Nina", func() bool { return ann.Frames() > 24 })
	if n := ann.Sounds(); n > 0 {
		t.Errorf("Ann got %d packets of sound that Nina does not let be heard", n)
	}
	present, err := h.engine.Participants(t.Context(), accepted.Room())
	if err != nil || len(present) != 2 {
		t.Errorf("the room lists %d, want Nina and Tom (%v)", len(present), err)
	}
	for range 61 { // in steps that keep the lease
		h.clock.Advance(time.Second)
		if err := tickAndEvict(t, h.Service); err != nil {
			t.Fatal(err)
		}
		if h.clock.Now().Second()%2 == 0 {
			if err := pollAndEvict(t, h.Service); err != nil {
				t.Fatal(err)
			}
		}
	}
	gone(t, "Ann, whose window is over,", ann)
	h.wallet(t, h.ann, money.Whole(90))
	if err := h.End(t.Context(), h.tom, asked.ConversationID); err != nil {
		t.Fatal(err)
	}
	gone(t, "Tom, after the end,", tom)
	gone(t, "Nina, after the end,", nina)
	h.audit(t)
}

func (h *fixture) inTx(t *testing.T, do func(ctx context.Context, tx *db.Tx) error) {
	t.Helper()
	if err := h.DB.Write(t.Context(), do); err != nil {
		t.Fatal(err)
	}
}
