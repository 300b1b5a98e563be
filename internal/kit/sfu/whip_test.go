package sfu_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

func TestPublishByStreamKey(t *testing.T) {
	h := setup(t)
	obs, err := whiptest.Publish(t.Context(), h.public+"/whip", ninasKey, whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	tom := h.watch(t, "stage", "view:tom")
	testkit.Eventually(t, "tom sees and hears OBS", func() bool { return tom.Frames() > 24 && tom.Keyframes() > 0 && tom.Sounds() > 25 })

	for _, link := range obs.Answer.Values("Link") {
		if strings.Contains(link, "%3F") || !strings.Contains(link, "?transport=udp") || !strings.Contains(link, "127.0.0.1") {
			t.Errorf("an unusable ICE server: %s", link)
		}
	}
	if len(obs.Answer.Values("Link")) == 0 {
		t.Error("no ICE server was offered")
	}
	if !strings.HasPrefix(obs.Location, h.public+"/whip/v1/") {
		t.Errorf("the session is at %s", obs.Location)
	}
	if status := obs.Close(); status != http.StatusOK {
		t.Errorf("DELETE answered %d", status)
	}
	testkit.Eventually(t, "nina has left", func() bool { return h.events.has(sfu.Left, "pub:nina", "") })
}

func TestPublishByToken(t *testing.T) {
	h := setup(t)
	token := h.token(t, sfu.Grant{Room: "stage", Identity: "pub:nina", Publish: true})
	obs, err := whiptest.Publish(t.Context(), h.public+"/whip/v1", token, whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	if asked := h.last(); asked.Identity != "pub:nina" || !asked.Publish || asked.Purpose != sfu.Join {
		t.Errorf("the gate was asked about %+v", asked)
	}
	if status := obs.Close(); status != http.StatusOK {
		t.Errorf("DELETE answered %d", status)
	}
}

func TestWHIPCandidatesArriveLater(t *testing.T) {
	h := setup(t)
	obs, err := whiptest.Publish(t.Context(), h.public+"/whip", ninasKey, whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	defer obs.Close()
	const fragment = "application/trickle-ice-sdpfrag"
	for _, c := range []struct {
		name    string
		headers []string
		body    string
		want    int
	}{
		{"another type", []string{"Content-Type", "text/plain", "If-Match", obs.Answer.Get("ETag")}, "a=mid:0", http.StatusUnsupportedMediaType},
		{"no If-Match", []string{"Content-Type", fragment}, "a=mid:0", http.StatusPreconditionRequired},
		{"nonsense", []string{"Content-Type", fragment, "If-Match", obs.Answer.Get("ETag")}, "nonsense", http.StatusBadRequest},
		{"no media", []string{"Content-Type", fragment, "If-Match", obs.Answer.Get("ETag")}, "a=mid:0", http.StatusBadRequest},
		{"what ends the engine", []string{"Content-Type", fragment, "If-Match", obs.Answer.Get("ETag")}, "a", http.StatusBadRequest},
		{"what ends it at a restart", []string{"Content-Type", fragment, "If-Match", "*"}, "m \r\n", http.StatusBadRequest},
	} {
		res, body, err := obs.Do(t.Context(), http.MethodPatch, obs.Location, c.headers, c.body)
		if err != nil || res.StatusCode != c.want {
			t.Errorf("%s: %v %v %s, want %d", c.name, res.StatusCode, err, body, c.want)
		}
	}
}

// withoutCredentials is an offer, but for who asks.
const withoutCredentials = "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=group:BUNDLE 0\r\n" +
	"m=audio 9 UDP/TLS/RTP/SAVPF 111\r\nc=IN IP4 0.0.0.0\r\na=mid:0\r\na=sendonly\r\na=rtcp-mux\r\na=setup:actpass\r\n" +
	"a=fingerprint:sha-256 AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99\r\n" +
	"a=rtpmap:111 opus/48000/2\r\n"

func TestWHIPRefusals(t *testing.T) {
	h := setup(t)
	viewer := h.token(t, sfu.Grant{Room: "stage", Identity: "view:tom", Subscribe: true})
	ended := h.token(t, sfu.Grant{Room: "stage", Identity: "pub:ended", Publish: true})
	elsewhere := h.token(t, sfu.Grant{Room: "nowhere", Identity: "pub:nina", Publish: true})
	h.refuse("pub:ended")
	sdp := "application/sdp"
	for _, c := range []struct {
		name, key, contentType, body string
		want                         int
	}{
		{"no key", "", sdp, "v=0", http.StatusUnauthorized},
		{"a wrong key", "sk_live_mallory", sdp, "v=0", http.StatusUnauthorized},
		{"a forged token", viewer + "x", sdp, "v=0", http.StatusUnauthorized},
		{"a viewer's token", viewer, sdp, "v=0", http.StatusForbidden},
		{"the token of a show that ended", ended, sdp, "v=0", http.StatusUnauthorized},
		{"a room that nobody made", elsewhere, sdp, "v=0", http.StatusNotFound},
		{"another type", ninasKey, "application/json", "{}", http.StatusUnsupportedMediaType},
		{"no type", ninasKey, "", "v=0", http.StatusUnsupportedMediaType},
		{"a body without end", ninasKey, sdp, strings.Repeat("a", 100<<10), http.StatusRequestEntityTooLarge},
		{"no offer", ninasKey, sdp, "", http.StatusBadRequest},
		{"no session description", ninasKey, sdp, "hello", http.StatusBadRequest},
		{"an offer without ICE credentials", ninasKey, sdp, withoutCredentials, http.StatusBadRequest},
	} {
		t.Run(c.name, func(t *testing.T) {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.public+"/whip", strings.NewReader(c.body))
			if err != nil {
				t.Fatal(err)
			}
			if c.key != "" {
				req.Header.Set("Authorization", "Bearer "+c.key)
			}
			if c.contentType != "" {
				req.Header.Set("Content-Type", c.contentType)
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode != c.want {
				t.Errorf("got %d, want %d", res.StatusCode, c.want)
			}
		})
	}
	if list, err := h.Participants(t.Context(), "stage"); err != nil || len(list) != 0 {
		t.Errorf("somebody got in: %+v, %v", list, err)
	}
	if open, err := h.Exists(t.Context(), "nowhere"); open || err != nil {
		t.Errorf("WHIP made a room: %v, %v", open, err)
	}
}

func TestWHIPRoomThatHasEnded(t *testing.T) {
	h := setup(t)
	h.send("nowhere")
	_, err := whiptest.Publish(t.Context(), h.public+"/whip", ninasKey, whiptest.Card())
	if refused, ok := errors.AsType[*whiptest.Refused](err); !ok || refused.Status != http.StatusNotFound {
		t.Errorf("got %v, want 404", err)
	}
}

func TestBrowsersMayAskBeforeTheyPublish(t *testing.T) {
	h := setup(t)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodOptions, h.public+"/whip", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusNoContent || res.Header.Get("Accept-Post") != "application/sdp" {
		t.Errorf("got %d %v", res.StatusCode, res.Header)
	}
}

// Without a given address clients get this machine's own addresses, and no
// third party's STUN server.
func TestDefaultAddresses(t *testing.T) {
	h := setup(t, func(c *sfu.Config) { c.NodeIP = "" })
	obs, err := whiptest.Publish(t.Context(), h.public+"/whip", ninasKey, whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	defer obs.Close()
	if links := obs.Answer.Values("Link"); len(links) != 1 || !strings.Contains(links[0], "turn:") {
		t.Errorf("ICE servers %q, want the engine's own TURN alone", links)
	}
	tom := h.watch(t, "stage", "view:tom")
	testkit.Eventually(t, "tom sees OBS", func() bool { return tom.Keyframes() > 0 && tom.Frames() > 24 })
}
