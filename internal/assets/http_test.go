package assets_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"limelight/internal/assets"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/testkit"
)

const (
	galleries = "/performer/performer-assets/galleries"
	photoPath = "/performer/performer-assets/photos"
)

// form is a multipart body with a photo.
func form(t testing.TB, field, name string, data []byte, galleryID string) (body string, header map[string]string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	if galleryID != "" {
		check(t, w.WriteField("galleryId", galleryID))
	}
	part, err := w.CreateFormFile(field, name)
	check(t, err)
	_, err = part.Write(data)
	check(t, err)
	check(t, w.Close())
	return b.String(), map[string]string{"Content-Type": w.FormDataContentType()}
}

func TestHTTP(t *testing.T) {
	h := setup(t)
	body := `{"title":"Beach","description":"Two of us","price":20,"tags":["Sun","sun"],"categoryIds":["c1"]}`
	router := testkit.Router(h.Routes)
	id := created(t, testkit.Call(router, h.nina, "POST "+galleries, body, nil).Body.Bytes())
	upload, header := form(t, "photo", "a.jpg", jpegOf(t, 100, 60, 1), id)
	agreed := `{"consents":{"onlyMe":true,"adults":true,"depicted":true,"published":true,"downloadable":true}}`
	one := galleries + "/" + id
	testkit.Scenarios{
		{Name: "a draft", As: h.nina, Do: "GET " + one + "/view", Status: 200, Has: `"price":20,"status":"draft","tags":["sun"],"categoryIds":["c1"]`},
		{Name: "no title", As: h.nina, Do: "POST " + galleries, Body: `{"title":" ","price":1}`, Status: 422, Has: "This field is required!"},
		{Name: "half a token", As: h.nina, Do: "POST " + galleries, Body: `{"title":"x","price":1.5}`, Status: 422, Has: "Must be a whole number of tokens"},
		{Name: "for nothing", As: h.nina, Do: "POST " + galleries, Body: `{"title":"x","price":0}`, Status: 422, Has: "Must be between 1 and 10000"},
		{Name: "below nothing", As: h.nina, Do: "POST " + galleries, Body: `{"title":"x","price":-5}`, Status: 422},
		{Name: "no such category", As: h.nina, Do: "POST " + galleries, Body: `{"title":"x","price":1,"categoryIds":["c9"]}`, Status: 422, Has: "This category does not exist"},
		{Name: "no time", As: h.nina, Do: "POST " + galleries, Body: `{"title":"x","price":1,"publishAt":"soon"}`, Status: 422, Has: "Must be a time"},
		{Name: "too long a title", As: h.nina, Do: "POST " + galleries, Body: `{"title":"` + strings.Repeat("x", 121) + `","price":1}`, Status: 422},
		{Name: "a member sells nothing", As: h.tom, Do: "POST " + galleries, Body: body, Status: 403},
		{Name: "a guest sells nothing", Do: "POST " + galleries, Body: body, Status: 401},
		{Name: "without photos", As: h.nina, Do: "POST " + one + "/submit", Body: agreed, Status: 409, Has: `"error":"photos_missing"`},
		{Name: "a photo", As: h.nina, Do: "POST " + photoPath, Body: upload, Header: header, Status: 200, Has: `"width":100,"height":60`},
		{Name: "another one", As: h.nina, Do: "POST " + photoPath, Body: upload, Header: header, Status: 200, Has: `"position":1`},
		{Name: "not her gallery", As: h.vera, Do: "POST " + photoPath, Body: upload, Header: header, Status: 404},
		{Name: "her photos", As: h.nina, Do: "GET " + photoPath + "/search?galleryId=" + id, Status: 200, Has: `"total":2`},
		{Name: "all her photos", As: h.nina, Do: "GET " + photoPath + "/search", Status: 200, Has: `"total":2`},
		{Name: "not hers", As: h.vera, Do: "GET " + photoPath + "/search?galleryId=" + id, Status: 404},
		{Name: "a consent is missing", As: h.nina, Do: "POST " + one + "/submit", Body: `{"consents":{"onlyMe":true,"adults":true,"depicted":true,"published":true}}`, Status: 422},
		{Name: "submitted", As: h.nina, Do: "POST " + one + "/submit", Body: agreed, Status: 200, Has: `"status":"pending"`},
		{Name: "again", As: h.nina, Do: "POST " + one + "/submit", Body: agreed, Status: 409, Has: `"error":"already_submitted"`},
		{Name: "not for members", As: h.tom, Do: "GET /admin/asset-reviews", Status: 403},
		{Name: "not for her", As: h.nina, Do: "POST /admin/asset-reviews/" + id + "/approve", Body: `{"version":4}`, Status: 403},
		{Name: "the queue", As: h.ada, Do: "GET /admin/asset-reviews", Status: 200, Has: `"username":"nina"`},
		{Name: "rejected without a reason", As: h.ada, Do: "POST /admin/asset-reviews/" + id + "/reject", Body: `{"version":4,"reason":""}`, Status: 422},
		{Name: "an older version", As: h.ada, Do: "POST /admin/asset-reviews/" + id + "/approve", Body: `{"version":3}`, Status: 409, Has: `"error":"changed_elsewhere"`},
		{Name: "rejected", As: h.ada, Do: "POST /admin/asset-reviews/" + id + "/reject", Body: `{"version":4,"reason":"too dark"}`, Status: 200, Has: `"status":"rejected"`},
		{Name: "decided elsewhere", As: h.bea, Do: "POST /admin/asset-reviews/" + id + "/approve", Body: `{"version":4}`, Status: 409, Has: `"error":"changed_elsewhere"`},
		{Name: "she reads why", As: h.nina, Do: "GET " + one + "/view", Status: 200, Has: `"rejectReason":"too dark"`},
		{Name: "submitted again", As: h.nina, Do: "POST " + one + "/submit", Body: agreed, Status: 200, Has: `"version":5`},
		{Name: "approved", As: h.ada, Do: "POST /admin/asset-reviews/" + id + "/approve", Body: `{"version":5}`, Status: 200, Has: `"status":"active"`},
		{Name: "nothing to review", As: h.ada, Do: "POST /admin/asset-reviews/nothing/approve", Body: `{"version":5}`, Status: 404},
		{Name: "a new price", As: h.nina, Do: "PUT " + one, Body: `{"price":25}`, Status: 200, Has: `"price":25,"status":"active"`},
		{Name: "a new title", As: h.nina, Do: "PUT " + one, Body: `{"title":"Sea"}`, Status: 200, Has: `"status":"pending"`},
		{Name: "whose cover?", As: h.nina, Do: "PUT " + one, Body: `{"coverId":"nothing"}`, Status: 422, Has: "This photo does not exist."},
		{Name: "half an order", As: h.nina, Do: "PUT " + one, Body: `{"photoIds":["nothing"]}`, Status: 422},
		{Name: "filtered", As: h.nina, Do: "GET " + galleries + "/search?status=draft", Status: 200, Has: `"total":0`},
		{Name: "found", As: h.nina, Do: "GET " + galleries + "/search?q=sea&sortBy=price&sort=asc", Status: 200, Has: `"numPhotos":2`},
		{Name: "no such order", As: h.nina, Do: "GET " + galleries + "/search?sortBy=performer_id", Status: 422},
		{Name: "deleted", As: h.nina, Do: "DELETE " + one, Status: 200},
		{Name: "gone", As: h.nina, Do: "GET " + one + "/view", Status: 404, Has: "This item does not exist."},
		{Name: "deleted twice", As: h.nina, Do: "DELETE " + one, Status: 404},
	}.Run(t, h.Routes)
	h.audit(t)
}

func created(t testing.TB, body []byte) string {
	t.Helper()
	var answer struct {
		Data struct {
			ID string `json:"_id"`
		}
	}
	check(t, json.Unmarshal(body, &answer))
	if answer.Data.ID == "" {
		t.Fatalf("no id in %s", body)
	}
	return answer.Data.ID
}

// Photos and their order: moved one by one, or all at once.
func TestPhotoOrder(t *testing.T) {
	h := setup(t)
	a := h.active(t, "Beach", 4)
	was := h.photos(t, a.ID)
	order := func() (seen string) {
		for _, p := range h.photos(t, a.ID) {
			for i, old := range was {
				if p.ID == old.ID {
					seen += fmt.Sprint(i)
				}
			}
		}
		return seen
	}
	for _, move := range []struct {
		photo, place int
		want         string
	}{{0, 2, "1203"}, {3, 0, "3120"}, {1, 99, "3201"}, {1, -5, "1320"}} {
		if _, err := h.MovePhoto(t.Context(), "nina", was[move.photo].ID, move.place); err != nil || order() != move.want {
			t.Errorf("photo %d to %d: %s, %v, want %s", move.photo, move.place, order(), err, move.want)
		}
	}
	_, err := h.Change(t.Context(), "nina", a.ID, assets.Fields{PhotoIDs: []string{was[3].ID, was[2].ID, was[1].ID, was[0].ID}})
	if err != nil || order() != "3210" {
		t.Errorf("all at once: %s, %v", order(), err)
	}
	for _, wrong := range [][]string{{was[0].ID}, {was[0].ID, was[0].ID, was[1].ID, was[2].ID}, {}} {
		if _, err := h.Change(t.Context(), "nina", a.ID, assets.Fields{PhotoIDs: wrong}); err == nil || order() != "3210" {
			t.Errorf("%v makes the order %s", wrong, order())
		}
	}
	if got := h.own(t, a.ID).Status; got != assets.Active {
		t.Errorf("another order makes it %s", got)
	}
}

// Several galleries at once: what can be done is, the rest is told with its reason.
func TestBulk(t *testing.T) {
	h := setup(t)
	on, off, hers := h.active(t, "On", 1).ID, h.in(t, assets.Inactive), "of-somebody-else"
	bulk := func(action string) string {
		body := fmt.Sprintf(`{"ids":["%s","%s","%s","%s"],"action":"%s"}`, on, off, hers, on, action)
		return testkit.Call(testkit.Router(h.Routes), h.nina, "POST "+galleries+"/bulk", body, nil).Body.String()
	}
	got := bulk("deactivate")
	if !strings.Contains(got, `"done":["`+on+`"]`) || !strings.Contains(got, `"error":"wrong_status"`) || !strings.Contains(got, "This item does not exist.") {
		t.Errorf("deactivate: %s", got)
	}
	if got = bulk("activate"); !strings.Contains(got, `"done":["`+on+`","`+off+`"]`) {
		t.Errorf("activate: %s", got)
	}
	if got = bulk("delete"); !strings.Contains(got, `"done":["`+on+`","`+off+`"]`) {
		t.Errorf("delete: %s", got)
	}
	testkit.Scenarios{
		{Name: "nothing", As: h.nina, Do: "POST " + galleries + "/bulk", Body: `{"ids":[],"action":"delete"}`, Status: 422},
		{Name: "no such action", As: h.nina, Do: "POST " + galleries + "/bulk", Body: `{"ids":["x"],"action":"submit"}`, Status: 422},
	}.Run(t, h.Routes)
}

// hostile are uploads that are no photos, by what they call themselves; the whole corpus is
// tried on what keeps them (files.TestHostileCorpus).
func hostile(t testing.TB) map[string][]byte {
	photo := jpegOf(t, 200, 200, 7)
	bomb := append(binary.BigEndian.AppendUint32([]byte("IHDR"), 50_000), 0, 0, 0xc3, 0x50, 8, 2, 0, 0, 0)
	bomb = binary.BigEndian.AppendUint32(append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), bomb...), crc32.ChecksumIEEE(bomb))
	return map[string][]byte{
		"page.jpg": []byte("<!doctype html><script>alert(1)</script>"), "script.svg": []byte("<svg/>"), "script.png": []byte("<svg/>"),
		"bomb.png": bomb, "cut.jpg": photo[:len(photo)/2], "empty.jpg": {}, "noextension": photo, "photo.gif": photo,
		"above.jpg": append(photo, make([]byte, 1<<20)...), "paper.pdf": []byte("%PDF-1.7\n"), "paper.jpg": []byte("%PDF-1.7\n"),
	}
}

// A hostile file is refused by a field's text and leaves nothing, neither a file nor a
// change of the gallery.
func TestHostilePhotos(t *testing.T) {
	h := setup(t)
	a := h.active(t, "Beach", 1)
	router := testkit.Router(h.Routes)
	for name, data := range hostile(t) {
		body, header := form(t, "photo", name, data, a.ID)
		got := testkit.Call(router, h.nina, "POST "+photoPath, body, header)
		if got.Code != http.StatusUnprocessableEntity || !strings.Contains(got.Body.String(), `"property":"photo"`) {
			t.Errorf("%s is answered %d %s", name, got.Code, got.Body)
		}
	}
	body, header := form(t, "photo", "far-above.jpg", make([]byte, 22<<20), a.ID)
	if got := testkit.Call(router, h.nina, "POST "+photoPath, body, header); got.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("far above the limit is answered %d", got.Code)
	}
	body, header = form(t, "photo", "a.jpg", jpegOf(t, 9, 9, 9), "")
	if got := testkit.Call(router, h.nina, "POST "+photoPath, body, header); got.Code != http.StatusUnprocessableEntity {
		t.Errorf("a photo of no gallery is answered %d", got.Code)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); n != 1 || h.own(t, a.ID).Status != assets.Active {
		t.Errorf("%d files are kept, and the gallery is %s", n, h.own(t, a.ID).Status)
	}
	h.audit(t)
}

// A performer has as many galleries, and a gallery as many photos, as the limits say,
// however many are sent at once.
func TestLimits(t *testing.T) {
	h := setup(t)
	a := h.draft(t, "Full", 1)
	h.many(t, assets.MaxPhotos-2, `
		INSERT INTO asset_photos (id, asset_id, file_id, name, size, width, height, blurhash, colour, position, created_at)
		VALUES ($1, $2, $1, 'x', 1, 1, 1, '', '', 1, 0)`, a.ID)
	upload, header := form(t, "photo", "a.jpg", jpegOf(t, 100, 60, 1), a.ID)
	router := testkit.Router(h.Routes)
	codes := make([]int, 4)
	testkit.Together(4, func(i int) { codes[i] = testkit.Call(router, h.nina, "POST "+photoPath, upload, header).Code })
	if n := count(codes, 200); n != 1 || count(codes, 409) != 3 {
		t.Errorf("four photos for one place are answered %v", codes)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); n != 2 {
		t.Errorf("%d files are kept, want 2", n)
	}
	h.many(t, assets.MaxAssets-2, `
		INSERT INTO assets (id, kind, performer_id, title, price, status, version, created_at, updated_at)
		VALUES ($1, 'gallery', $2, 'x', 100, 'draft', 1, 0, 0)`, "nina")
	testkit.Together(4, func(i int) {
		codes[i] = testkit.Call(router, h.nina, "POST "+galleries, `{"title":"x","price":1}`, nil).Code
	})
	if n := count(codes, 200); n != 1 || count(codes, 409) != 3 {
		t.Errorf("four galleries for one place are answered %v", codes)
	}
}

// many inserts so many rows, whose ids are numbers.
func (h *fixture) many(t testing.TB, n int, statement, of string) {
	t.Helper()
	check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for i := range n {
			if _, err := db.Exec(ctx, tx, statement, fmt.Sprint(i), of); err != nil {
				return err
			}
		}
		return nil
	}))
}

func count(list []int, of int) (n int) {
	for _, one := range list {
		if one == of {
			n++
		}
	}
	return n
}

// New galleries are rate-limited.
func TestCreateRateLimit(t *testing.T) {
	h := setup(t)
	for range 60 {
		_, err := h.Create(t.Context(), "nina", assets.Gallery, assets.Fields{Title: ptr("x"), Price: ptr(money.Whole(1))})
		check(t, err)
	}
	late := testkit.Call(testkit.Router(h.Routes), h.nina, "POST "+galleries, `{"title":"x","price":1}`, nil)
	if late.Code != http.StatusTooManyRequests {
		t.Errorf("the 61st of an hour is answered %d", late.Code)
	}
	h.clock.Advance(time.Hour)
	if next := testkit.Call(testkit.Router(h.Routes), h.nina, "POST "+galleries, `{"title":"x","price":1}`, nil); next.Code != 200 {
		t.Errorf("an hour later it is answered %d", next.Code)
	}
}

// The check finds each thing that must not be so.
func TestRule(t *testing.T) {
	for rule, harm := range map[string]string{
		"assets.cover":      `UPDATE assets SET cover_id = 'nothing'`,
		"assets.unreviewed": `UPDATE asset_photos SET approved_at = 0`,
		"assets.declared":   `UPDATE asset_photos SET consent_id = 'nothing'`,
		"assets.file":       `DELETE FROM files`,
	} {
		h := setup(t)
		h.active(t, "Beach", 1)
		if found := h.violations(t); len(found) != 0 {
			t.Fatalf("at first: %v", found)
		}
		testkit.Exec(t, h.db, harm)
		if found := h.violations(t); len(found) != 1 || found[0].Rule != rule {
			t.Errorf("after %s: %v, want %s", harm, found, rule)
		}
	}
}
