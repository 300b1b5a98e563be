package playback_test

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/playback"
)

// Tom watches what he bought; nobody else gets a byte by his addresses, whoever they are.
func TestAddressesAreBoundToAnAccount(t *testing.T) {
	h := setup(t)
	p := h.begin(t, h.tom, "beach", playback.Video)
	segment := h.segments(t, h.tom, p)[0]
	all := []string{
		p.Playlist, p.PosterURL, p.PreviewURL, p.StoryboardURL, p.Captions[0].URL, segment, folder(p) + "storyboard.jpg",
		folder(p) + "480p/index.m3u8", folder(p) + "480p/init.mp4",
	}
	for _, path := range all {
		if h.fetch(t, h.tom, path) == "" {
			t.Errorf("%s is empty", path)
		}
		h.refuses(t, "another member's", h.ann, path)
		h.refuses(t, "a guest's", h.guest, path)
		h.refuses(t, "the performer's, under his address", h.nina, path)
		h.refuses(t, "staff's, under his address", h.ada, path)
	}
}

// Only who may watch is given an address; a trailer is for everybody, guests too, and its
// address leads to nothing of the video.
func TestWhoIsGivenAnAddress(t *testing.T) {
	h := setup(t)
	for _, viewer := range []account.Caller{h.ann, h.guest} {
		if _, err := h.Begin(t.Context(), viewer, "beach", playback.Video); !errors.Is(err, playback.ErrNone) {
			t.Errorf("%q: %v", viewer.ID, err)
		}
	}
	for _, viewer := range []account.Caller{h.nina, h.ada, h.tom} {
		p := h.begin(t, viewer, "beach", playback.Video)
		h.fetch(t, viewer, h.segments(t, viewer, p)[0])
	}
	video := h.segments(t, h.tom, h.begin(t, h.tom, "beach", playback.Video))[0]
	for _, viewer := range []account.Caller{h.guest, h.ann} {
		p := h.begin(t, viewer, "beach", playback.Trailer)
		h.fetch(t, viewer, h.segments(t, viewer, p)[0])
		h.refuses(t, "a segment of the video by the trailer's address", viewer, folder(p)+video[strings.Index(video, "480p/"):])
	}
}

// A segment's name is one of its own rendition and media, and of no other.
func TestNamesOfOtherMedia(t *testing.T) {
	h := setup(t)
	h.rights.owns["tom"] = true
	beach, forest := h.begin(t, h.tom, "beach", playback.Video), h.begin(t, h.tom, "forest", playback.Video)
	mine, others := h.segments(t, h.tom, beach), h.segments(t, h.tom, forest)
	for i, path := range others {
		name := path[strings.LastIndex(path, "/")+1:]
		h.refuses(t, "a segment of another video", h.tom, folder(beach)+"480p/"+name)
		h.refuses(t, "a segment of another rendition", h.tom, folder(beach)+"720p/"+mine[i][strings.LastIndex(mine[i], "/")+1:])
		if name == mine[i][strings.LastIndex(mine[i], "/")+1:] {
			t.Error("segments of two videos have one name")
		}
	}
	for _, name := range []string{"0.m4s", "00000000000000000000000000000000.m4s", "1.m4s", "../480p/index.m3u8", "init.m4s"} {
		h.refuses(t, name, h.tom, folder(beach)+"480p/"+name)
	}
}

// After ten minutes an address is over; the next one goes on with the same names, so that a
// player only puts the new token in the old one's place.
func TestRenewal(t *testing.T) {
	h := setup(t)
	p := h.begin(t, h.tom, "beach", playback.Video)
	if want := h.clock.Now().Add(10 * time.Minute); !p.ExpiresAt.Equal(want) {
		t.Errorf("it expires at %v, want %v", p.ExpiresAt, want)
	}
	list := h.segments(t, h.tom, p)
	h.clock.Advance(10*time.Minute - time.Millisecond)
	h.fetch(t, h.tom, list[1])
	h.clock.Advance(time.Millisecond)
	h.refuses(t, "an old address", h.tom, list[1])

	h.clock.Advance(time.Hour) // a pause
	next := h.begin(t, h.tom, "beach", playback.Video)
	seek := strings.Replace(list[2], folder(p), folder(next), 1)
	if h.fetch(t, h.tom, seek) != string(h.media.videos["beach-video"].renditions[0].data[180_100:]) {
		t.Error("after an hour it is another segment")
	}
}

// What ends a right ends it two seconds later at most, whatever the address says.
func TestARightThatEnds(t *testing.T) {
	for name, ends := range map[string]func(h *fixture){
		"a refund":      func(h *fixture) { delete(h.rights.owns, "tom") },
		"a new version": func(h *fixture) { h.rights.version++ },
		"other media":   func(h *fixture) { h.rights.renewed = "-2" },
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			p := h.begin(t, h.tom, "beach", playback.Video)
			list := h.segments(t, h.tom, p)
			h.fetch(t, h.tom, list[0])
			ends(h)
			h.clock.Advance(2 * time.Second)
			for _, path := range append(list, p.Playlist, p.PosterURL, p.PreviewURL, p.Captions[0].URL) {
				h.refuses(t, name, h.tom, path)
			}
		})
	}
	t.Run("a login that is over", func(t *testing.T) {
		h := setup(t)
		list := h.segments(t, h.tom, h.begin(t, h.tom, "beach", playback.Video))
		h.refuses(t, "at once", h.guest, list[0])
	})
	t.Run("a country", func(t *testing.T) {
		h := setup(t)
		h.rights.blocked = "AT"
		for _, part := range []playback.Part{playback.Video, playback.Trailer} {
			list := h.segments(t, h.tom, h.begin(t, h.tom, "beach", part))
			abroad := h.tom
			abroad.Country = "AT"
			h.refuses(t, "from there", abroad, list[0])
			h.fetch(t, h.tom, list[0])
			if _, err := h.Begin(t.Context(), abroad, "beach", part); !errors.Is(err, playback.ErrNone) {
				t.Errorf("from there: %v", err)
			}
		}
	})
}

// A slow reader does not go on with a segment whose right has ended.
func TestAnAnswerUnderWayStops(t *testing.T) {
	h := setup(t)
	list := h.segments(t, h.tom, h.begin(t, h.tom, "beach", playback.Video))
	reads := 0
	h.store.read = func() {
		if reads++; reads == 1 {
			delete(h.rights.owns, "tom")
			h.clock.Advance(2 * time.Second)
		}
	}
	answer := h.ask(h.tom, http.MethodGet, list[0], nil)
	if n := answer.Body.Len(); reads != 1 || n == 0 || n >= 100_000 {
		t.Errorf("%d bytes in %d reads", n, reads)
	}
}

// Rights is asked once in two seconds of watching, and at once by who wants an address.
func TestHowOftenRightsIsAsked(t *testing.T) {
	h := setup(t)
	list := h.segments(t, h.tom, h.begin(t, h.tom, "beach", playback.Video))
	for range 5 {
		h.fetch(t, h.tom, list[0])
	}
	if h.rights.asked != 1 || len(h.rights.delivered) != 1 {
		t.Errorf("asked %d times, delivered %d times", h.rights.asked, len(h.rights.delivered))
	}
	h.clock.Advance(2 * time.Second)
	h.fetch(t, h.tom, list[0])
	h.fetch(t, h.tom, list[1])
	if h.rights.asked != 2 || len(h.rights.delivered) != 2 {
		t.Errorf("two seconds later asked %d times, delivered %d times", h.rights.asked, len(h.rights.delivered))
	}
	h.begin(t, h.tom, "beach", playback.Video)
	if h.rights.asked != 3 {
		t.Errorf("a new address: asked %d times", h.rights.asked)
	}
}

// Who has just bought it watches at once: a refusal is not kept.
func TestARefusalIsNotKept(t *testing.T) {
	h := setup(t)
	p := h.begin(t, h.tom, "beach", playback.Video)
	list := h.segments(t, h.tom, p)
	delete(h.rights.owns, "tom")
	h.clock.Advance(2 * time.Second)
	h.refuses(t, "while it is not his", h.tom, list[0])
	h.rights.owns["tom"] = true
	h.fetch(t, h.tom, list[0])
}

// Where nobody can be asked, no byte goes out, and the log says why.
func TestRightsUnavailable(t *testing.T) {
	h := setup(t)
	list := h.segments(t, h.tom, h.begin(t, h.tom, "beach", playback.Video))
	h.rights.broken = errors.New("the database is away")
	h.clock.Advance(2 * time.Second)
	if got := h.ask(h.tom, http.MethodGet, list[0], nil); got.Code != http.StatusInternalServerError || got.Body.Len() > 200 {
		t.Errorf("answered %d with %d bytes", got.Code, got.Body.Len())
	}
	if said := h.logged.String(); !strings.Contains(said, "the database is away") {
		t.Errorf("the log says %q", said)
	}
}

// The first byte of a segment is the delivery; asking for its size, or for a playlist, a
// poster and what comes before the segments is none.
func TestDelivery(t *testing.T) {
	h := setup(t)
	p := h.begin(t, h.tom, "beach", playback.Video)
	list := h.segments(t, h.tom, p)
	h.fetch(t, h.tom, p.PosterURL)
	h.fetch(t, h.tom, p.StoryboardURL)
	h.fetch(t, h.tom, folder(p)+"480p/init.mp4")
	if head := h.ask(h.tom, http.MethodHead, list[0], nil); head.Code != http.StatusOK || head.Body.Len() != 0 || head.Header().Get("Content-Length") != "100000" {
		t.Errorf("HEAD is answered %d, %v", head.Code, head.Header())
	}
	if len(h.rights.delivered) != 0 {
		t.Fatalf("delivered: %v", h.rights.delivered)
	}
	for _, path := range []string{list[0], p.PreviewURL, folder(p) + "storyboard.jpg", p.Captions[0].URL} {
		h.clock.Advance(2 * time.Second)
		h.rights.delivered = nil
		h.ask(h.tom, http.MethodGet, path, map[string]string{"Range": "bytes=0-0"})
		if !slices.Equal(h.rights.delivered, []string{"tom beach"}) {
			t.Errorf("%s: delivered %v", path, h.rights.delivered)
		}
	}
	h.clock.Advance(2 * time.Second)
	h.rights.delivered = nil
	trailer := h.segments(t, h.tom, h.begin(t, h.tom, "beach", playback.Trailer))
	h.fetch(t, h.tom, trailer[0])
	if len(h.rights.delivered) != 0 {
		t.Errorf("a trailer: delivered %v", h.rights.delivered)
	}
	h.rights.undone = true
	h.refuses(t, "undone meanwhile", h.ann, list[0])
	if got := h.ask(h.tom, http.MethodGet, list[0], nil); got.Code != http.StatusNotFound || got.Body.Len() > 200 {
		t.Errorf("undone meanwhile: answered %d with %d bytes", got.Code, got.Body.Len())
	}
}

// A thousand addresses that were changed in one place give no byte.
func TestChangedAddresses(t *testing.T) {
	h := setup(t)
	p := h.begin(t, h.tom, "beach", playback.Video)
	segment := h.segments(t, h.tom, p)[0]
	token := strings.Split(segment, "/")[3]
	random := rand.New(rand.NewPCG(14, 7)) // the same changes each time
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	tried := 0
	for tried < 1000 {
		changed, at := []byte(token), random.IntN(len(token))
		switch random.IntN(4) {
		case 0:
			changed = changed[:at]
		case 1:
			changed = slices.Insert(changed, at, letters[random.IntN(64)])
		default:
			changed[at] = letters[random.IntN(64)]
		}
		if string(changed) == token {
			continue
		}
		tried++
		h.refuses(t, string(changed), h.tom, strings.Replace(segment, token, string(changed), 1))
	}
	for i := range letters { // the last one has bits that say nothing
		changed := token[:len(token)-1] + letters[i:i+1]
		if changed != token {
			h.refuses(t, changed, h.tom, strings.Replace(segment, token, changed, 1))
		}
	}
	if len(h.rights.delivered) != 0 {
		t.Errorf("delivered: %v", h.rights.delivered)
	}
}
