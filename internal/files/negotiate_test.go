package files

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/ttlcache"
	"limelight/internal/testkit"
)

// withAVIF is a picture that is there as AVIF, which costs nobody a processor.
func (h *fixture) withAVIF(t *testing.T) File {
	t.Helper()
	f, err := h.save(t, "face.jpg", scenery(t, 256, 256))
	if err != nil {
		t.Fatal(err)
	}
	h.leave(t, f.folder()+"/avatar.avif")
	testkit.Exec(t, h.db, `UPDATE files SET avif = 'avatar' WHERE id = $1`, f.ID)
	return f
}

func (h *fixture) goesOutAs(t *testing.T, f File, want string) {
	t.Helper()
	if got := h.fetch(f.URL(), chrome); got.Code != http.StatusOK || got.Header().Get("Content-Type") != want {
		t.Errorf("it goes out as %s (%d), want %s", got.Header().Get("Content-Type"), got.Code, want)
	}
}

// holdsReads takes every connection that reads until it is let go: the database hangs.
func (h *fixture) holdsReads(t *testing.T) (letGo func()) {
	t.Helper()
	hold := make(chan struct{})
	var readers sync.WaitGroup
	for range 64 {
		readers.Go(func() {
			_ = h.db.Read(t.Context(), func(context.Context, *db.Tx) error { <-hold; return nil })
		})
	}
	letGo = sync.OnceFunc(func() { close(hold); readers.Wait() })
	t.Cleanup(letGo)
	testkit.Eventually(t, "no connection is left", func() bool {
		ctx, end := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer end()
		return h.db.Read(ctx, func(context.Context, *db.Tx) error { return nil }) != nil
	})
	return letGo
}

// A picture does not wait for a database that hangs: it goes as WebP, and the log says so once in a
// while. Once the database is back, it goes as AVIF.
func TestAPictureDoesNotWaitForTheDatabase(t *testing.T) {
	h := setup(t)
	f := h.withAVIF(t)
	var said bytes.Buffer
	h.Log = slog.New(slog.NewTextHandler(&said, nil))
	says := func(times int) {
		t.Helper()
		if got := strings.Count(said.String(), "level=WARN"); got != times {
			t.Errorf("it is said %d times, want %d: %s", got, times, &said)
		}
	}
	letGo := h.holdsReads(t)
	h.lookTime = avifLookTime
	for range 3 {
		h.goesOutAs(t, f, "image/webp")
	}
	says(1)
	h.clock.Advance(avifSaidFor)
	h.goesOutAs(t, f, "image/webp")
	says(2)
	letGo()
	h.lookTime = time.Minute // a busy machine is no subject any more
	h.goesOutAs(t, f, "image/avif")
	says(2)
}

// Unknown ids are not cached.
func TestUnknownIDsAreNotCached(t *testing.T) {
	h := setup(t)
	h.avifs = ttlcache.New[string, string](avifsFor, 1)
	if got := h.fetch(URL(id.New(h.clock.Now()), "avatar.webp"), chrome); got.Code != http.StatusNotFound {
		t.Errorf("a picture of nothing is answered %d", got.Code)
	}
	f := h.withAVIF(t)
	h.goesOutAs(t, f, "image/avif")
	if _, found := h.avifs.Get(f.ID, h.clock.Now()); !found {
		t.Error("a picture finds no place beside an id of nothing")
	}
}

// An AVIF that was lost hides nothing: the WebP goes, of photos as well.
func TestALostAVIFGoesAsWebP(t *testing.T) {
	h := setup(t)
	f := h.withAVIF(t)
	photo, err := h.SavePhoto(t.Context(), "nina", Photo, "beach.jpg", bytes.NewReader(scenery(t, 500, 400)), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	testkit.Exec(t, h.db, `UPDATE files SET avif = 'card' WHERE id = $1`, photo.ID)
	h.goesOutAs(t, f, "image/avif")
	if err := h.Store.Delete(t.Context(), f.folder()+"/avatar.avif"); err != nil {
		t.Fatal(err)
	}
	h.goesOutAs(t, f, "image/webp")
	got := fetch(h.ServePhotos(tomsPhotos{photoID: photo.ID}), "tom", http.MethodGet, PhotoURL(photoID, CardSize), "Accept", chrome)
	if got.Code != http.StatusOK || got.Header().Get("Content-Type") != "image/webp" || !strings.Contains(got.Header().Get("ETag"), "card.webp") {
		t.Errorf("a photo is answered %d %v", got.Code, got.Header())
	}
}
