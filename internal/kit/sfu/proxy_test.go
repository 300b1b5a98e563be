package sfu_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/livekit/protocol/auth"
	"github.com/livekit/protocol/livekit"
	"google.golang.org/protobuf/proto"

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
func (h *node) ask(t *testing.T, path, token string) int {
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

// The engine hears what it has to know of a client, and no word that makes it do what
// nobody admitted: publish, be somebody else, or send packets to addresses of a client's
// choice.
func TestTheEngineHearsWhatAClientMayAsk(t *testing.T) {
	var told url.Values
	remote := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { told = r.URL.Query() }))
	defer remote.Close()
	far, err := sfu.Open(t.Context(), sfu.Config{URL: remote.URL, Key: "shared", Secret: strings.Repeat("secret", 6)})
	if err != nil {
		t.Fatal(err)
	}
	defer far.Close()
	door := httptest.NewServer(far.Handler(&doorman{refused: map[string]bool{}}))
	defer door.Close()
	token, err := far.Token(sfu.Grant{Room: "stage", Identity: "view:tom", Subscribe: true})
	if err != nil {
		t.Fatal(err)
	}
	h := &node{public: door.URL}
	h.ask(t, "/rtc?auto_subscribe=1&protocol=16&sdk=js&sid=PA_x&disable_ice_lite=1&publish=x&metadata=x&attributes=x&name=x", token)
	if want := "auto_subscribe=1&protocol=16&sdk=js&sid=PA_x"; told.Encode() != want {
		t.Errorf("the engine was told %s, want %s", told.Encode(), want)
	}
	asked, err := proto.Marshal(&livekit.JoinRequest{ConnectionSettings: &livekit.ConnectionSettings{AutoSubscribe: true, DisableIceLite: true}})
	if err != nil {
		t.Fatal(err)
	}
	h.ask(t, "/rtc/v1?disable_ice_lite=1&join_request="+url.QueryEscape(wrapped(t, asked)), token)
	if join := joinOf(t, told.Get("join_request")); len(told) != 1 || !join.ConnectionSettings.AutoSubscribe || join.ConnectionSettings.DisableIceLite {
		t.Errorf("the engine was told %v, of it %v", told, join)
	}
	if status := h.ask(t, "/rtc/v1?join_request=nonsense", token); status != http.StatusBadRequest {
		t.Errorf("a join request that is none: %d, want 400", status)
	}
}
