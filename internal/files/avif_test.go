package files

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/images"
	"limelight/internal/kit/transcode"
	"limelight/internal/testkit"
)

// browsers say what they show of pictures in these words.
const (
	chrome = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"
	older  = "image/webp,image/*,*/*;q=0.8"
)

// scenery is a JPEG of soft colours, as photos are.
func scenery(t testing.TB, width, height int) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetRGBA(x, y, color.RGBA{uint8(x * 255 / width), uint8(y * 255 / height), uint8((x ^ y) & 63), 255})
		}
	}
	var data bytes.Buffer
	if err := jpeg.Encode(&data, img, nil); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}

func (h *fixture) fetch(path, accept string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(http.MethodGet, path, nil)
	req.Header.Set("Accept", accept)
	answer := httptest.NewRecorder()
	h.Serve(answer, req)
	return answer
}

func (h *fixture) makeAVIF(t testing.TB, tools transcode.Tools) bool {
	t.Helper()
	worked, err := h.MakeAVIF(t.Context(), tools)
	if err != nil {
		t.Fatal(err)
	}
	return worked
}

func tools(t testing.TB) transcode.Tools {
	t.Helper()
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("skipped, and nothing is proven: ", err)
	}
	return transcode.Tools{FFmpeg: program, AVIF: true}
}

// A picture is there at once as WebP, and as AVIF under the same address once the job was
// done, for those who say that they can show it; it is smaller, and as large in pixels.
func TestAVIFComesLater(t *testing.T) {
	h := setup(t)
	f, err := h.SaveImage(t.Context(), "nina", Wide, "beach.jpg", bytes.NewReader(scenery(t, 640, 360)), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	before := h.fetch(f.URL(), chrome)
	if before.Code != http.StatusOK || before.Header().Get("Content-Type") != "image/webp" || before.Header().Get("Vary") != "Accept" {
		t.Fatalf("before the job: %d %v", before.Code, before.Header())
	}
	if !h.makeAVIF(t, tools(t)) || h.makeAVIF(t, tools(t)) {
		t.Error("there was not one picture to be made")
	}
	h.clock.Advance(avifsFor)
	for accept, want := range map[string]string{
		chrome: "image/avif", older: "image/webp", "*/*": "image/webp", "": "image/webp",
		"image/webp, image/avif;q=0": "image/webp", "IMAGE/AVIF;q=0.5": "image/avif", "image/avif;q=x": "image/webp",
	} {
		got := h.fetch(f.URL(), accept)
		if got.Code != http.StatusOK || got.Header().Get("Content-Type") != want || got.Header().Get("Vary") != "Accept" {
			t.Errorf("to %q went %d %v, want %s", accept, got.Code, got.Header(), want)
		}
	}
	after := h.fetch(f.URL(), chrome)
	if after.Body.Len() >= before.Body.Len() {
		t.Errorf("AVIF has %d bytes, WebP %d", after.Body.Len(), before.Body.Len())
	}
	if after.Header().Get("ETag") == before.Header().Get("ETag") {
		t.Error("both have one tag")
	}
	if got := h.fetch(URL(f.ID, "wide.jpg"), chrome); got.Header().Get("Content-Type") != "image/jpeg" {
		t.Errorf("a JPEG was asked for, and %s came", got.Header().Get("Content-Type"))
	}
	if got := h.fetch(URL(f.ID, "wide.avif"), chrome); got.Code != http.StatusNotFound {
		t.Errorf("AVIF has an address of its own: %d", got.Code)
	}
	if left, err := os.ReadDir(h.Folder); err != nil || len(left) > 0 {
		t.Errorf("in the folder of jobs lie %v, %v", left, err)
	}
}

// Photos have their rights as before: who may not have one gets none of it, and the blur stays WebP.
func TestAVIFOfPhotos(t *testing.T) {
	h := setup(t)
	f, err := h.SavePhoto(t.Context(), "nina", Photo, "beach.jpg", bytes.NewReader(scenery(t, 500, 400)), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	h.makeAVIF(t, tools(t))
	photos := h.ServePhotos(tomsPhotos{photoID: f.ID})
	for _, c := range []struct {
		who     string
		variant Variant
		accept  string
		status  int
		kind    string
	}{
		{"tom", FullSize, chrome, 200, "image/avif"},
		{"tom", CardSize, chrome, 200, "image/avif"},
		{"tom", CardSize, older, 200, "image/webp"},
		{"tom", Blur, chrome, 200, "image/webp"},
		{"ann", Blur, chrome, 200, "image/webp"},
		{"ann", CardSize, chrome, 404, ""},
		{"fred", CardSize, chrome, 500, ""},
	} {
		got := fetch(photos, c.who, http.MethodGet, PhotoURL(photoID, c.variant), "Accept", c.accept)
		if got.Code != c.status || c.status == 200 && (got.Header().Get("Content-Type") != c.kind || got.Header().Get("Vary") != "Accept, Cookie, Authorization") {
			t.Errorf("%s asks for %s: %d %v", c.who, c.variant, got.Code, got.Header())
		}
	}
}

// A picture of noise is no smaller as AVIF, or a picture is tiny: it stays WebP, and is done.
func TestAVIFIsKeptWhereItIsSmaller(t *testing.T) {
	h := setup(t)
	f, err := h.SaveImage(t.Context(), "nina", Wide, "dot.jpg", bytes.NewReader(scenery(t, 8, 8)), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	h.makeAVIF(t, tools(t))
	if got := h.fetch(f.URL(), chrome); got.Header().Get("Content-Type") != "image/webp" {
		t.Errorf("a picture of 8 × 8 goes out as %s", got.Header().Get("Content-Type"))
	}
	if h.makeAVIF(t, tools(t)) {
		t.Error("it is made again")
	}
}

// BenchmarkAVIF says how many bytes a photo's variants have as WebP and as AVIF, and how long
// the latter take.
func BenchmarkAVIF(b *testing.B) {
	found := tools(b)
	picture := scenery(b, 2560, 1920)
	var webp, avif int
	for b.Loop() {
		err := images.Use(b.Context(), picture, func(p *images.Picture) error {
			made, err := p.Encode(b.Context(), photoSizes[:3])
			webp, avif = 0, 0
			for _, f := range made {
				if strings.HasSuffix(f.Name, ".webp") {
					webp += len(f.Data)
					continue
				}
				data, err := transcode.New(found, transcode.AVIFLimits).AVIF(b.Context(), f.Data, b.TempDir())
				if err != nil {
					return err
				}
				avif += len(data)
			}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(webp), "webp-bytes")
	b.ReportMetric(float64(avif), "avif-bytes")
}

// Run makes what is there already, and what comes, unless it has to wait.
func TestAVIFRuns(t *testing.T) {
	h := setup(t)
	f, err := h.save(t, "face.jpg", scenery(t, 256, 256))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.SaveImage(t.Context(), "site", Site, "logo.png", bytes.NewReader(pngOf(t, photo(64, 64))), Limits{}); err != nil {
		t.Fatal(err)
	}
	asked, ends := make(chan bool), 0
	h.every = 10 * time.Millisecond
	found := tools(t)
	h.Tools = func(context.Context) transcode.Tools { return found }
	h.TakeTurn = func() (func(), bool) { return func() { ends++ }, <-asked }
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- h.Run(ctx) }()
	asked <- false // there is something more urgent: nothing is made
	asked <- false
	if n := h.waiting(t); n != 1 {
		t.Errorf("%d pictures wait, want the face alone", n)
	}
	if _, err := h.save(t, "other.jpg", scenery(t, 128, 96)); err != nil {
		t.Fatal(err)
	}
	const turns = 2 * (1 + 2) // of a picture before its job is taken, and of each of its variants
	for range turns {
		asked <- true
	}
	testkit.Eventually(t, "both are made", func() bool { return h.waiting(t) == 0 })
	stop()
	if err := <-ended; err != nil || ends != turns {
		t.Errorf("%d of %d turns were given up: %v", ends, turns, err)
	}
	if got := h.fetch(f.URL(), chrome); got.Header().Get("Content-Type") != "image/avif" {
		t.Errorf("it goes out as %s", got.Header().Get("Content-Type"))
	}
}

func (h *fixture) waiting(t testing.TB) (n int) {
	t.Helper()
	err := h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		n, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM avif_jobs`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
