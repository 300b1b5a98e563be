package assets_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

const (
	videos = "/performer/performer-assets/videos"
	shown  = "/user/performer-assets/videos"
)

// part is a field of a form; with a file's name it is a file.
type part struct{ field, name, value string }

func (h *fixture) send(t testing.TB, who account.Caller, call string, parts ...part) (int, string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		var to io.Writer
		var err error
		if p.name == "" {
			to, err = w.CreateFormField(p.field)
		} else {
			to, err = w.CreateFormFile(p.field, p.name)
		}
		check(t, err)
		_, err = to.Write([]byte(p.value))
		check(t, err)
	}
	check(t, w.Close())
	got := testkit.Call(h.web(), who, call, b.String(), map[string]string{"Content-Type": w.FormDataContentType()})
	return got.Code, got.Body.String()
}

// sends fails unless the answer has the status and the text.
func (h *fixture) sends(t testing.TB, who account.Caller, call string, status int, has string, parts ...part) string {
	t.Helper()
	code, body := h.send(t, who, call, parts...)
	if code != status || !strings.Contains(body, has) {
		t.Errorf("%s %v: %d %s, want %d with %s", call, parts, code, body, status, has)
	}
	return body
}

// A video comes by a form as the spec has it, or names what was uploaded before.
func TestAVideoByForm(t *testing.T) {
	h := setup(t)
	picture := string(jpegOf(t, 120, 80, 3))
	title, price := part{field: "title", value: "Film"}, part{field: "price", value: "30"}
	body := h.sends(t, h.nina, "POST "+videos, 200, `"status":"draft"`, title, price, part{field: "tags", value: "Sun"}, part{field: "tags", value: "sea"},
		part{field: "categoryIds", value: "c1"}, part{field: "description", value: "Two\nlines"},
		part{"video", "a.mp4", "1"}, part{"trailer", "b.mp4", "2"}, part{"thumbnail", "t.jpg", picture})
	for _, has := range []string{
		`"tags":["sun","sea"]`, `"categoryIds":["c1"]`, `"price":30`, `"purpose":"video","name":"nina-sent-1.mp4"`, `"purpose":"trailer","name":"nina-sent-2.mp4"`,
		`"status":"waiting","progress":0`, `"numPhotos":1`, `"numUndeclared":3`,
	} {
		if !strings.Contains(body, has) {
			t.Errorf("the answer lacks %s: %s", has, body)
		}
	}
	named := created(t, []byte(h.sends(t, h.nina, "POST "+videos, 200, `"name":"nina-1.mp4"`, title, price, part{field: "videoUploadId", value: "nina-1"})))
	one := "PUT " + videos + "/" + named
	h.sends(t, h.nina, one, 200, `"title":"Sea","description":""`, part{field: "title", value: "Sea"})
	h.sends(t, h.nina, one, 200, `"title":"Sea","description":"About","price":30`, part{field: "description", value: "About"})
	h.sends(t, h.nina, one, 200, `"description":""`, part{field: "description", value: ""})
	h.sends(t, h.nina, one, 200, `"name":"nina-2.mp4"`, part{field: "trailerUploadId", value: "nina-2"})
	h.sends(t, h.nina, one, 200, `"name":"nina-3.mp4"`, part{field: "videoUploadId", value: "nina-3"})
	if len(h.media.dropped) != 1 {
		t.Errorf("given up are %v, want the file that was replaced", h.media.dropped)
	}
	h.sends(t, h.nina, one, 422, "Not a validate number!", part{field: "price", value: "much"})
	h.sends(t, h.nina, one, 422, "whole number of tokens", part{field: "price", value: "1.5"})
	h.sends(t, h.nina, one, 422, `"property":"title"`, part{field: "title", value: " "})
	h.sends(t, h.nina, one, 422, "Must be a time", part{field: "publishAt", value: "soon"})
	h.sends(t, h.nina, one, 422, "You can only upload mp4 file!", part{"video", "a.exe", "MZ"})
	h.sends(t, h.nina, one, 422, `"property":"thumbnail"`, part{"thumbnail", "t.jpg", "no picture"})
	h.sends(t, h.nina, one, 422, "Send the file, or name its upload", part{"video", "a.mp4", "1"}, part{field: "videoUploadId", value: "nina-9"})
	h.sends(t, h.nina, one, 404, "This upload does not exist", part{field: "videoUploadId", value: "vera-1"})
	h.sends(t, h.vera, one, 404, "This item does not exist", title)
	h.sends(t, h.tom, one, 403, "")
	h.sends(t, h.nina, "PUT "+videos+"/"+h.draft(t, "Beach", 0).ID, 404, "This item does not exist", title)
	h.sends(t, h.nina, "POST "+videos, 422, `"property":"title"`, price, part{"video", "a.mp4", "kept"})
	h.sends(t, h.nina, "POST "+videos, 422, `"property":"price"`, title)
	if got := testkit.Call(h.web(), h.nina, "POST "+videos, `{"title":"x","price":1}`, nil).Code; got < 400 || got >= 500 {
		t.Errorf("JSON is answered %d", got)
	}
}

// What a refused form brought along leaves no picture behind.
func TestARefusedFormLeavesNoPicture(t *testing.T) {
	h := setup(t)
	h.sends(t, h.nina, "POST "+videos, 422, "This category does not exist", part{field: "title", value: "Film"}, part{field: "price", value: "30"},
		part{field: "categoryIds", value: "c9"}, part{"thumbnail", "t.jpg", string(jpegOf(t, 120, 80, 3))})
	for _, table := range []string{"files", "assets"} {
		check(t, h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			n, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM `+table)
			if n != 0 {
				t.Errorf("%d %s are left", n, table)
			}
			return err
		}))
	}
}

// The common calls work for videos, and for no asset of another kind.
func TestTheCallsOfVideos(t *testing.T) {
	h := setup(t)
	a, m := h.videoOnSale(t, "Film")
	gallery := h.active(t, "Beach", 1)
	one := videos + "/" + a.ID
	h.media.is(m, assets.MediumDone)
	testkit.Scenarios{
		{Name: "her list", As: h.nina, Do: "GET " + videos + "/search", Status: 200, Has: `"type":"video","title":"Film"`},
		{Name: "one of hers", As: h.nina, Do: "GET " + one + "/view", Status: 200, Has: `"status":"done"`},
		{Name: "a gallery is none", As: h.nina, Do: "GET " + videos + "/" + gallery.ID + "/view", Status: 404},
		{Name: "retry", As: h.nina, Do: "POST " + one + "/media/" + m.ID + "/retry", Status: 200},
		{Name: "retry of nothing", As: h.nina, Do: "POST " + one + "/media/" + gallery.ID + "/retry", Status: 404, Has: "This file does not exist."},
		{Name: "retry of another's", As: h.vera, Do: "POST " + one + "/media/" + m.ID + "/retry", Status: 404, Has: "This item does not exist."},
		{Name: "what buyers have", As: h.nina, Do: "DELETE " + one + "/media/" + m.ID, Status: 409, Has: "last_medium"},
		{Name: "on sale", As: h.guest, Do: "GET " + shown + "/search", Status: 200, Has: `"video":{"durationMs":60000,"width":1280,"height":720,"hasTrailer":false,"hasCaptions":false,"numViews":0,"isWatchable":false}`},
		{Name: "its thumbnail is for all", As: h.guest, Do: "GET " + shown + "/" + a.ID + "/view", Status: 200, Has: `/page.webp"`},
		{Name: "hers", As: h.nina, Do: "GET " + shown + "/" + a.ID + "/view", Status: 200, Has: `"isWatchable":true`},
		{Name: "a look", As: h.tom, Do: "POST " + shown + "/" + a.ID + "/inc-view", Status: 200},
		{Name: "the same", As: h.tom, Do: "POST " + shown + "/" + a.ID + "/inc-view", Status: 200},
		{Name: "counted", As: h.tom, Do: "GET " + shown + "/" + a.ID + "/view", Status: 200, Has: `"numViews":1`},
		{Name: "a gallery has no views", As: h.tom, Do: "POST " + shown + "/" + gallery.ID + "/inc-view", Status: 404},
		{Name: "off sale", As: h.nina, Do: "POST " + videos + "/bulk", Body: `{"ids":["` + a.ID + `","` + gallery.ID + `"],"action":"deactivate"}`, Status: 200, Has: `"done":["` + a.ID + `"],"refused":[{"_id":"` + gallery.ID},
		{Name: "not found", As: h.tom, Do: "GET " + shown + "/" + a.ID + "/view", Status: 404},
		{Name: "on sale again", As: h.nina, Do: "POST " + one + "/activate", Status: 200, Has: `"status":"active"`},
		{Name: "gone", As: h.nina, Do: "DELETE " + one, Status: 200},
		{Name: "not there", As: h.nina, Do: "GET " + one + "/view", Status: 404},
	}.Run(t, h.Routes)
	if len(h.media.retried) != 1 || len(h.media.dropped) != 1 {
		t.Errorf("retried %v, given up %v", h.media.retried, h.media.dropped)
	}
}

// A scheduled video goes on sale at its time, and what waits shows staff its media.
func TestAVideosReviewAndTime(t *testing.T) {
	h := setup(t)
	a, m := h.videoDraft(t, "Film")
	_, err := h.Change(t.Context(), "nina", a.ID, assets.Fields{PublishAt: later(time.Hour, h)})
	check(t, err)
	h.submit(t, a.ID)
	got := testkit.Call(h.web(), h.ada, "GET /admin/asset-reviews", "", nil)
	var queue struct {
		Data struct {
			Data []assets.SubmissionView `json:"data"`
		} `json:"data"`
	}
	check(t, json.Unmarshal(got.Body.Bytes(), &queue))
	if got.Code != http.StatusOK || len(queue.Data.Data) != 1 || len(queue.Data.Data[0].Media) != 1 {
		t.Fatalf("the queue: %s", got.Body)
	}
	if waiting := queue.Data.Data[0]; waiting.NumNew != 2 || waiting.Media[0].ID != m.ID || waiting.Media[0].State.Status != assets.MediumPlayable {
		t.Errorf("staff see %+v", waiting)
	}
	if a := h.decide(t, a.ID, true); a.Status != assets.Inactive {
		t.Errorf("approved before its time it is %s", a.Status)
	}
	h.clock.Advance(time.Hour)
	check(t, h.PublishDue(t.Context()))
	if a := h.own(t, a.ID); a.Status != assets.Active {
		t.Errorf("at its time it is %s", a.Status)
	}
	h.audit(t)
}
