package show

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/show/core"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/testkit"
)

func (h *fixture) status(t *testing.T) lifecycle.Status {
	t.Helper()
	session, err := h.Current(t.Context(), h.nina, "nina", lifecycle.Public)
	if errors.Is(err, gate.ErrNoShow) {
		return lifecycle.Ended
	}
	if err != nil {
		t.Fatal(err)
	}
	return session.Status
}

// live puts Nina on air from a broadcasting program.
func (h *fixture) live(t *testing.T) *whiptest.Publisher {
	t.Helper()
	key, err := h.NewStreamKey(t.Context(), "nina")
	if err != nil {
		t.Fatal(err)
	}
	publisher, err := whiptest.Publish(t.Context(), h.url+"/whip", key, whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "Nina is live", func() bool { return h.status(t) == lifecycle.Live })
	return publisher
}

func (h *fixture) play(t *testing.T, who account.Caller) *whiptest.Viewer {
	t.Helper()
	session, err := h.Join(t.Context(), who, "nina", h.url)
	if err != nil {
		t.Fatal(err)
	}
	viewer, err := whiptest.Play(t.Context(), h.url, session.Play.WebRTC.Token)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(viewer.Close)
	testkit.Eventually(t, "the viewer sees frames", func() bool { return viewer.Frames() > 5 })
	return viewer
}

func gone(t *testing.T, who string, v *whiptest.Viewer) {
	t.Helper()
	select {
	case <-v.Gone():
	case <-time.After(10 * time.Second):
		t.Errorf("%s still watches", who)
	}
}

func TestShowLifecycle(t *testing.T) {
	h := setup(t)
	if _, err := h.Join(t.Context(), h.tom, "nina", h.url); !errors.Is(err, ErrOffline) {
		t.Fatalf("before the show: %v", err)
	}
	publisher := h.live(t)
	if !h.stage.seen(func() bool { return h.stage.shown["nina"] == lifecycle.Public }) {
		t.Error("the card does not say that Nina is live")
	}
	tom, guest := h.play(t, h.tom), h.play(t, account.Caller{})
	if err := pollAndEvict(t, h.Service); err != nil {
		t.Fatal(err)
	}
	if !h.stage.seen(func() bool { return h.stage.viewers == 2 }) {
		t.Errorf("the card counts %d viewers, want 2", h.stage.viewers)
	}
	testkit.Eventually(t, "the card has a picture", func() bool {
		return h.stage.seen(func() bool { return h.stage.snapshot != "" })
	})
	if err := h.Stop(t.Context(), "nina", lifecycle.PerformerLeft); err != nil {
		t.Fatal(err)
	}
	gone(t, "Tom", tom)
	gone(t, "the guest", guest)
	<-publisher.Lost()
	if !h.isTold(t, lifecycle.Ended, lifecycle.PerformerLeft) || h.status(t) != lifecycle.Ended {
		t.Error("nobody was told that the show ended")
	}
	if h.stage.seen(func() bool { return h.stage.shown["nina"] == lifecycle.Public }) {
		t.Error("the card still says that Nina is live")
	}
	if err := h.Stop(t.Context(), "nina", lifecycle.PerformerLeft); err != nil {
		t.Errorf("stopping twice: %v", err)
	}
}

func TestUnverifiedCannotGoLive(t *testing.T) {
	h := setup(t)
	if _, err := h.GoLive(t.Context(), h.vera, Start{}); !errors.Is(err, errUnverified) {
		t.Errorf("Vera went live: %v", err)
	}
	key, err := h.NewStreamKey(t.Context(), "vera")
	if err != nil {
		t.Fatal(err)
	}
	_, err = whiptest.Publish(t.Context(), h.url+"/whip", key, whiptest.Card())
	if refused, ok := errors.AsType[*whiptest.Refused](err); !ok || refused.Status != http.StatusConflict {
		t.Errorf("Vera published with her stream key: %v", err)
	}
	// Nina loses her verification while a token of hers is on its way.
	opened, err := h.GoLive(t.Context(), h.nina, Start{})
	if err != nil {
		t.Fatal(err)
	}
	h.stage.change(func() { h.stage.refused["nina"] = errUnverified })
	err = h.AdmitToken(t.Context(), sfu.Claims{Grant: sfu.Grant{Room: opened.Room(), Identity: opened.Publisher, Publish: true}})
	if !errors.Is(err, errUnverified) {
		t.Errorf("the old token still opens the stage: %v", err)
	}
}

func TestInvalidStreamKeys(t *testing.T) {
	h := setup(t)
	old, err := h.NewStreamKey(t.Context(), "nina")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.NewStreamKey(t.Context(), "nina"); err != nil {
		t.Fatal(err)
	}
	for name, key := range map[string]string{"made up": "sk_live_nothing", "replaced": old} {
		if _, err := h.AdmitStreamKey(t.Context(), key); !errors.Is(err, errStreamKey) {
			t.Errorf("a %s key was let in: %v", name, err)
		}
	}
}

// Nina is live with OBS and presses Go live on her phone.
func TestTakeover(t *testing.T) {
	h := setup(t)
	obs := h.live(t)
	if _, err := h.GoLive(t.Context(), h.nina, Start{}); !errors.Is(err, ErrAlreadyLive) {
		t.Fatalf("the phone was not refused: %v", err)
	}
	opened, err := h.GoLive(t.Context(), h.nina, Start{Takeover: true})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-obs.Lost():
	case <-time.After(10 * time.Second):
		t.Error("OBS still publishes after the takeover")
	}
	old := sfu.Claims{Grant: sfu.Grant{Room: opened.Room(), Identity: gate.ProgramOf("nina"), Publish: true}}
	if err := h.AdmitToken(t.Context(), old); !errors.Is(err, gate.ErrDark) {
		t.Errorf("the former device may publish again: %v", err)
	}
}

func TestTokensDie(t *testing.T) {
	h := setup(t)
	h.live(t)
	token := func(who account.Caller) string {
		session, err := h.Join(t.Context(), who, "nina", h.url)
		if err != nil {
			t.Fatal(err)
		}
		return session.Play.WebRTC.Token
	}
	refused := func(name, token string) {
		t.Helper()
		if viewer, err := whiptest.Play(t.Context(), h.url, token); err == nil {
			viewer.Close()
			t.Errorf("%s: the token still opens the room", name)
		}
	}
	afterLogout, afterBlock, afterEnd := token(h.tom), token(h.tom), token(account.Caller{})

	watching := h.play(t, h.tom)
	logOut(t, h.DB, h.tom)
	// The node that decided dies: the next look of any node makes the cut.
	if err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return h.CutAccount(ctx, tx, h.tom.ID, h.tom.SessionID)
	}); err != nil {
		t.Fatal(err)
	}
	if err := pollAndEvict(t, h.Service); err != nil {
		t.Fatal(err)
	}
	gone(t, "Tom, who logged out,", watching)
	refused("logged out", afterLogout)

	logIn(t, h.DB, h.tom)
	watching = h.play(t, h.tom)
	h.stage.change(func() { h.stage.blocked["tom"] = true })
	if err := h.cutBlocked(t.Context(), "nina"); err != nil {
		t.Fatal(err)
	}
	gone(t, "Tom, who is blocked,", watching)
	refused("blocked", afterBlock)

	if err := h.Stop(t.Context(), "nina", lifecycle.PerformerLeft); err != nil {
		t.Fatal(err)
	}
	refused("ended", afterEnd)
}

func TestForgedRoomIsRefused(t *testing.T) {
	h := setup(t)
	h.live(t)
	forged, err := h.engine.Token(sfu.Grant{Room: "nowhere.1", Identity: gate.ViewerOf(h.tom, "127.0.0.1"), Subscribe: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := whiptest.Play(t.Context(), h.url, forged); err == nil {
		t.Error("a room that no show has was opened")
	}
	session, err := h.Join(t.Context(), h.tom, "nina", h.url)
	if err != nil {
		t.Fatal(err)
	}
	token := session.Play.WebRTC.Token
	if _, err := whiptest.Play(t.Context(), h.url, token[:len(token)-4]+"aaaa"); err == nil {
		t.Error("an altered token was accepted")
	}
}

func TestPublicShowEndsWithoutMedia(t *testing.T) {
	h := setup(t)
	publisher := h.live(t)
	publisher.Close()
	testkit.Eventually(t, "the show waits", func() bool { return h.status(t) == lifecycle.Paused })
	h.clock.Advance(lifecycle.Grace - time.Second)
	if err := pollAndEvict(t, h.Service); err != nil {
		t.Fatal(err)
	}
	if h.status(t) != lifecycle.Paused {
		t.Error("the show ended before its grace was over")
	}
	h.clock.Advance(2 * time.Second)
	if err := pollAndEvict(t, h.Service); err != nil {
		t.Fatal(err)
	}
	if h.status(t) != lifecycle.Ended || !h.isTold(t, lifecycle.Ended, lifecycle.MediaLost) {
		t.Error("the show waits for ever")
	}
}

func TestPublicShowEndsWithoutFirstMedia(t *testing.T) {
	h := setup(t)
	if _, err := h.GoLive(t.Context(), h.nina, Start{Title: "Soon"}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Join(t.Context(), h.tom, "nina", h.url); !errors.Is(err, ErrOffline) {
		t.Errorf("Tom joined an empty stage: %v", err)
	}
	h.clock.Advance(lifecycle.StartGrace + time.Second)
	if err := pollAndEvict(t, h.Service); err != nil {
		t.Fatal(err)
	}
	if !h.isTold(t, lifecycle.Ended, lifecycle.ConnectTimeout) {
		t.Error("the empty stage stays open")
	}
}

// The picture comes back within the grace: the same show goes on.
func TestReconnectFromAnotherNetwork(t *testing.T) {
	h := setup(t)
	first := h.live(t)
	before, err := h.Current(t.Context(), h.tom, "nina", lifecycle.Public)
	if err != nil {
		t.Fatal(err)
	}
	first.Close()
	testkit.Eventually(t, "the show waits", func() bool { return h.status(t) == lifecycle.Paused })
	h.live(t)
	after, err := h.Current(t.Context(), h.tom, "nina", lifecycle.Public)
	if err != nil || after.SessionID != before.SessionID {
		t.Errorf("the show was %s and is %s (%v)", before.SessionID, after.SessionID, err)
	}
}

// Two nodes look at the same shows; one of them watches.
func TestOneNodeWatches(t *testing.T) {
	h := setup(t)
	h.live(t)
	second := *h.Deps
	second.Node = "n2"
	other := New(second)
	if err := pollAndEvict(t, h.Service); err != nil {
		t.Fatal(err)
	}
	holder := func() string {
		t.Helper()
		open, err := h.OpenShows(t.Context())
		if err != nil || len(open) != 1 {
			t.Fatalf("%d open shows (%v)", len(open), err)
		}
		return open[0].WatchedBy
	}
	for range 10 { // longer than a lease lasts that nobody renews
		h.clock.Advance(2 * time.Second)
		for _, node := range []*Service{other, h.Service} {
			if err := pollAndEvict(t, node); err != nil {
				t.Fatal(err)
			}
		}
	}
	if by := holder(); by != h.Node {
		t.Errorf("%s took a show that is watched", by)
	}
	h.clock.Advance(core.Lease + time.Second)
	if err := pollAndEvict(t, other); err != nil {
		t.Fatal(err)
	}
	if by := holder(); by != other.Node {
		t.Errorf("%s still has the show of a node that died", by)
	}
}

func TestHTTP(t *testing.T) {
	h := setup(t)
	testkit.Scenarios{
		{Name: "a guest does not go live", Do: "POST /streaming/live", Status: http.StatusUnauthorized},
		{Name: "a member does not go live", As: h.tom, Do: "POST /streaming/live", Body: `{}`, Status: http.StatusForbidden, Has: "Forbidden in the action!"},
		{Name: "the unverified does not go live", As: h.vera, Do: "POST /streaming/live", Body: `{}`, Status: http.StatusConflict, Has: "identity documents"},
		{Name: "a title too long", As: h.nina, Do: "POST /streaming/live", Body: `{"title":5}`, Status: http.StatusUnprocessableEntity, Has: `"property":"title"`},
		{Name: "a performer goes live without a body", As: h.nina, Do: "POST /streaming/live", Status: http.StatusOK, Has: `"publish":{"webrtc":{`},
		{Name: "again is the same show", As: h.nina, Do: "POST /streaming/live", Body: `{"title":"Neon"}`, Status: http.StatusOK, Has: `"title":"Neon"`},
		{Name: "an empty stage is offline", As: h.tom, Do: "POST /streaming/join/nina", Status: http.StatusConflict, Has: `"error":"offline"`},
		{Name: "the blocked finds nobody", As: h.bob, Do: "POST /streaming/join/nina", Status: http.StatusNotFound},
		{Name: "nor does who asks for nobody", As: h.tom, Do: "POST /streaming/join/zoe", Status: http.StatusNotFound},
		{Name: "the session of another type", As: h.tom, Do: "GET /streaming/session/nina/private", Status: http.StatusNotFound},
		{Name: "the session", Do: "GET /streaming/session/nina/public", Status: http.StatusOK, Has: `"conversation":"room-of-nina"`, Lacks: "token"},
		{Name: "a token for nothing", As: h.tom, Do: "POST /streaming/token", Body: `{"id":"nothing","type":"play"}`, Status: http.StatusNotFound},
		{Name: "a token of an unknown type", As: h.tom, Do: "POST /streaming/token", Body: `{"id":"x","type":"own"}`, Status: http.StatusUnprocessableEntity},
		{Name: "a stream key is shown once", As: h.nina, Do: "POST /streaming/stream-key", Status: http.StatusOK, Has: `"key":"sk_live_`},
		{Name: "and never again", As: h.nina, Do: "GET /streaming/stream-key", Status: http.StatusOK, Has: `"exists":true`, Lacks: "sk_live_"},
		{Name: "a performer stops", As: h.nina, Do: "POST /streaming/stop", Status: http.StatusOK},
		{Name: "the session is gone", As: h.tom, Do: "GET /streaming/session/nina/public", Status: http.StatusNotFound},
		{Name: "there is none", As: h.tom, Do: "GET /streaming/session/nina/public?orNone=true", Status: http.StatusOK, Has: `{"data":null}`},
	}.Run(t, h.Routes)
}

func TestStreamTokens(t *testing.T) {
	h := setup(t)
	opened, err := h.GoLive(t.Context(), h.nina, Start{})
	if err != nil {
		t.Fatal(err)
	}
	now := h.clock.Now()
	for name, c := range map[string]struct {
		who  account.Caller
		ask  Ask
		fine bool
	}{
		"her own":             {h.nina, Ask{ShowID: opened.ID, Publish: true}, true},
		"a member's to play":  {h.tom, Ask{ShowID: opened.ID}, true},
		"another's to stream": {h.tom, Ask{ShowID: opened.ID, Publish: true}, false},
		"the blocked's":       {h.bob, Ask{ShowID: opened.ID}, false},
		"of yesterday":        {h.tom, Ask{ShowID: opened.ID, Expires: now.Add(-time.Second)}, false},
		"of the day after":    {h.tom, Ask{ShowID: opened.ID, Expires: now.Add(25 * time.Hour)}, false},
	} {
		made, err := h.StreamToken(t.Context(), c.who, c.ask, "http://localhost")
		if (err == nil) != c.fine {
			t.Errorf("a token, %s: %v", name, err)
		}
		if c.fine && !made.ExpiresAt.Equal(now.Add(24*time.Hour)) {
			t.Errorf("%s expires %v, want one day ahead", name, made.ExpiresAt)
		}
	}
}
