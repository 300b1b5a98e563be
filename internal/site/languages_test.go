package site

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"limelight/internal/account"
	"limelight/internal/kit/lang"
)

const builtLanguages = `[
	{"code": "en", "name": "English", "dir": "ltr"},
	{"code": "es", "name": "Español", "dir": "ltr", "texts": "/assets/es-1/"},
	{"code": "xx", "name": "Of a newer build", "dir": "ltr", "texts": "/assets/xx-1/"},
	{"code": "ar-XB", "name": "Pseudo, from the right", "dir": "rtl", "test": true, "texts": "/assets/ar-XB-1/"}
]`

func offeredCodes(t *testing.T, dist fstest.MapFS, pseudo bool) string {
	t.Helper()
	list, err := Offered(dist, pseudo)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, l := range list {
		codes = append(codes, l.Code)
	}
	return strings.Join(codes, " ")
}

func TestOfferedLanguages(t *testing.T) {
	dist := fstest.MapFS{".vite/languages.json": {Data: []byte(builtLanguages)}}
	if got := offeredCodes(t, dist, false); got != "en es" {
		t.Errorf("a site offers %s", got)
	}
	if got := offeredCodes(t, dist, true); got != "en es ar-XB" {
		t.Errorf("a site of tests offers %s", got)
	}
	begun := fstest.MapFS{".vite/languages.json": {Data: []byte(strings.Replace(builtLanguages, `"Español"`, `"Español", "unfinished": true`, 1))}}
	if got := offeredCodes(t, begun, false); got != "en" {
		t.Errorf("a site whose Spanish is unfinished offers %s", got)
	}
	if got := offeredCodes(t, begun, true); got != "en es ar-XB" {
		t.Errorf("a site of tests whose Spanish is unfinished offers %s", got)
	}
	if got := offeredCodes(t, fstest.MapFS{}, true); got != "en" {
		t.Errorf("a program without the web app offers %s", got)
	}
}

func bilingual(t *testing.T) Languages {
	t.Helper()
	languages, err := Offered(fstest.MapFS{".vite/languages.json": {Data: []byte(builtLanguages)}}, true)
	if err != nil {
		t.Fatal(err)
	}
	return languages
}

// The choice on the device counts before what the browser asks for; what the site does not
// speak counts for nothing.
func TestLanguageOfACall(t *testing.T) {
	list := bilingual(t)
	for name, c := range map[string]struct{ accept, cookie, want string }{
		"nothing said":               {"", "", ""},
		"the browser's":              {"es-AR,es;q=0.9,en;q=0.5", "", "es"},
		"the browser's second":       {"de,en;q=0.5", "", "en"},
		"not spoken here":            {"ja", "", ""},
		"chosen":                     {"en", "es", "es"},
		"chosen back":                {"es", "en", "en"},
		"an unknown choice":          {"es", "xx", "es"},
		"a choice that is no choice": {"", `"><script>`, ""},
		"a pseudo-language":          {"ar-XB", "", "ar-XB"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Accept-Language", c.accept)
		if c.cookie != "" {
			r.AddCookie(&http.Cookie{Name: languageCookie, Value: c.cookie})
		}
		got := ""
		list.Choose(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got, _ = lang.From(r.Context()) })).ServeHTTP(nil, r)
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestAPageSpeaksTheLanguageOfTheAccount(t *testing.T) {
	list := bilingual(t)
	r := httptest.NewRequest("GET", "/", nil)
	r = r.WithContext(lang.With(r.Context(), "es"))
	for chosen, want := range map[string]string{"": "es", "en": "en", "ar-XB": "ar-XB", "xx": "es"} {
		if got := list.of(r, account.Caller{Language: chosen}).Code; got != want {
			t.Errorf("whose account says %q gets %s, want %s", chosen, got, want)
		}
	}
}

func TestAPageSaysItsLanguage(t *testing.T) {
	dist := fstest.MapFS{"index.html": {Data: []byte(notBuilt)}}
	rtl := lang.Language{Code: "ar-XB", Name: "Pseudo", Dir: "rtl"}
	s, err := New(dist, nil, Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.boot = func(*http.Request) (boot, error) { return boot{Lang: rtl, Chosen: "ar-XB"}, nil }
	first := get(s, "/")
	if !strings.HasPrefix(first.Body.String(), `<!doctype html><html lang="ar-XB" dir="rtl">`) {
		t.Errorf("the page begins %.80s", first.Body)
	}
	if kept := first.Header().Get("Set-Cookie"); !strings.HasPrefix(kept, "language=ar-XB; Path=/; Max-Age=31536000; SameSite=Lax") {
		t.Errorf("the device is told %q", kept)
	}
	if again := get(s, "/", "Cookie", "language=ar-XB"); again.Header().Get("Set-Cookie") != "" {
		t.Error("the device is told what it knows")
	}
	if english := string(inLanguage([]byte(`<html lang="en" data-theme="dark">`), lang.All()[0])); english != `<html lang="en" data-theme="dark">` {
		t.Errorf("English is %s", english)
	}
}
