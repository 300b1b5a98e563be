package site

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"limelight/internal/discover"
	"limelight/internal/kit/lang"
)

const built = `{
	"index.html": {"file": "assets/index.js", "imports": ["_vendor.js"]},
	"_vendor.js": {"file": "assets/vendor.js"},
	"_cards.js": {"file": "assets/cards.js", "imports": ["_vendor.js", "src/features/home/HomePage.tsx"]},
	"src/features/home/HomePage.tsx": {"file": "assets/home.js", "imports": ["_vendor.js", "_cards.js"]},
	"src/app/RoomPage.tsx": {"file": "assets/room.js", "imports": ["_vendor.js"]}
}`

// The browser learns of a page's own scripts with the page; those that
// index.html names are not named twice.
func TestAPageNamesItsScripts(t *testing.T) {
	dist := fstest.MapFS{
		"index.html":          {Data: []byte(notBuilt)},
		".vite/manifest.json": {Data: []byte(built)},
		opening:               {Data: []byte("watch(1 < 2);\n")},
	}
	b := boot{Title: "Limelight", Modules: []string{homePage}, Preload: picture{Src: "/files/1/card.webp", SrcSet: "/files/1/card.webp 640w"}}
	s, err := New(dist, nil, Config{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	s.boot = func(*http.Request) (boot, error) { return b, nil }
	if got, want := s.built.beyond(homePage), []string{"/assets/home.js", "/assets/cards.js"}; !slices.Equal(got, want) {
		t.Errorf("the home page's own scripts are %v, want %v", got, want)
	}
	for _, part := range []string{homePage, roomPage, "src/media/opening.ts"} {
		if _, err := os.Stat("../../web/" + part); err != nil {
			t.Error(err)
		}
	}
	if got := s.built.beyond("src/Nowhere.tsx"); got != nil {
		t.Errorf("a page that was not built has scripts: %v", got)
	}
	page := get(s, "/").Body.String()
	for _, want := range []string{
		`<link rel="later" crossorigin href="/assets/cards.js" nonce="`,
		`href="/files/1/card.webp" imagesrcset="/files/1/card.webp 640w"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s: %s", want, page)
		}
	}
	if strings.Contains(page, "watch(") {
		t.Error("a page that opens on no show runs a script before the app")
	}
	b.Opens = true
	first := regexp.MustCompile(`</script><script type="module" async nonce="[^"]+">watch\(1 < 2\);</script>`)
	if page := get(s, "/").Body.String(); !first.MatchString(page) {
		t.Errorf("the script that begins a show does not follow its data: %s", page)
	}
	if strings.Contains(page, noncePlace) {
		t.Error("a place for the nonce was left open")
	}
}

// A script that would end its element is no part of a page.
func TestAScriptThatEndsItsElementIsRefused(t *testing.T) {
	for _, script := range []string{"x('</SCRIPT>')", "x('<!--')"} {
		dist := fstest.MapFS{"index.html": {Data: []byte(notBuilt)}, opening: {Data: []byte(script)}}
		if _, err := New(dist, nil, Config{}, slog.New(slog.DiscardHandler)); err == nil {
			t.Errorf("a page carries %s", script)
		}
	}
}

func TestAPageIsPackedForThoseWhoTakeIt(t *testing.T) {
	got := get(testSite(t, boot{Title: "Limelight"}), "/", "Accept-Encoding", "gzip, br")
	if got.Header().Get("Content-Encoding") != "gzip" || got.Header().Get("Vary") != "Accept-Encoding" {
		t.Fatalf("headers %v", got.Header())
	}
	zip, err := gzip.NewReader(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(zip)
	if err != nil || !strings.Contains(string(page), `id="boot"`) {
		t.Errorf("%v: %.200s", err, page)
	}
}

func TestTheFirstPictureIsTheCards(t *testing.T) {
	live := discover.Card{StreamingStatus: "public", Snapshot: "/snapshots/1.webp", CardImage: "/files/7/card.webp"}
	if got := pictureOf(live, true); got != (picture{Src: "/snapshots/1.webp"}) {
		t.Errorf("a live card shows %+v", got)
	}
	portrait := pictureOf(discover.Card{StreamingStatus: "offline", CardImage: "/files/7/card.webp"}, true)
	if portrait.SrcSet != "/files/7/card-320.webp 320w, /files/7/card.webp 640w, /files/7/card-960.webp 960w" ||
		!strings.HasPrefix(portrait.Sizes, "(max-width: 767px) 100vw, ") {
		t.Errorf("a portrait is %+v", portrait)
	}
	if wider := pictureOf(discover.Card{StreamingStatus: "offline", CardImage: "/files/7/card-960.webp"}, true); wider != portrait {
		t.Errorf("a portrait by the name of its widest file is %+v, want %+v", wider, portrait)
	}
	if got := pictureOf(discover.Card{CardImage: "/elsewhere.jpg"}, false); got != (picture{Src: "/elsewhere.jpg"}) {
		t.Errorf("a foreign picture is %+v", got)
	}
}

// A room shows her picture before the app does; no picture is no broken image.
func TestARoomIsPaintedFirst(t *testing.T) {
	var b boot
	p := discover.Profile{Card: discover.Card{CardImage: "/files/7/card.webp"}, WideImage: "/files/8/wide.webp"}
	if err := drawRoom(&b, p); err != nil {
		t.Fatal(err)
	}
	shell := string(b.Shell)
	for _, want := range []string{`srcset="/files/7/card-320.webp 320w,`, `srcset="/files/8/wide-640.webp 640w, /files/8/wide.webp 1280w"`} {
		if !strings.Contains(shell, want) {
			t.Errorf("the room's shell lacks %s: %s", want, shell)
		}
	}
	if b.Preload.Src != "/files/7/card.webp" || b.Preload.Media == "" {
		t.Errorf("preloaded is %+v", b.Preload)
	}
	if err := drawRoom(&b, discover.Profile{}); err != nil || strings.Contains(string(b.Shell), "<img") {
		t.Errorf("%v; a performer without pictures: %s", err, b.Shell)
	}
}

// The words before the app are those that its catalogue has for them.
func TestAPostersWordsAreInThePagesLanguage(t *testing.T) {
	written, err := os.ReadFile("../../locales/es/web/room.json")
	if err != nil {
		t.Fatal(err)
	}
	var room map[string]string
	if err := json.Unmarshal(written, &room); err != nil {
		t.Fatal(err)
	}
	for _, status := range []string{"away", "offline"} {
		b := boot{Lang: lang.Language{Code: "es"}}
		if err := drawRoom(&b, discover.Profile{Card: discover.Card{Name: "Nina", StreamingStatus: status}}); err != nil {
			t.Fatal(err)
		}
		for _, english := range []string{"{name} is " + status, "The show starts here by itself once {name} goes live."} {
			if spanish := strings.ReplaceAll(room[english], "{name}", "Nina"); spanish == "" || !strings.Contains(string(b.Shell), spanish) {
				t.Errorf("the shell lacks %q: %s", spanish, b.Shell)
			}
		}
	}
}

// Why there is no show is said before the app is there, in the app's own words and places.
func TestAPostersWordsArePaintedFirst(t *testing.T) {
	poster, err := os.ReadFile("../../web/src/features/room/Poster.tsx")
	if err != nil {
		t.Fatal(err)
	}
	var b boot
	if err := drawRoom(&b, discover.Profile{Card: discover.Card{Name: "Nina", StreamingStatus: "away"}}); err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct{ drawn, written string }{
		{"Nina is away", `t("{name} is away", { name })`},
		{"The show starts here by itself once Nina goes live.", `t("The show starts here by itself once {name} goes live.", { name })`},
		{`class="text-h2 font-extrabold tracking-[-.015em] text-balance"`, `"text-h2 font-extrabold tracking-[-.015em] text-balance"`},
		{`class="text-label font-normal text-balance text-white/85"`, `"text-label font-normal text-balance text-white/85"`},
		{"inset-x-0 top-[19%] grid", `tall ? "top-[19%]"`},
		{"inset-x-0 bottom-[6%] grid", `: "bottom-[6%]"`},
	} {
		if !strings.Contains(string(b.Shell), one.drawn) || !strings.Contains(string(poster), one.written) {
			t.Errorf("the shell has %q as the poster has %s? %s", one.drawn, one.written, b.Shell)
		}
	}
	for _, status := range []string{"public", "private", "group"} {
		if err := drawRoom(&b, discover.Profile{Card: discover.Card{Name: "Nina", StreamingStatus: status}}); err != nil || strings.Contains(string(b.Shell), "Nina") {
			t.Errorf("%v; %s: %s", err, status, b.Shell)
		}
	}
}
