package recording

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/blob/s3test"
	"limelight/internal/kit/db"
	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// recordingOnS3 is Nina's recording of a show of fourteen seconds, on an S3 server, which she shares with Tom.
type recordingOnS3 struct {
	*pastRecordings
	Recording
	tom     account.Caller
	address string
}

func openS3(t *testing.T) recordingOnS3 {
	t.Helper()
	h := recordingOnS3{}
	h.pastRecordings, _ = endedRecordings(t)
	store, err := blob.OpenS3(t.Context(), blob.S3{
		Endpoint: s3test.Start(t), Region: s3test.Region, Bucket: s3test.Bucket,
		AccessKey: s3test.AccessKey, SecretKey: s3test.SecretKey, Plain: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	h.Store = store
	if err := h.Import(t.Context(), h.nina.ID, "public", rounds(7)); err != nil {
		t.Fatal(err)
	}
	err = h.DB.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		mine, _, err := selectMine(ctx, tx, h.nina.ID, 0, 1)
		h.Recording = mine[0]
		return err
	})
	if err != nil || h.pieces != 3 {
		t.Fatalf("recorded %d pieces: %v", h.pieces, err)
	}
	h.tom = h.sharesWithTom(t, h.ID, &admitting{})
	found, err := h.AddressOf(t.Context(), h.tom, h.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.address = found.URL
	return h
}

// rounds are the test card's two seconds, again and again.
func rounds(n int) iter.Seq[sfu.Unit] {
	return func(yield func(sfu.Unit) bool) {
		for round := range n {
			for u := range whiptest.Card().Once() {
				u.Time += time.Duration(round) * 2 * time.Second
				if !yield(u) {
					return
				}
			}
		}
	}
}

func (h recordingOnS3) ask(method, header, value string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, h.address, nil)
	if header != "" {
		r.Header.Set(header, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// objects are the sizes of what the server keeps of the recording, in the order of their keys.
func (h recordingOnS3) objects(t *testing.T) (sizes []int64) {
	t.Helper()
	err := h.Store.List(t.Context(), "recordings", func(key string) error {
		object, err := h.Store.Open(t.Context(), key)
		if err != nil {
			return err
		}
		sizes = append(sizes, object.Size())
		return object.Close()
	})
	if err != nil {
		t.Fatal(err)
	}
	return sizes
}

// A recording on an S3 server is one MP4 file of four objects, of which any range is served.
func TestRangesOfARecordingOnS3(t *testing.T) {
	h := openS3(t)
	sizes := h.objects(t) // the three pieces, and the file's beginning
	got := h.ask(http.MethodGet, "", "")
	whole := got.Body.Bytes()
	size := int64(len(whole))
	if got.Code != http.StatusOK || got.Header().Get("Content-Type") != "video/mp4" || len(sizes) != 4 || size != sizes[0]+sizes[1]+sizes[2]+sizes[3] {
		t.Fatalf("answered %d with %d bytes of %v", got.Code, size, sizes)
	}
	if head := h.ask(http.MethodHead, "", ""); head.Code != http.StatusOK || head.Header().Get("Content-Length") != strconv.FormatInt(size, 10) {
		t.Errorf("HEAD is answered %d, %v", head.Code, head.Header())
	}
	first := sizes[3]          // where the first piece begins
	second := first + sizes[0] // and where the second
	span := func(from, end int64) string { return fmt.Sprintf("bytes=%d-%d", from, end-1) }
	for _, c := range []struct {
		name, value string
		from, end   int64
	}{
		{"the beginning", "bytes=0-9", 0, 10},
		{"the end", "bytes=-5", size - 5, size},
		{"from the middle on", fmt.Sprintf("bytes=%d-", size/2), size / 2, size},
		{"over two objects", span(first-3, first+3), first - 3, first + 3},
		{"over three objects", span(first-1, second+1), first - 1, second + 1},
		{"more than there is", span(size-1, size+99), size - 1, size},
	} {
		got := h.ask(http.MethodGet, "Range", c.value)
		if got.Code != http.StatusPartialContent || !bytes.Equal(got.Body.Bytes(), whole[c.from:c.end]) {
			t.Errorf("%s (%s) is answered %d with %d bytes", c.name, c.value, got.Code, got.Body.Len())
		}
	}
	if got := h.ask(http.MethodGet, "Range", span(size, size+10)); got.Code != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("after the end: %d", got.Code)
	}
	if kept := h.ask(http.MethodGet, "If-None-Match", got.Header().Get("ETag")); kept.Code != http.StatusNotModified || kept.Body.Len() > 0 {
		t.Errorf("what the viewer has: %d", kept.Code)
	}
	if pictures, sounds := played(t, whole); pictures != 7*48 || sounds < 600 {
		t.Errorf("%d pictures and %d sounds can be played", pictures, sounds)
	}
}

// Who may not watch it is answered as if there were nothing, and gets nothing of the objects.
func TestRefusedARecordingOnS3(t *testing.T) {
	h := openS3(t)
	if a, err := h.AddressOf(t.Context(), testkit.Person(t, h.DB, account.Member, "eve"), h.ID); !errors.Is(err, errNone) {
		t.Errorf("Eve, who did not pay, has %q: %v", a.URL, err)
	}
	if _, err := h.Share(t.Context(), h.nina.ID, h.ID, false); err != nil {
		t.Fatal(err)
	}
	if got := h.ask(http.MethodGet, "Range", "bytes=0-9"); got.Code != http.StatusNotFound || bytes.Contains(got.Body.Bytes(), []byte("ftyp")) {
		t.Errorf("Tom, with whom she shares it no longer, is answered %d, %q", got.Code, got.Body)
	}
}

// A recording that is deleted leaves no object behind.
func TestADeletedRecordingLeavesS3(t *testing.T) {
	h := openS3(t)
	h.put(t, key("another", 0))
	if gone := testkit.Call(testkit.Router(h.Routes), h.nina, "DELETE /streaming/recordings/"+h.ID, "", nil); gone.Code != http.StatusOK {
		t.Fatalf("deleting is answered %d, %s", gone.Code, gone.Body)
	}
	if left := h.objects(t); len(left) != 1 {
		t.Errorf("%d objects are left; want another recording's alone", len(left))
	}
	if got := h.ask(http.MethodGet, "", ""); got.Code != http.StatusNotFound {
		t.Errorf("its address is answered %d", got.Code)
	}
}
