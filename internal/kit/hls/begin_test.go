package hls

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/testkit"
)

// opening is the live window of a stream whose first segment has this many parts of 200 ms.
func opening(parts int) *liveWindow {
	w := newLiveWindow(time.Unix(1000, 0))
	w.header(header{data: []byte("h"), codecs: "c", width: 640, height: 360})
	for n := range parts {
		w.part(part{data: []byte{1}, length: 200 * time.Millisecond, independent: n == 0})
	}
	return w
}

const gapPart = `URI="gap.mp4",GAP=YES`

// One part is enough for a player that is told where to begin. hls.js takes it only if
// the parts in the list begin a segment earlier, so the gap has some, as long as it is.
func TestAPlayerBeginsWithTheFirstPicture(t *testing.T) {
	if opening(0).hasPicture() {
		t.Fatal("begun without a picture")
	}
	w := opening(1)
	if !w.hasPicture() || w.ready() || !w.has(1000, 0) {
		t.Fatal("one part is not enough to begin with")
	}
	list := w.early()
	for _, line := range []string{"#EXT-X-START:TIME-OFFSET=14.001\n", `URI="1000.0.mp4",INDEPENDENT=YES`} {
		if !strings.Contains(list, line) {
			t.Errorf("%q is not in\n%s", line, list)
		}
	}
	if n := strings.Count(list, "#EXT-X-PART:DURATION=0.20000,"+gapPart); n != 10 {
		t.Errorf("the gap of 2 s has %d parts of 0.2 s", n)
	}
	if !strings.Contains(list, gapPart+"\n#EXT-X-GAP\n#EXTINF:2.00000,\ngap.mp4\n#EXT-X-PART:") {
		t.Errorf("they are not the last gap's:\n%s", list)
	}
	if plain := w.playlist(); strings.Contains(plain, "EXT-X-START") || strings.Contains(plain, "GAP=YES") {
		t.Errorf("whoever did not ask for it is told, too:\n%s", plain)
	}
}

// Once there is as much as players hold back, and a part more, they find their place
// by themselves; the gap's parts go when it is not among the last segments any more.
func TestLaterPlayersFindTheirPlace(t *testing.T) {
	if list := opening(3).early(); !strings.Contains(list, "EXT-X-START") {
		t.Errorf("on the edge of the gap they are not told:\n%s", list)
	}
	w := opening(4)
	if list := w.early(); strings.Contains(list, "EXT-X-START") {
		t.Errorf("told to begin behind their place:\n%s", list)
	}
	for n := range partsOf {
		if list := w.early(); !strings.Contains(list, gapPart) {
			t.Errorf("after %d segments the gap has no parts:\n%s", n, list)
		}
		w.endSegment(800*time.Millisecond, 0)
		w.part(part{data: []byte{1}, length: 200 * time.Millisecond, independent: true})
	}
	if list := w.early(); strings.Contains(list, gapPart) {
		t.Errorf("the gap has parts for ever:\n%s", list)
	}
}

// What a camera sent for a moment before its picture grew is nothing to begin with.
func TestAShortFirstSegmentIsSkipped(t *testing.T) {
	w := newLiveWindow(time.Unix(1000, 0))
	w.header(header{data: []byte("small"), codecs: "c", width: 320, height: 180})
	w.part(part{data: []byte{1}, length: 8 * time.Millisecond, independent: true})
	w.endSegment(8*time.Millisecond, 0)
	w.header(header{data: []byte("large"), codecs: "c", width: 640, height: 360})
	if w.hasPicture() {
		t.Fatal("begun with 8 ms")
	}
	w.part(part{data: []byte{1}, length: 200 * time.Millisecond, independent: true})
	if list := w.early(); !w.hasPicture() || !strings.Contains(list, "#EXT-X-START:TIME-OFFSET=12.009\n") {
		t.Errorf("it does not begin with the large picture:\n%s", list)
	}
}

// Whoever asks early in the first playlist does in the one that it names.
func TestEarlyIsPassedOn(t *testing.T) {
	w := opening(1)
	if master := w.master("?early"); !strings.HasSuffix(master, "\nlive.m3u8?early\n") {
		t.Error(master)
	}
	if master := w.master(""); !strings.HasSuffix(master, "\nlive.m3u8\n") {
		t.Error(master)
	}
}

// onePart is a camera that sends just enough pictures for one part.
type onePart struct{}

func (onePart) Suited(context.Context, string) (bool, error) { return true, nil }

func (onePart) Receive(ctx context.Context, _ string, take func(Sample)) error {
	for n := range warmUp {
		s := Sample{Video: true, Key: n == 0, Time: start + time.Duration(n)*time.Second/30, Data: [][]byte{{0x41, 0x9a}}}
		if s.Key {
			s.Data = append(slices.Clone(wide), []byte{0x65, 0x88})
		}
		take(s)
	}
	<-ctx.Done()
	return nil
}

// Of a picture that has just begun, whoever asks early has the playlist; no other part
// need come.
func TestTheEarlyPlaylistIsAnsweredWithOnePart(t *testing.T) {
	s := New(Config{Source: onePart{}, Key: "a secret", Log: slog.New(slog.DiscardHandler), Now: time.Now})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.Run(ctx) // it ends with ctx alone
	}()
	t.Cleanup(func() { stop(); <-ended })
	testkit.Eventually(t, "the server runs", s.Runs)
	path, _ := s.URL(t.Context(), "show.1", "tom")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, strings.Replace(path, "index.m3u8", "live.m3u8?early", 1), nil))
	if list := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(list, ".1.mp4") || !strings.Contains(list, "EXT-X-START") {
		t.Errorf("%d %s", w.Code, list)
	}
}
