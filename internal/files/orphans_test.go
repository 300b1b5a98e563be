package files

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/blob"
	"limelight/internal/kit/id"
	"limelight/internal/testkit"
)

func (h *fixture) leave(t *testing.T, key string) {
	t.Helper()
	if err := h.Store.Put(t.Context(), key, strings.NewReader("x"), 1); err != nil {
		t.Fatal(err)
	}
}

// A crash between bytes and row leaves orphans; a day later they go, and nothing
// else does.
func TestOrphans(t *testing.T) {
	h := setup(t)
	kept, err := h.save(t, "me.jpg", jpegOf(t, 300, 300))
	if err != nil {
		t.Fatal(err)
	}
	old, oldPaper, oldPhoto := id.New(h.clock.Now()), id.New(h.clock.Now()), id.New(h.clock.Now())
	h.leave(t, "images/"+old+"/a")
	h.leave(t, "images/"+old+"/b")
	h.leave(t, "documents/"+oldPaper+"/sealed")
	h.leave(t, "photos/"+oldPhoto+"/full.webp")
	h.leave(t, "images/of-somebody-else/a")
	h.leave(t, "snapshots/nina/1")

	if swept, err := h.SweepOrphans(t.Context()); err != nil || swept != 0 {
		t.Errorf("%d were swept while uploads may be under way (%v)", swept, err)
	}
	h.clock.Advance(25 * time.Hour)
	young := id.New(h.clock.Now())
	h.leave(t, "images/"+young+"/a")
	if swept, err := h.SweepOrphans(t.Context()); err != nil || swept != 3 {
		t.Errorf("%d were swept, want the old picture, the old document and the old photo (%v)", swept, err)
	}
	left := h.stored(t)
	for key := range left {
		if strings.Contains(key, old) || strings.Contains(key, oldPaper) || strings.Contains(key, oldPhoto) {
			t.Errorf("%s is still there", key)
		}
	}
	for _, key := range []string{"images/of-somebody-else/a", "snapshots/nina/1", "images/" + young + "/a"} {
		if _, there := left[key]; !there {
			t.Errorf("%s is gone", key)
		}
	}
	if _, err := h.Get(t.Context(), kept.ID); err != nil || len(left) < 4 {
		t.Errorf("the picture with a row: %v, among %d blobs", err, len(left))
	}
}

// Behind another database nearly everything is an orphan: nothing is dropped.
func TestSweepWithAnotherDatabase(t *testing.T) {
	h := setup(t)
	for i := range 30 {
		h.leave(t, fmt.Sprintf("images/%s/a%d", id.New(h.clock.Now()), i))
	}
	if _, err := h.save(t, "me.jpg", jpegOf(t, 300, 300)); err != nil {
		t.Fatal(err)
	}
	before := len(h.stored(t))
	h.clock.Advance(25 * time.Hour)
	if swept, err := h.SweepOrphans(t.Context()); !errors.Is(err, blob.ErrManyOrphans) || swept != 0 {
		t.Errorf("%d were swept (%v)", swept, err)
	}
	if after := len(h.stored(t)); after != before {
		t.Errorf("%d blobs are left of %d", after, before)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); n != 1 {
		t.Errorf("%d rows are left", n)
	}
}

// A row whose bytes are gone is found, and so are bytes that should have been swept.
func TestLostFiles(t *testing.T) {
	h := setup(t)
	kept, err := h.save(t, "me.jpg", jpegOf(t, 300, 300))
	if err != nil {
		t.Fatal(err)
	}
	finds := func(want string) {
		t.Helper()
		found, err := h.Lost(t.Context())
		if err != nil || strings.Join(found, "; ") != want {
			t.Errorf("found %v (%v), want %s", found, err, want)
		}
	}
	if _, err := h.SavePhoto(t.Context(), "nina", Photo, "beach.jpg", bytes.NewReader(jpegOf(t, 300, 300)), Limits{}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.SaveImage(t.Context(), "site", Site, "logo.png", bytes.NewReader(pngOf(t, photo(64, 64))), Limits{}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.SaveDocument(t.Context(), "nina", "passport.jpg", bytes.NewReader(jpegOf(t, 300, 300)), Limits{}); err != nil {
		t.Fatal(err)
	}
	finds("")
	old := id.New(h.clock.Now())
	h.leave(t, "photos/"+old+"/full.webp")
	h.clock.Advance(49 * time.Hour)
	finds("files.row: " + old + ": has bytes in photos and no row")
	if err := h.Store.DeleteAll(t.Context(), "photos/"+old); err != nil {
		t.Fatal(err)
	}
	loses := func(name string) {
		t.Helper()
		if err := h.Store.Delete(t.Context(), kept.folder()+"/"+name); err != nil {
			t.Fatal(err)
		}
	}
	h.leave(t, kept.folder()+"/avatar.avif") // of a try that has not come to its end
	finds("")
	h.leave(t, kept.folder()+"/avatar-128.avif")
	testkit.Exec(t, h.db, `UPDATE files SET avif = 'avatar avatar-128' WHERE id = $1`, kept.ID)
	finds("")
	loses("avatar.avif")
	finds("files.bytes: " + kept.ID + ": has 1 of its 2 variants as AVIF")
	loses("avatar.jpg")
	finds("files.bytes: " + kept.ID + ": has 3 of its 4 variants")
	if err := h.Store.DeleteAll(t.Context(), kept.folder()); err != nil {
		t.Fatal(err)
	}
	finds("files.bytes: " + kept.ID + ": has a row and no bytes")
}
