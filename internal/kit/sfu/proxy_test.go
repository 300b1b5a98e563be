package sfu_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/livekit/protocol/auth"

	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
)

func TestGateIsAskedWithTheToken(t *testing.T) {
	h := setup(t)
	h.watch(t, "stage", "view:tom")
	asked := h.last()
	if asked.Room != "stage" || asked.Identity != "view:tom" || !asked.Subscribe || asked.Publish || asked.Purpose != sfu.Join {
		t.Errorf("the gate was asked about %+v", asked)
	}
	if left := time.Until(asked.ExpiresAt); left < 9*time.Minute || left > 10*time.Minute {
		t.Errorf("the token lives %v", left)
	}
}

func TestRefusedTokenDiesBeforeItExpires(t *testing.T) {
	h := setup(t)
	token := h.token(t, sfu.Grant{Room: "stage", Identity: "view:tom", Subscribe: true})
	if status := h.ask(t, "/rtc/validate", token); status != http.StatusOK {
		t.Fatalf("a good token got %d", status)
	}
	if h.last().Purpose != sfu.Probe {
		t.Error("asking was taken for joining")
	}
	h.refuse("view:tom")
	for _, path := range []string{"/rtc/validate", "/rtc/v1/validate", "/rtc", "/rtc/v1"} {
		if status := h.ask(t, path, token); status != http.StatusUnauthorized {
			t.Errorf("%s got %d, want 401", path, status)
		}
	}
	if _, err := whiptest.Play(t.Context(), h.public, token); err == nil {
		t.Error("the ended token still opens the room")
	}
}

func TestForeignTokens(t *testing.T) {
	h := setup(t)
	v := &auth.VideoGrant{RoomJoin: true, Room: "stage"}
	forged, err := auth.NewAccessToken("embedded", strings.Repeat("guess", 8)).SetVideoGrant(v).SetIdentity("view:mallory").ToJWT()
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := h.token(t, sfu.Grant{Room: "elsewhere", Identity: "view:tom", Subscribe: true})
	for name, token := range map[string]string{"forged": forged, "garbage": "a.b.c", "missing": ""} {
		if status := h.ask(t, "/rtc", token); status != http.StatusUnauthorized {
			t.Errorf("%s: got %d, want 401", name, status)
		}
	}
	if _, err := whiptest.Play(t.Context(), h.public, elsewhere); err == nil || !strings.Contains(err.Error(), "not") {
		t.Errorf("a token for a room that nobody made: %v", err)
	}
	if open, err := h.Exists(t.Context(), "elsewhere"); open || err != nil {
		t.Errorf("a viewer made a room: %v, %v", open, err)
	}
}

func TestResumedSessionsAreToldApart(t *testing.T) {
	h := setup(t)
	token := h.token(t, sfu.Grant{Room: "stage", Identity: "view:tom", Subscribe: true})
	h.ask(t, "/rtc?reconnect=1&sid=PA_x", token)
	if got := h.last().Purpose; got != sfu.Resume {
		t.Errorf("purpose %d, want Resume", got)
	}
	h.ask(t, "/rtc/v1?join_request=nonsense", token)
	if got := h.last().Purpose; got != sfu.Join {
		t.Errorf("purpose %d, want Join", got)
	}
}

// The engine's administration is never reachable, whatever the token says.
func TestAdministrationStaysInside(t *testing.T) {
	h := setup(t, func(c *sfu.Config) { c.Key, c.Secret = "known", strings.Repeat("secret", 6) })
	admin, err := auth.NewAccessToken("known", strings.Repeat("secret", 6)).
		SetVideoGrant(&auth.VideoGrant{RoomCreate: true, RoomList: true, RoomAdmin: true, Room: "stage"}).ToJWT()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/twirp/livekit.RoomService/ListRooms", "/rtc/../twirp/livekit.RoomService/ListRooms",
		"/rtc//../twirp/livekit.RoomService/ListRooms", "/agent", "/", "/whip/../twirp/livekit.RoomService/ListRooms", "/rtc/%2e%2e/twirp/livekit.RoomService/ListRooms"} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.public, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		req.URL.Opaque = "//" + req.URL.Host + path // exactly these bytes
		req.Header.Set("Authorization", "Bearer "+admin)
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode < 300 {
			t.Errorf("%s answered %d", path, res.StatusCode)
		}
	}
	if status := h.ask(t, "/rtc", admin); status != http.StatusUnauthorized {
		t.Errorf("an administrator's token got %d at /rtc, want 401", status)
	}
}

// ask shows a token, as browsers do, in the query.
func (h *house) ask(t *testing.T, path, token string) int {
	t.Helper()
	u, err := url.Parse(h.public + path)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("access_token", token)
	u.RawQuery = q.Encode()
	res, err := http.Get(u.String())
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}
