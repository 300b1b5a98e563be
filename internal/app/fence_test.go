package app_test

import (
	"errors"
	"io"
	"net/http"
	"regexp"
	"runtime"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// A performer with a broadcasting program goes private and public again. The
// program only ever does one thing: it connects with its key when it lost its
// connection, as such programs do by themselves.
func TestPrivateShowWithBroadcastingProgram(t *testing.T) {
	s := open(t,
		app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 500}, app.Resident{Role: account.Member, Username: "ann"})
	nina, tom, ann := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom"), s.in(t, account.Member, "ann")
	ninaID := s.ids["nina"]
	key := nina.do(t, "POST /streaming/stream-key", nil).must(t, 200).text("key")
	plug(t).connect(t, "nina", nina) // whoever is asked is at her page

	// Public: Ann and a guest watch, a third saves what HLS serves.
	program := s.publishes(t, key)
	s.isLive(t, ninaID)
	showID := s.guest().do(t, "GET /streaming/session/"+ninaID+"/public", nil).must(t, 200).text("sessionId")
	anns, guests := s.watches(t, ann, ninaID), s.watches(t, s.guest(), ninaID)
	saved := s.saves(t, ninaID)

	// Private: the public loses her, the program is shown out and follows.
	conversation := tom.do(t, "POST /streaming/private-chat/"+ninaID, record{}).must(t, 200).text("conversation")
	nina.do(t, "POST /streaming/private-chat/"+conversation+"/accept", record{}).must(t, 200)
	within2s(t, map[string]<-chan struct{}{"ann's picture": anns.Gone(), "the guest's picture": guests.Gone()})
	saved.refused(t)
	s.isLost(t, program)
	program = s.publishes(t, key)
	seat := tom.do(t, "POST /streaming/private-chat/"+conversation+"/join", record{}).must(t, 200)
	toms, err := whiptest.Play(t.Context(), seat.text("play.webrtc.url"), seat.text("play.webrtc.token"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(toms.Close)
	s.still(t, toms)
	ann.do(t, "POST /streaming/join/"+ninaID, nil).must(t, 409, `"error":"in_private"`)
	saved.refused(t)

	// Over: the program is shown out, and stays out until she presses the button.
	tom.do(t, "POST /streaming/private-chat/"+conversation+"/end", record{}).must(t, 200)
	within2s(t, map[string]<-chan struct{}{"tom's picture": toms.Gone()})
	s.isLost(t, program)
	refused := &whiptest.Refused{}
	if _, err := whiptest.Publish(t.Context(), s.url+"/whip", key, whiptest.Card()); !errors.As(err, &refused) || refused.Status != 409 {
		t.Errorf("the program makes her public without her click: %v", err)
	}
	nina.do(t, "POST /streaming/live", record{}).must(t, 200)
	s.publishes(t, key)
	s.isLive(t, ninaID)
	if again := s.guest().do(t, "GET /streaming/session/"+ninaID+"/public", nil).must(t, 200).text("sessionId"); again != showID {
		t.Errorf("the show that goes on is %s, want %s", again, showID)
	}
	s.watches(t, ann, ninaID)
	s.watches(t, s.guest(), ninaID)
	saved.refused(t)
	s.audit(t)
}

func (s *site) publishes(t *testing.T, key string) *whiptest.Publisher {
	t.Helper()
	program, err := whiptest.Publish(t.Context(), s.url+"/whip", key, whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.Close() })
	return program
}

// isLost waits until a program finds out that nobody takes its picture.
func (s *site) isLost(t *testing.T, program *whiptest.Publisher) {
	t.Helper()
	select {
	case <-program.Lost():
	case <-time.After(testkit.Patience):
		t.Fatal("the program goes on sending")
	}
}

// saving are the addresses of everything that HLS has served of an epoch.
type saving struct {
	site  *site
	files []string
}

var namedFiles = regexp.MustCompile(`(?m)(?:URI="([^"]+)"|^(\d+\.mp4)$)`)

// saves reads the list of a public show and all that it names.
func (s *site) saves(t *testing.T, performerID string) saving {
	t.Helper()
	var base string
	testkit.Eventually(t, "the show plays by HLS", func() bool {
		address := s.guest().do(t, "POST /streaming/join/"+performerID, nil).must(t, 200).at("play.hls.url")
		base, _ = address.(string)
		return base != ""
	})
	saved := saving{site: s, files: []string{base, regexp.MustCompile(`[^/]+$`).ReplaceAllString(base, "live.m3u8")}}
	list := saved.get(t, saved.files[1])
	for _, name := range namedFiles.FindAllStringSubmatch(list.body, -1) {
		file := regexp.MustCompile(`[^/]+$`).ReplaceAllString(base, name[1]+name[2])
		if got := saved.get(t, file); got.status != http.StatusOK || len(got.body) == 0 {
			t.Errorf("%s answers %d", file, got.status)
		}
		saved.files = append(saved.files, file)
	}
	if len(saved.files) < 4 {
		t.Fatalf("the list names too little: %s", list.body)
	}
	return saved
}

type served struct {
	status int
	body   string
}

func (v saving) get(t *testing.T, path string) served {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, v.site.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := browser.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return served{res.StatusCode, string(body)}
}

// refused fails the test when anything that was served is served still, a
// second after its epoch (live.md's bound for what is fenced).
func (v saving) refused(t *testing.T) {
	t.Helper()
	late := time.Now().Add(time.Second)
	for v.get(t, v.files[0]).status != http.StatusGone && time.Now().Before(late) {
		runtime.Gosched()
	}
	for _, file := range v.files {
		if got := v.get(t, file); got.status != http.StatusGone {
			t.Errorf("%s answers %d after its epoch, want 410", file, got.status)
		}
	}
}
