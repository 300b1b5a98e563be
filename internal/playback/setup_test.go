package playback_test

import (
	"bytes"
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/transcode"
	"limelight/internal/playback"
	"limelight/internal/testkit"
)

// fixture has one video of Nina's, "beach", with a trailer, and another, "forest". Tom has
// bought the beach; Ann has bought nothing; Ada is staff.
type fixture struct {
	*playback.Service
	rights *rights
	media  *media
	store  *hooked
	clock  *testkit.Clock
	db     *db.DB
	logged *strings.Builder

	tom, ann, nina, ada, guest account.Caller
}

func setup(t testing.TB) *fixture {
	t.Helper()
	store, err := blob.OpenFolder(t.TempDir())
	check(t, err)
	t.Cleanup(func() { _ = store.Close() })
	return setupOn(t, store)
}

func setupOn(t testing.TB, store blob.Store) *fixture {
	t.Helper()
	h := &fixture{
		db: testkit.DB(t), clock: testkit.NewClock(), store: &hooked{Store: store}, logged: &strings.Builder{},
		media:  &media{videos: map[string]*video{}},
		rights: &rights{owns: map[string]bool{"tom": true}, version: 1, duration: 600_000},
	}
	h.Service = playback.New(playback.Deps{
		DB: h.db, Media: h.media, Rights: h.rights, Store: h.store, Keys: testkit.Keys(t), Now: h.clock.Now,
		Log: slog.New(slog.NewTextHandler(h.logged, nil)),
	})
	h.tom, h.ann = testkit.Person(t, h.db, account.Member, "tom"), testkit.Person(t, h.db, account.Member, "ann")
	h.nina, h.ada = testkit.Person(t, h.db, account.Performer, "nina"), testkit.Person(t, h.db, account.Admin, "ada")
	for _, asset := range []string{"beach", "forest"} {
		testkit.Exec(t, h.db, `
			INSERT INTO assets (id, kind, performer_id, title, price, status, version, created_at, updated_at)
			VALUES ($1, 'video', 'nina', $1, 100, 'draft', 1, 0, 0)`, asset)
		for _, part := range []string{"video", "trailer"} {
			h.video(t, asset+"-"+part)
		}
	}
	const words = "WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n"
	put(t, store, "captions/en", []byte(words))
	h.rights.captions = []playback.Caption{{ID: "en", Language: "en", Label: "English", File: playback.Range{Key: "captions/en", Length: int64(len(words))}}}
	return h
}

// video keeps bytes that stand for two renditions of three segments, and the files beside them.
func (h *fixture) video(t testing.TB, mediaID string) {
	t.Helper()
	random := rand.NewChaCha8([32]byte([]byte(mediaID + strings.Repeat(".", 32))[:32]))
	data := make([]byte, 240_100)
	_, err := random.Read(data)
	check(t, err)
	index := transcode.Index{Width: 854, Height: 480, PictureCodec: "avc1.4d401f", Header: 100}
	for i, size := range []int64{100_000, 80_000, 60_000} {
		start := []int64{100, 100_100, 180_100}[i]
		index.Segments = append(index.Segments, transcode.Segment{
			Offset: start, Size: size, Start: time.Duration(2*i) * time.Second, Duration: 2 * time.Second, Frames: 60, Key: true,
		})
	}
	h.keep(t, mediaID, "480p", data, index)
	index.Width, index.Height = 1280, 720
	h.keep(t, mediaID, "720p", data, index)
	for name, text := range map[playback.File]string{
		playback.Poster: "a poster of " + mediaID, playback.Preview: "a preview of " + mediaID, playback.Storyboard: "a sheet of " + mediaID, playback.Cues: "WEBVTT\n\nstoryboard.jpg#xywh=0,0,160,90",
	} {
		key := "videos/" + mediaID + "/" + strings.ToLower(string(name))
		put(t, h.store, key, []byte(text))
		h.media.videos[mediaID].files[name] = playback.Range{Key: key, Length: int64(len(text))}
	}
}

func (h *fixture) keep(t testing.TB, mediaID, rendition string, data []byte, index transcode.Index) {
	t.Helper()
	key := "videos/" + mediaID + "/" + rendition + ".mp4"
	put(t, h.store, key, data)
	f := h.media.videos[mediaID]
	if f == nil {
		f = &video{files: map[playback.File]playback.Range{}}
		h.media.videos[mediaID] = f
	}
	f.renditions = append(f.renditions, kept{rendition, key, data, index})
}

func put(t testing.TB, store blob.Store, key string, data []byte) {
	t.Helper()
	check(t, store.Put(context.Background(), key, bytes.NewReader(data), int64(len(data))))
}

// media finds its way in the indices that kit/transcode makes.
type media struct{ videos map[string]*video }

type video struct {
	renditions []kept
	files      map[playback.File]playback.Range
}

type kept struct {
	name, key string
	data      []byte
	index     transcode.Index
}

func (m *media) rendition(mediaID, name string) (kept, error) {
	if f := m.videos[mediaID]; f != nil {
		for _, r := range f.renditions {
			if r.name == name {
				return r, nil
			}
		}
	}
	return kept{}, playback.ErrNone
}

func (m *media) Master(_ context.Context, mediaID string, address func(string) string) (string, error) {
	f := m.videos[mediaID]
	if f == nil {
		return "", playback.ErrNone
	}
	var list []transcode.Variant
	for _, r := range f.renditions {
		list = append(list, transcode.Variant{
			Rendition: transcode.Rendition{Name: r.name, Rate: transcode.Rational{Num: 30, Den: 1}}, Index: r.index, URI: address(r.name),
		})
	}
	text, err := transcode.Master(list)
	return string(text), err
}

func (m *media) Playlist(_ context.Context, mediaID, rendition, header string, segment func(int) string) (string, error) {
	r, err := m.rendition(mediaID, rendition)
	if err != nil {
		return "", err
	}
	text, err := r.index.Playlist(rendition, func(_ string, n int) string {
		if n == 0 {
			return header
		}
		return segment(n - 1)
	})
	return string(text), err
}

func (m *media) Segment(_ context.Context, mediaID, rendition string, n int) (playback.Range, error) {
	r, err := m.rendition(mediaID, rendition)
	switch {
	case err != nil:
		return playback.Range{}, err
	case n == playback.Header:
		return playback.Range{Key: r.key, Length: r.index.Header}, nil
	case n < 0 || n >= len(r.index.Segments):
		return playback.Range{}, playback.ErrNone
	}
	s := r.index.Segments[n]
	return playback.Range{Key: r.key, Offset: s.Offset, Length: s.Size}, nil
}

func (m *media) File(_ context.Context, mediaID string, name playback.File) (playback.Range, error) {
	if f := m.videos[mediaID]; f != nil && f.files[name].Key != "" {
		return f.files[name], nil
	}
	return playback.Range{}, playback.ErrNone
}

// rights lets who owns them watch videos, and everybody watch trailers, but nobody from the
// country that Nina blocks.
type rights struct {
	owns     map[string]bool
	version  int64
	duration int64
	captions []playback.Caption
	blocked  string
	renewed  string // behind the ids of media: they were made anew
	undone   bool   // between the question who may watch, and the delivery
	broken   error  // nobody can be asked

	asked     int
	delivered []string
}

func (r *rights) Watch(_ context.Context, viewer account.Caller, assetID string, part playback.Part) (playback.Grant, error) {
	r.asked++
	owner := viewer.ID == "nina" || viewer.Role == account.Admin
	switch {
	case r.broken != nil:
		return playback.Grant{}, r.broken
	case assetID != "beach" && assetID != "forest",
		!owner && viewer.Country != "" && viewer.Country == r.blocked,
		!owner && part == playback.Video && !r.owns[viewer.ID]:
		return playback.Grant{}, playback.ErrNone
	}
	return playback.Grant{MediaID: assetID + "-" + string(part) + r.renewed, Version: r.version, DurationMS: r.duration, Captions: r.captions}, nil
}

func (r *rights) Deliver(_ context.Context, viewer account.Caller, assetID string) (bool, error) {
	if r.undone {
		return false, nil
	}
	r.delivered = append(r.delivered, viewer.ID+" "+assetID)
	return true, nil
}

// hooked is a store that tells of each read.
type hooked struct {
	blob.Store
	read func()
}

func (s *hooked) Open(ctx context.Context, key string) (blob.Object, error) {
	o, err := s.Store.Open(ctx, key)
	if err != nil || s.read == nil {
		return o, err
	}
	return hookedObject{o, s.read}, nil
}

type hookedObject struct {
	blob.Object
	read func()
}

func (o hookedObject) Read(p []byte) (int, error) {
	n, err := o.Object.Read(p)
	o.read()
	return n, err
}

// begin is what a viewer is given to watch.
func (h *fixture) begin(t testing.TB, viewer account.Caller, assetID string, part playback.Part) playback.Playback {
	t.Helper()
	p, err := h.Begin(t.Context(), viewer, assetID, part)
	check(t, err)
	return p
}

// folder is where everything of a playback is, with a slash at its end.
func folder(p playback.Playback) string { return strings.TrimSuffix(p.Playlist, "master.m3u8") }

// segments are the addresses of the segments of the first rendition, as a player finds them.
func (h *fixture) segments(t testing.TB, viewer account.Caller, p playback.Playback) (list []string) {
	t.Helper()
	first := folder(p) + firstLine(t, h.fetch(t, viewer, p.Playlist))
	for line := range strings.Lines(h.fetch(t, viewer, first)) {
		if !strings.HasPrefix(line, "#") {
			list = append(list, strings.TrimSuffix(first, "index.m3u8")+strings.TrimSpace(line))
		}
	}
	if len(list) == 0 {
		t.Fatal("the playlist is empty")
	}
	return list
}

var addressLine = regexp.MustCompile(`(?m)^[^#\n].*$`)

func firstLine(t testing.TB, playlist string) string {
	t.Helper()
	line := addressLine.FindString(playlist)
	if line == "" {
		t.Fatalf("it names nothing: %s", playlist)
	}
	return line
}

// fetch is what a viewer is given under an address.
func (h *fixture) fetch(t testing.TB, viewer account.Caller, path string) string {
	t.Helper()
	answer := h.ask(viewer, http.MethodGet, path, nil)
	if answer.Code != http.StatusOK {
		t.Fatalf("GET %s as %q is answered %d: %s", path, viewer.ID, answer.Code, answer.Body)
	}
	return answer.Body.String()
}

func (h *fixture) ask(viewer account.Caller, method, path string, header map[string]string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for name, value := range header {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r.WithContext(account.WithCaller(r.Context(), viewer)))
	return w
}

// refuses wants the answer to what does not exist, byte for byte.
func (h *fixture) refuses(t testing.TB, what string, viewer account.Caller, path string) {
	t.Helper()
	nothing := h.ask(h.guest, http.MethodGet, "/media/videos/nothing", nil)
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		got := h.ask(viewer, method, path, map[string]string{"Range": "bytes=0-9"})
		if got.Code != http.StatusNotFound || got.Body.String() != nothing.Body.String() || got.Header().Get("ETag") != "" {
			t.Errorf("%s: %s is answered %d %.200q", what, method, got.Code, got.Body)
		}
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
