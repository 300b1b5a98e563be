package sfu_test

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/livekit/protocol/livekit"
	"google.golang.org/protobuf/proto"

	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// Ann may look, not listen; Tom beside her hears everything.
func TestSilent(t *testing.T) {
	h := setup(t)
	h.perform(t, "stage")
	tom := h.watch(t, "stage", "view:tom")
	ann, err := whiptest.Play(t.Context(), h.public,
		h.token(t, sfu.Grant{Room: "stage", Identity: "peek:ann", Subscribe: true, Hidden: true, NoAudio: true}))
	if err != nil {
		t.Fatal(err)
	}
	defer ann.Close()
	defer func() { t.Log(ann.Frames(), ann.Sounds(), tom.Frames(), tom.Sounds()) }()
	testkit.Eventually(t, "both see, and Tom hears", func() bool { return ann.Frames() > 72 && tom.Frames() > 72 && tom.Sounds() > 100 })
	if n := ann.Sounds(); n > 0 {
		t.Errorf("Ann received %d packets of sound", n)
	}
	if !h.last().NoAudio {
		t.Errorf("the gate was shown %+v", h.last())
	}
}

// Whatever a client says of itself, in either shape that clients use, the engine
// is told that it cannot decode sound.
func TestAClientCannotSpeakItselfFree(t *testing.T) {
	var told url.Values
	remote := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { told = r.URL.Query() }))
	defer remote.Close()
	h := setup(t, func(c *sfu.Config) { c.Key, c.Secret = "shared", strings.Repeat("secret", 6) })
	far, err := sfu.Open(t.Context(), sfu.Config{URL: remote.URL, Key: "shared", Secret: strings.Repeat("secret", 6)})
	if err != nil {
		t.Fatal(err)
	}
	defer far.Close()
	door := httptest.NewServer(far.Handler(h.doorman))
	defer door.Close()
	muted := h.token(t, sfu.Grant{Room: "stage", Identity: "peek:ann", Subscribe: true, NoAudio: true})
	loud := h.token(t, sfu.Grant{Room: "stage", Identity: "view:tom", Subscribe: true})
	for _, path := range []string{"/rtc?device_model=phone", "/rtc/v1?join_request=" + url.QueryEscape(packed(t, "phone"))} {
		models := map[string]string{}
		for _, token := range []string{muted, loud} {
			h.askAt(t, door.URL+path, token)
			models[token] = modelOf(t, told)
		}
		if models[loud] != "phone" || models[muted] == "phone" || models[muted] == "" {
			t.Errorf("%s: the engine was told of %q and %q", path, models[loud], models[muted])
		}
	}
	// A remote engine does not know the rule: no muted token is signed for it.
	if _, err := far.Token(sfu.Grant{Room: "stage", Identity: "peek:ann", Subscribe: true, NoAudio: true}); err == nil {
		t.Error("silence was promised where it cannot be kept")
	}
}

func (h *node) askAt(t *testing.T, address, token string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
}

func packed(t *testing.T, model string) string {
	t.Helper()
	body, err := proto.Marshal(&livekit.JoinRequest{ClientInfo: &livekit.ClientInfo{DeviceModel: model}})
	if err != nil {
		t.Fatal(err)
	}
	return wrapped(t, body)
}

// wrapped is a join request as clients put it into the query.
func wrapped(t *testing.T, join []byte) string {
	t.Helper()
	outer, err := proto.Marshal(&livekit.WrappedJoinRequest{JoinRequest: join})
	if err != nil {
		t.Fatal(err)
	}
	return base64.URLEncoding.EncodeToString(outer)
}

// modelOf is the device that the engine reads: of the packed request if there is one.
func modelOf(t *testing.T, q url.Values) string {
	t.Helper()
	text := q.Get("join_request")
	if text == "" {
		return strings.Join(q["device_model"], "+")
	}
	return joinOf(t, text).GetClientInfo().GetDeviceModel()
}

// joinOf reads such a join request.
func joinOf(t *testing.T, text string) *livekit.JoinRequest {
	t.Helper()
	raw, err := base64.URLEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	var outer livekit.WrappedJoinRequest
	var join livekit.JoinRequest
	if err := proto.Unmarshal(raw, &outer); err != nil {
		t.Fatal(err)
	}
	if err := proto.Unmarshal(outer.JoinRequest, &join); err != nil {
		t.Fatal(err)
	}
	return &join
}
