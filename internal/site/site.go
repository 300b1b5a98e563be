// Package site serves the web app: its built files, and its page for every other address.
//
// A page carries its title, the settings, who is logged in and the first data of its
// address, so that nothing has to be asked for before the first paint, and it is drawn
// before the app is there. What it shows comes from a Source.
package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"strings"

	"limelight/internal/account"
	"limelight/internal/discover"
	"limelight/internal/kit/api"
	"limelight/internal/kit/lang"
	"limelight/internal/pages"
	"limelight/internal/settings"
	"limelight/internal/show"
)

// Source is what pages show.
type Source interface {
	// Settings are as a language reads them.
	Settings(language string) settings.Current
	// Public completes what everybody may know of the settings.
	Public(ctx context.Context, public settings.Public) settings.Public
	Me(ctx context.Context, who account.Caller) (account.Me, error)
	Search(ctx context.Context, q discover.Query) (api.List[discover.Card], error)
	Profile(ctx context.Context, username string) (discover.Profile, error)
	// Banners are what the operator shows on the home page now.
	Banners(ctx context.Context) (api.List[pages.Banner], error)
	// Join lets a visitor into a performer's public show.
	Join(ctx context.Context, who account.Caller, performerID, origin string) (show.Session, error)
}

// Config is how the program was started.
type Config struct {
	Sockets         string    // where the sockets are; empty: this site
	Languages       Languages // to choose from, English first
	Development     bool      // payments are played
	NoCustomScripts bool      // the operator's scripts do not run
}

// Site is the web app as a handler.
type Site struct {
	Config
	source Source
	dist   fs.FS
	files  http.Handler
	parts  pageParts
	built  manifest
	first  []byte // the script of a page that opens on a show
	boot   func(r *http.Request) (boot, error)
	log    *slog.Logger
}

// boot is what a page starts with.
type boot struct {
	Title       string
	Description string
	Keywords    string
	Image       string // absolute, for previews elsewhere
	Address     string // absolute, of this page
	Favicon     string
	Sockets     string        // where the sockets are; empty: this site
	Shell       template.HTML // the picture of the page before the app takes over
	Preload     picture       // the image the eye meets first
	Modules     []string      // the files in web/src whose scripts shall come along with the page
	Scripts     []string      // their addresses
	Opens       bool          // on a show, which a script of its own begins before the app is there
	HeadScript  string        // the operator's, for the head
	EndScript   string        // the operator's, after the app
	Elsewhere   []string      // where the operator's pictures and sound come from, besides this site
	Player      string        // the host that plays HLS and recorded shows; empty: this site
	Measured    bool          // the analytics snippet is among them
	Development bool          // payments are played, and the page says so
	Lang        lang.Language // of the page
	Chosen      string        // the account's language, which the device remembers
	Status      int
	Data        struct {
		Settings any     `json:"settings"`
		Session  any     `json:"session"`
		Route    []query `json:"route"`
		// Languages are what there is to choose from.
		Languages Languages `json:"languages,omitempty"`
		// Show is the public show of the room that was opened, with what lets this visitor in.
		Show *show.Session `json:"show,omitempty"`
		// Scripted are the pages that custom scripts run on, if this is one of them.
		Scripted []string `json:"scripted,omitempty"`
	}
}

// query is one answer that the app would otherwise ask for.
type query struct {
	Key  []any `json:"key"`
	Data any   `json:"data"`
}

// pageParts is index.html, cut where each answer differs.
type pageParts struct{ head, title, shell, boot, tail []byte }

// noncePlace is where the build left room for the nonce of this answer.
const noncePlace = "__NONCE__"

// New makes a site of the web app's built files; without them it says how to build them.
func New(dist fs.FS, source Source, cfg Config, log *slog.Logger) (*Site, error) {
	index, err := fs.ReadFile(dist, "index.html")
	if err != nil {
		index = []byte(notBuilt)
	}
	parts, err := cutPage(index)
	if err != nil {
		return nil, err
	}
	built, err := readManifest(dist)
	if err != nil {
		return nil, err
	}
	first, err := readOpening(dist)
	if err != nil {
		return nil, err
	}
	s := &Site{Config: cfg, source: source, dist: dist, files: http.FileServerFS(dist), parts: parts, built: built, first: first, log: log}
	s.boot = s.begin
	return s, nil
}

// notBuilt is the page of a program built without the web app.
const notBuilt = `<!doctype html><html lang="en"><head><title>Limelight</title><!--head--></head><body><div id="root"><!--shell--></div><!--boot-->
<p>The web app is not in this program. Build it with <code>make build</code>.</p></body></html>`

func cutPage(index []byte) (parts pageParts, err error) {
	rest := index
	cut := func(mark string) (before []byte) {
		before, after, found := bytes.Cut(rest, []byte(mark))
		if !found {
			err = fmt.Errorf("index.html lacks %s", mark)
		}
		rest = after
		return before
	}
	parts.head = cut("<title>")
	cut("</title>")
	parts.title = cut("<!--head-->")
	parts.shell = cut("<!--shell-->")
	parts.boot = cut("<!--boot-->")
	parts.tail = rest
	return parts, err
}

func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if info, err := fs.Stat(s.dist, name); err == nil && !info.IsDir() && name != "index.html" && !hidden(name) {
		s.file(w, r, name)
		return
	}
	if name == webAppFile {
		s.webApp(w)
		return
	}
	if strings.HasPrefix(name, "assets/") {
		http.NotFound(w, r) // an old build's file must not be answered with a page
		return
	}
	s.page(w, r)
}

// hidden reports a name that is the build's own business, such as .vite/manifest.json.
func hidden(name string) bool { return strings.HasPrefix(name, ".") || strings.Contains(name, "/.") }

// serviceWorker is what hears pushes while no page is open. A browser keeps it, and asks for it
// anew; its policy is what it goes by itself, and it tells this site of a new subscription.
const (
	serviceWorker       = "sw.js"
	serviceWorkerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
)

// file serves a built file. Names in assets carry their content's hash.
func (s *Site) file(w http.ResponseWriter, r *http.Request, name string) {
	cache := "public, max-age=3600"
	switch {
	case strings.HasPrefix(name, "assets/"):
		cache = "public, max-age=31536000, immutable"
	case name == serviceWorker:
		cache = "no-cache"
		w.Header().Set("Content-Security-Policy", serviceWorkerPolicy)
	}
	w.Header().Set("Cache-Control", cache)
	if packed, kind := s.packed(r, name); packed != "" {
		w.Header().Set("Content-Encoding", kind)
		w.Header().Set("Content-Type", contentType(name))
		w.Header().Add("Vary", "Accept-Encoding")
		name = packed
	}
	http.ServeFileFS(w, r, s.dist, name)
}

// packed finds the compressed neighbour that the build made.
func (s *Site) packed(r *http.Request, name string) (packed, encoding string) {
	accepted := r.Header.Get("Accept-Encoding")
	for _, way := range []struct{ encoding, suffix string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if !strings.Contains(accepted, way.encoding) {
			continue
		}
		if _, err := fs.Stat(s.dist, name+way.suffix); err == nil {
			return name + way.suffix, way.encoding
		}
	}
	return "", ""
}

func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".json":
		return "application/json"
	}
	return "application/octet-stream"
}

func (s *Site) page(w http.ResponseWriter, r *http.Request) {
	say := lang.In(r.Context())
	b, err := s.boot(r)
	if err != nil {
		s.log.Error("start a page", "path", r.URL.Path, "error", err)
		http.Error(w, say("Something went wrong!"), http.StatusInternalServerError)
		return
	}
	b.Scripts = s.built.beyond(b.Modules...)
	nonce := newNonce()
	page, err := s.render(b, nonce)
	if err != nil {
		s.log.Error("render a page", "path", r.URL.Path, "error", err)
		http.Error(w, say("Something went wrong!"), http.StatusInternalServerError)
		return
	}
	b.remember(w, r, strings.HasPrefix(api.Origin(r.Context()), "https://"))
	w.Header().Set("Content-Security-Policy", contentPolicy(nonce, b))
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	page = packPage(w, r, page)
	if b.Status != 0 {
		w.WriteHeader(b.Status)
	}
	if _, err := io.Copy(w, page); err != nil {
		s.log.Debug("send a page", "error", err)
	}
}

var headTemplate = template.Must(template.New("head").Funcs(template.FuncMap{"imageSrcSet": imageSrcSet}).Parse(`<title>{{.Title}}</title>
<meta name="description" content="{{.Description}}">{{with .Keywords}}
<meta name="keywords" content="{{.}}">{{end}}
{{- if .Development}}
<meta name="development" content="on">{{end}}{{with .Sockets}}
<meta name="SOCKET_ENDPOINT" content="{{.}}">{{end}}
<meta property="og:title" content="{{.Title}}">
<meta property="og:description" content="{{.Description}}">
<meta property="og:type" content="website">
<meta property="og:url" content="{{.Address}}">{{with .Image}}
<meta property="og:image" content="{{.}}">
<meta name="twitter:card" content="summary_large_image">{{end}}{{with .Preload}}{{if .Src}}
<link rel="preload" as="image" href="{{.Src}}" {{imageSrcSet .SrcSet}}{{with .Sizes}} imagesizes="{{.}}"{{end}}{{with .Media}} media="{{.}}"{{end}} fetchpriority="high">{{end}}{{end}}{{range .Scripts}}
<link rel="later" crossorigin href="{{.}}" nonce="{{$.Nonce}}">{{end}}
`))

// imageSrcSet is the attribute whole: html/template knows srcset, but takes
// imagesrcset for one address and escapes its spaces.
func imageSrcSet(choice string) template.HTMLAttr {
	if choice == "" {
		return ""
	}
	return template.HTMLAttr(`imagesrcset="` + template.HTMLEscapeString(choice) + `"`) // escaped here
}

// render puts the page together. The nonce goes into what the build and the operator
// wrote, never into what people wrote: a name is not a place for it.
func (s *Site) render(b boot, nonce string) (*bytes.Buffer, error) {
	var page bytes.Buffer
	ours := func(part []byte) { page.Write(bytes.ReplaceAll(part, []byte(noncePlace), []byte(nonce))) }
	ours(inLanguage(s.parts.head, b.Lang))
	if err := headTemplate.Execute(&page, struct {
		boot
		Nonce string
	}{b, nonce}); err != nil {
		return nil, err
	}
	ours(s.parts.title)
	ours([]byte(b.HeadScript))
	ours(s.parts.shell)
	page.WriteString(string(b.Shell))
	ours(s.parts.boot)
	data, err := json.Marshal(b.Data) // escapes <, > and &, so it cannot leave its element
	if err != nil {
		return nil, err
	}
	page.WriteString(`<script type="application/json" id="boot">`)
	page.Write(data)
	page.WriteString(`</script>`)
	if b.Opens && len(s.first) > 0 { // async: it waits for no style
		fmt.Fprintf(&page, `<script type="module" async nonce="%s">%s</script>`, nonce, s.first)
	}
	ours([]byte(b.EndScript))
	ours(s.parts.tail)
	return &page, nil
}

// inLanguage gives the page its language and direction; the build wrote English.
func inLanguage(head []byte, l lang.Language) []byte {
	if l.Code == "" || l.Code == lang.English {
		return head
	}
	return bytes.Replace(head, []byte(`<html lang="en"`), fmt.Appendf(nil, `<html lang="%s" dir="%s"`, l.Code, l.Dir), 1)
}

// packPage compresses a page for those who take it: the first data of its route
// is most of it, and shrinks to a fifth.
func packPage(w http.ResponseWriter, r *http.Request, page *bytes.Buffer) *bytes.Buffer {
	w.Header().Add("Vary", "Accept-Encoding")
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		return page
	}
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	if _, err := zip.Write(page.Bytes()); err != nil {
		return page
	}
	if err := zip.Close(); err != nil {
		return page
	}
	w.Header().Set("Content-Encoding", "gzip")
	return &packed
}

func newNonce() string {
	b := make([]byte, 16)
	rand.Read(b)
	return base64.RawStdEncoding.EncodeToString(b)
}

// contentPolicy lets scripts run only that this answer names (trust.md, Headers).
// Styles may be inline: toasts and menus place themselves.
func contentPolicy(nonce string, b boot) string {
	own, measuring := b.Address, ""
	if b.Measured {
		measuring = analyticsHosts
	}
	if scheme, rest, found := strings.Cut(b.Address, "://"); found {
		host, _, _ := strings.Cut(rest, "/")
		own = strings.Replace(scheme, "http", "ws", 1) + "://" + host
	}
	if b.Sockets != "" { // polling and WebSocket
		own += " " + b.Sockets + " " + strings.Replace(b.Sockets, "http", "ws", 1)
	}
	elsewhere, player := strings.Join(append([]string{""}, b.Elsewhere...), " "), ""
	if b.Player != "" { // its playlists are fetched, and an iPhone plays them by itself
		player = " " + b.Player
	}
	return strings.Join([]string{
		"default-src 'self'",
		"script-src 'nonce-" + nonce + "' 'strict-dynamic'",
		"style-src 'self' 'unsafe-inline'",
		"img-src 'self' data: blob:" + elsewhere + measuring,
		"media-src 'self' blob:" + elsewhere + player,
		"font-src 'self'",
		"connect-src 'self' " + own + player + measuring,
		"worker-src 'self' blob:",
		"object-src 'none'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
		"form-action 'self'",
	}, "; ")
}
