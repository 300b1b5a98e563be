package files

import (
	"bytes"
	"context"
	"errors"
	"image"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/testkit"
)

// tomsPhotos lets tom have the photos by their ids, and everybody their blurs.
type tomsPhotos map[string]string

func (p tomsPhotos) PhotoFile(ctx context.Context, photoID string, v Variant, _ string) (string, error) {
	switch who := account.CallerFrom(ctx).ID; {
	case who == "fred":
		return "", errors.New("the database is away")
	case p[photoID] == "" || v != Blur && who != "tom":
		return "", ErrNone
	}
	return p[photoID], nil
}

const photoID = "01k9xq7r3m8v5w2t4y6z0a1b2c"

// gallery serves one photo of 900 × 600.
func gallery(t *testing.T) (*fixture, http.Handler, File) {
	t.Helper()
	h := setup(t)
	f, err := h.SavePhoto(t.Context(), "nina", Photo, "beach.jpg", bytes.NewReader(jpegOf(t, 900, 600)), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return h, h.ServePhotos(tomsPhotos{photoID: f.ID}), f
}

func fetch(photos http.Handler, who, method, path string, header ...string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	answer := httptest.NewRecorder()
	photos.ServeHTTP(answer, req.WithContext(account.WithCaller(req.Context(), account.Caller{ID: who, Role: account.Member})))
	return answer
}

func TestPhotoVariants(t *testing.T) {
	h, _, f := gallery(t)
	stored := h.stored(t)
	sizes := map[string]image.Point{"full": {900, 600}, "page": {900, 600}, "card": {480, 320}, "blur": {48, 32}}
	if len(stored) != 2*len(sizes) || !f.Private || f.Width != 900 || f.Blurhash == "" {
		t.Errorf("%d blobs of %+v", len(stored), f)
	}
	for name, want := range sizes {
		for _, ext := range []string{".webp", ".jpg"} {
			size, _, err := image.DecodeConfig(bytes.NewReader(stored["photos/"+f.ID+"/"+name+ext]))
			if err != nil || size.Width != want.X || size.Height != want.Y {
				t.Errorf("%s%s is %d × %d (%v), want %v", name, ext, size.Width, size.Height, err, want)
			}
		}
	}
}

// A photo is a private file: neither the public address of pictures nor the calls for
// documents give it out.
func TestPhotosHaveNoPublicAddress(t *testing.T) {
	h, _, f := gallery(t)
	for _, variant := range []string{"full.webp", "page.jpg", "card.webp", "blur.jpg"} {
		answer := httptest.NewRecorder()
		h.Serve(answer, httptest.NewRequest(http.MethodGet, "/files/"+f.ID+"/"+variant, nil))
		if answer.Code != http.StatusNotFound {
			t.Errorf("%s is public: %d", variant, answer.Code)
		}
	}
	if _, err := h.OpenDocument(t.Context(), f.ID, "ada", "a look"); !errors.Is(err, ErrNone) {
		t.Errorf("it is opened as a document: %v", err)
	}
}

// Who has no right is answered as of a photo that does not exist, byte for byte.
func TestPhotosAreHidden(t *testing.T) {
	_, photos, _ := gallery(t)
	nothing := strings.Replace(photoID, "01", "02", 1)
	for _, who := range []string{"", "ann"} {
		for _, variant := range []string{"full.webp", "full.jpg", "page.webp", "card.webp"} {
			hidden := fetch(photos, who, "GET", "/files/photos/"+photoID+"/"+variant)
			absent := fetch(photos, who, "GET", "/files/photos/"+nothing+"/"+variant)
			if hidden.Code != http.StatusNotFound || !bytes.Equal(hidden.Body.Bytes(), absent.Body.Bytes()) || !sameHeaders(hidden, absent) {
				t.Errorf("%q is answered %d %s %v", who, hidden.Code, hidden.Body, hidden.Header())
			}
		}
	}
	for _, path := range []string{"/files/photos/" + photoID + "/sealed", "/files/photos/" + photoID + "/full.png", "/files/photos/" + photoID + "/../full.webp", "/files/photos/x/full.webp"} {
		if got := fetch(photos, "tom", "GET", path); got.Code != http.StatusNotFound {
			t.Errorf("%s is answered %d", path, got.Code)
		}
	}
	if got := fetch(photos, "tom", "POST", "/files/photos/"+photoID+"/full.webp"); got.Code != http.StatusNotFound {
		t.Errorf("a POST is answered %d", got.Code)
	}
	if got := fetch(photos, "fred", "GET", "/files/photos/"+photoID+"/full.webp"); got.Code != http.StatusInternalServerError || got.Body.Len() > 200 {
		t.Errorf("a right that could not be asked for is answered %d %s", got.Code, got.Body)
	}
}

func sameHeaders(a, b *httptest.ResponseRecorder) bool {
	for name, values := range a.Header() {
		if !slices.Equal(values, b.Header()[name]) {
			return false
		}
	}
	return len(a.Header()) == len(b.Header())
}

// A buyer gets the picture whole, in parts, and not again while it is the same; caches
// may not show it to others, nor without asking.
func TestPhotosAreServed(t *testing.T) {
	h, photos, f := gallery(t)
	stored := h.stored(t)["photos/"+f.ID+"/full.webp"]
	path := "/files/photos/" + photoID + "/full.webp"
	whole := fetch(photos, "tom", "GET", path)
	head := whole.Header()
	if whole.Code != http.StatusOK || !bytes.Equal(whole.Body.Bytes(), stored) || head.Get("Content-Type") != "image/webp" {
		t.Errorf("answered %d, %d bytes of %d, %v", whole.Code, whole.Body.Len(), len(stored), head)
	}
	if head.Get("Cache-Control") != "private, no-cache" || head.Get("ETag") == "" || head.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("the headers are %v", head)
	}
	part := fetch(photos, "tom", "GET", path, "Range", "bytes=10-29")
	if part.Code != http.StatusPartialContent || !bytes.Equal(part.Body.Bytes(), stored[10:30]) {
		t.Errorf("a range is answered %d, %d bytes", part.Code, part.Body.Len())
	}
	if same := fetch(photos, "tom", "GET", path, "If-None-Match", head.Get("ETag")); same.Code != http.StatusNotModified || same.Body.Len() > 0 {
		t.Errorf("the same is answered %d", same.Code)
	}
	if other := fetch(photos, "ann", "GET", path, "If-None-Match", head.Get("ETag"), "Range", "bytes=0-1"); other.Code != http.StatusNotFound {
		t.Errorf("who has no right learns that the tag is right: %d", other.Code)
	}
	if only := fetch(photos, "tom", "HEAD", path); only.Code != http.StatusOK || only.Body.Len() != 0 {
		t.Errorf("HEAD is answered %d with %d bytes", only.Code, only.Body.Len())
	}
	if blur := fetch(photos, "", "GET", "/files/photos/"+photoID+"/blur.jpg"); blur.Code != http.StatusOK || blur.Body.Len() > 4_000 {
		t.Errorf("a guest gets the blur as %d, %d bytes", blur.Code, blur.Body.Len())
	}
}

func TestDeletedPhotosAreGone(t *testing.T) {
	h, photos, f := gallery(t)
	if err := h.Delete(t.Context(), f.ID); err != nil {
		t.Fatal(err)
	}
	if left := h.stored(t); len(left) > 0 || testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`) != 0 {
		t.Errorf("%d blobs are left", len(left))
	}
	if got := fetch(photos, "tom", "GET", "/files/photos/"+photoID+"/full.webp"); got.Code != http.StatusNotFound {
		t.Errorf("it is answered %d", got.Code)
	}
}
