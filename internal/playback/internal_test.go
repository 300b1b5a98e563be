package playback

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/id"
	"limelight/internal/testkit"
)

// generous grants everybody everything.
type generous struct{}

func (generous) Watch(_ context.Context, _ account.Caller, assetID string, _ Part) (Grant, error) {
	return Grant{MediaID: assetID}, nil
}

func (generous) Deliver(context.Context, account.Caller, string) (bool, error) { return true, nil }

func service(t testing.TB, now func() time.Time) *Service {
	return New(Deps{Rights: generous{}, Keys: testkit.Keys(t), Now: now, Log: slog.New(slog.DiscardHandler)})
}

// Many watch at once, in many tabs, while the clock goes on: each request has an answer that
// is good, and its delivery.
func TestConcurrentViewers(t *testing.T) {
	clock := testkit.NewClock()
	s := service(t, clock.Now)
	testkit.Together(8, func(i int) {
		viewer := account.Caller{ID: fmt.Sprint(i % 3)}
		by := right{assetID: "beach", part: Video, mediaID: "beach"}
		for range 200 {
			now := clock.Now()
			a, err := s.holds(t.Context(), viewer, by)
			if err == nil {
				err = s.deliver(t.Context(), viewer, by, a)
			}
			if err != nil || !a.asked.After(now.Add(-askedEvery)) {
				t.Errorf("an answer of %v at %v: %v", a.asked, now, err)
			}
			clock.Advance(100 * time.Millisecond)
		}
	})
}

// Names lead back to their numbers, and are all different.
func TestSegmentNames(t *testing.T) {
	s := service(t, time.Now)
	seen := map[string]bool{}
	for _, rendition := range []string{"480p", "720p"} {
		names := s.namesOf("beach", rendition)
		for n := range 5000 {
			name := segmentName(names, n)
			if back, ok := segmentNumber(names, name); !ok || back != n || seen[name] {
				t.Fatalf("%d is %s, which is %d, %v", n, name, back, ok)
			}
			seen[name] = true
		}
	}
}

// FuzzAddress: no token opens but one that was made here, for whom it was made.
func FuzzAddress(f *testing.F) {
	clock := testkit.NewClock()
	s := service(f, clock.Now)
	token, err := s.token(right{assetID: "beach", part: Video, mediaID: "m1", accountID: "tom", version: 3, until: clock.Now().Add(addressLife)})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{
		Prefix + token + "/master.m3u8", Prefix + token + "/480p/index.m3u8", Prefix + token + "/480p/init.mp4",
		Prefix + token + "/480p/00000000000000000000000000000000.m4s", Prefix + token + "/captions/en.vtt", Prefix + token + "/poster.jpg",
		Prefix, Prefix + "x/master.m3u8", Prefix + strings.Repeat("A", 100) + "/storyboard.vtt", Prefix + token + "/../master.m3u8", Prefix + token + "/captions/.vtt",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		w, ok := readPath(path)
		if !ok {
			return
		}
		leads := 0
		for _, is := range []bool{w.segment != "", w.file != "", w.caption != ""} {
			if is {
				leads++
			}
		}
		if leads != 1 || (w.rendition != "") != (w.segment != "" || w.file == "index.m3u8" || w.file == "init.mp4") {
			t.Errorf("%q leads to %+v", path, w)
		}
		if r, ok := s.open(w.token, "tom"); ok != (w.token == token) || ok && (r.assetID != "beach" || r.version != 3) {
			t.Errorf("%q opens: %v, as %+v", path, ok, r)
		}
		if _, ok := s.open(w.token, ""); ok {
			t.Errorf("%q opens for guests", path)
		}
		if w.segment != "" {
			if n, ok := segmentNumber(s.namesOf("m1", w.rendition), w.segment); ok && segmentName(s.namesOf("m1", w.rendition), n) != w.segment {
				t.Errorf("%q is the second name of %d", w.segment, n)
			}
		}
	})
}

// FuzzRight: what is read of a right is what would be written of it.
func FuzzRight(f *testing.F) {
	for _, seed := range []string{
		"beach|video|m1|tom|3|1793620800000", "beach|trailer|m1||0|0", "beach|both|m1||0|0", "||||||", "a|video|b|c|-1|99999999999999999999", "a|video|b|c|+1|1", "a|video|b|c|1|1|2",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, ok := readRight(text)
		if !ok {
			return
		}
		if !id.Valid(r.assetID) || !id.Valid(r.mediaID) || r.accountID != "" && !id.Valid(r.accountID) {
			t.Errorf("%q is %+v", text, r)
		}
		again, ok := readRight(r.text())
		if !ok || !again.until.Equal(r.until) || again.version != r.version || again.assetID != r.assetID || again.part != r.part || again.mediaID != r.mediaID || again.accountID != r.accountID {
			t.Errorf("%q is read as %+v, and that as %+v", text, r, again)
		}
	})
}
