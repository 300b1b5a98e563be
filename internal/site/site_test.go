package site

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"limelight/internal/settings"
)

func defaultsFor(t *testing.T) settings.Current {
	t.Helper()
	return settings.New(settings.Deps{}).Get()
}

func testSite(t *testing.T, b boot) http.Handler {
	t.Helper()
	dist := fstest.MapFS{
		"index.html": {Data: []byte(`<head><title>x</title><!--head--><script nonce="__NONCE__"></script></head>` +
			`<body><div id="root"><!--shell--></div><!--boot--></body>`)},
		"assets/app-1.js":    {Data: []byte("plain")},
		"assets/app-1.js.br": {Data: []byte("packed")},
		"favicon.svg":        {Data: []byte("<svg/>")},
		".vite/manifest":     {Data: []byte("{}")},
		"sw.js":              {Data: []byte("self")},
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	s, err := New(dist, nil, Config{}, log)
	if err != nil {
		t.Fatal(err)
	}
	s.boot = func(*http.Request) (boot, error) { return b, nil }
	return s
}

func get(h http.Handler, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// A browser asks for the service worker each time, and lets it ask this site alone.
func TestServiceWorker(t *testing.T) {
	got := get(testSite(t, boot{}), "/sw.js")
	for name, want := range map[string]string{
		"Cache-Control": "no-cache", "Content-Type": "text/javascript; charset=utf-8",
		"Content-Security-Policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
	} {
		if got.Header().Get(name) != want {
			t.Errorf("%s is %q, want %q", name, got.Header().Get(name), want)
		}
	}
}

func TestFilesAndPages(t *testing.T) {
	h := testSite(t, boot{Title: "Limelight"})
	for name, c := range map[string]struct {
		path, accept string
		status       int
		has          string
	}{
		"a page":                 {"/", "", 200, `id="boot"`},
		"a name with a dot":      {"/room/nova.ray", "", 200, `id="boot"`},
		"a built file":           {"/assets/app-1.js", "", 200, "plain"},
		"packed":                 {"/assets/app-1.js", "gzip, br", 200, "packed"},
		"an old build's file":    {"/assets/app-0.js", "", 404, ""},
		"a public file":          {"/favicon.svg", "", 200, "<svg/>"},
		"what is hidden":         {"/.vite/manifest", "", 200, `id="boot"`},
		"a way out of the house": {"/../../etc/passwd", "", 200, `id="boot"`},
	} {
		got := get(h, c.path, "Accept-Encoding", c.accept)
		if got.Code != c.status || !strings.Contains(got.Body.String(), c.has) {
			t.Errorf("%s: %d %.80s", name, got.Code, got.Body)
		}
	}
}

// What people wrote stands in the page as data, never as markup.
func TestNothingEscapesItsPlace(t *testing.T) {
	evil := `</script><script>alert(1)</script>`
	b := boot{Title: evil, Description: `"><script>alert(2)</script>`, Address: "https://example.com/"}
	b.Data.Session = map[string]string{"name": evil}
	page := get(testSite(t, b), "/").Body.String()
	if strings.Contains(page, "<script>alert") {
		t.Errorf("a script came in: %s", page)
	}
}

func TestEachAnswerHasItsNonce(t *testing.T) {
	h := testSite(t, boot{Title: "Limelight", Address: "https://example.com/"})
	first, second := get(h, "/"), get(h, "/")
	policy := first.Header().Get("Content-Security-Policy")
	_, rest, _ := strings.Cut(policy, "'nonce-")
	nonce, _, _ := strings.Cut(rest, "'")
	if len(nonce) < 20 || !strings.Contains(first.Body.String(), `nonce="`+nonce+`"`) {
		t.Errorf("the page's scripts do not carry %q", nonce)
	}
	if policy == second.Header().Get("Content-Security-Policy") {
		t.Error("two answers share a nonce")
	}
	for _, part := range []string{"object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "connect-src 'self' wss://example.com"} {
		if !strings.Contains(policy, part) {
			t.Errorf("the policy lacks %s: %s", part, policy)
		}
	}
}
