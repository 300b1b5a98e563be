package files

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/testkit"
)

var (
	ada = account.Caller{ID: "ada", Role: account.Admin, Proved: true}
	tom = account.Caller{ID: "tom", Role: account.Member}
)

func TestSiteImages(t *testing.T) {
	h := setup(t)
	photo := jpegOf(t, 700, 300)
	post := func(name string, as account.Caller, status int, has, field, file string, data []byte, kind ...string) testkit.Scenario {
		fields := map[string]string{}
		for _, one := range kind {
			fields["kind"] = one
		}
		body, header := testkit.Form(t, fields, testkit.Upload{Field: field, Name: file, Data: data})
		return testkit.Scenario{Name: name, As: as, Do: "POST /admin/site-images", Body: body, Header: header, Status: status, Has: has}
	}
	testkit.Scenarios{
		post("a logo", ada, 200, `/site.webp"`, "image", "logo.png", photo),
		post("a banner", ada, 200, `/banner-960.jpg"`, "image", "wide.jpg", photo, "banner"),
		post("another kind", ada, 422, `Must be one of site, banner`, "image", "wide.jpg", photo, "document"),
		post("a page", ada, 422, `"message":"You can only upload jpg, jpeg, png, webp, gif file!"`, "image", "logo.jpg", []byte("<html>")),
		post("above the limit", ada, 422, `"message":"Image must smaller than 2MB!"`, "image", "logo.jpg", padded(t, 2<<20+1)),
		post("far above", ada, 413, `"message":"Request Entity Too Large"`, "image", "logo.jpg", make([]byte, 12<<20)),
		post("no file", ada, 422, `This field is required!`, "other", "logo.jpg", photo),
		post("a member", tom, 403, `Forbidden in the action!`, "image", "logo.jpg", photo),
		post("a guest", account.Caller{}, 401, "", "image", "logo.jpg", photo),
		{Name: "not a form", As: ada, Do: "POST /admin/site-images", Body: `{}`, Status: 400},
	}.Run(t, h.Routes)
}

// An upload leaves no temporary file, whether it was taken or refused.
func TestNoTemporaryFiles(t *testing.T) {
	h := setup(t)
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	router := testkit.Router(h.Routes)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		router.ServeHTTP(w, r.WithContext(account.WithCaller(r.Context(), ada)))
	}))
	defer server.Close()
	for _, data := range [][]byte{padded(t, 1<<20), bytes.Repeat([]byte("x"), 1<<20)} {
		body, header := testkit.Form(t, nil, testkit.Upload{Field: "image", Name: "logo.jpg", Data: data})
		answer, err := http.Post(server.URL+api.Prefix+"/admin/site-images", header["Content-Type"], strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
	}
	server.Close()
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func TestServe(t *testing.T) {
	h := setup(t)
	f, err := h.save(t, "me.jpg", jpegOf(t, 900, 900))
	if err != nil {
		t.Fatal(err)
	}
	secret, err := h.SaveDocument(t.Context(), "nina", "a.pdf", strings.NewReader("%PDF-x"), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	get := func(method, path string, header ...string) *httptest.ResponseRecorder {
		req := httptest.NewRequest(method, "http://x/", nil)
		req.URL.Path = path
		for i := 0; i < len(header); i += 2 {
			req.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		h.Serve(w, req)
		return w
	}
	whole := get("GET", URL(f.ID, "avatar-128.webp"))
	for name, want := range map[string]string{
		"Content-Type": "image/webp", "Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff",
		"Content-Security-Policy": "default-src 'none'; sandbox", "Content-Disposition": `inline; filename="avatar-128.webp"`,
	} {
		if got := whole.Header().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if whole.Code != 200 || whole.Body.Len() == 0 {
		t.Errorf("answered %d with %d bytes", whole.Code, whole.Body.Len())
	}
	if again := get("GET", URL(f.ID, "avatar-128.webp"), "If-None-Match", whole.Header().Get("ETag")); again.Code != http.StatusNotModified {
		t.Errorf("a known picture is answered with %d", again.Code)
	}
	if part := get("GET", URL(f.ID, "avatar.jpg"), "Range", "bytes=0-9"); part.Code != http.StatusPartialContent || part.Body.Len() != 10 {
		t.Errorf("a part is answered with %d and %d bytes", part.Code, part.Body.Len())
	}
	if head := get("HEAD", URL(f.ID, "avatar.jpg")); head.Code != 200 || head.Body.Len() != 0 {
		t.Errorf("HEAD is answered with %d and %d bytes", head.Code, head.Body.Len())
	}
	for _, path := range []string{
		URL(f.ID, "card-999.webp"), URL(f.ID, "../"+f.ID+"/card.webp"), URL(f.ID, "card.svg"), URL(f.ID, ""), URL(strings.Repeat("0", 26), "card.webp"),
		URL(secret.ID, "sealed"), URL(secret.ID, "card.webp"), "/files/", "/files/../documents/" + secret.ID + "/sealed", URL("x", "card.webp"),
	} {
		w := get("GET", path)
		var body struct{ StatusCode int }
		if err := json.Unmarshal(w.Body.Bytes(), &body); w.Code != 404 || err != nil || body.StatusCode != 404 || w.Header().Get("Cache-Control") != "private, no-store" {
			t.Errorf("%s is answered with %d %s", path, w.Code, w.Body)
		}
	}
	if w := get("POST", URL(f.ID, "card.webp")); w.Code != 404 {
		t.Errorf("POST is answered with %d", w.Code)
	}
}

func TestServeDocument(t *testing.T) {
	for _, c := range []struct {
		o           Opened
		disposition string
	}{
		{Opened{File{Name: "pass\u00e9.pdf", MediaType: "application/pdf"}, []byte("%PDF")}, "attachment; filename*=utf-8''pass%C3%A9.pdf"},
		{Opened{File{Name: `a"b.jpg`, MediaType: "image/jpeg"}, []byte("x")}, `inline; filename="a\"b.jpg"`},
	} {
		w := httptest.NewRecorder()
		ServeDocument(w, httptest.NewRequest("GET", "/", nil), c.o)
		h := w.Header()
		if h.Get("Content-Disposition") != c.disposition || h.Get("Cache-Control") != "private, no-store" ||
			h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") != "default-src 'none'; sandbox" || h.Get("Content-Type") != c.o.MediaType {
			t.Errorf("headers are %v", h)
		}
	}
}
