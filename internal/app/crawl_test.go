package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"limelight/internal/app"
	"limelight/internal/kit/api"
)

// crawl is a walk over every route of the API's own list and every address that it names.
type crawl struct {
	*stocked
	routes   []api.Route
	document map[string]map[string]operation
	ids      map[string][]string // by the word before a parameter
	paid     prints              // what only buyers have, performers and staff aside
	hidden   prints              // what those who are blocked may not have: paid, and what others are shown
	blurs    map[string]string   // whom a blur in a conversation is for, by the folder of its file
	never    []string            // files of which nobody is sent a byte as it lies there
	sent     map[string]bool     // folders of addresses from which somebody was sent a part of one
}

func newCrawl(t *testing.T) *crawl {
	t.Helper()
	c := walks(t, stock(t))
	c.reads(t)
	c.fingerprints(t)
	return c
}

// walks knows the routes of a site and what they may be asked for, and yet nothing of what is there.
func walks(t *testing.T, s *stocked) *crawl {
	t.Helper()
	c := &crawl{stocked: s, sent: map[string]bool{}}
	var err error
	if c.routes, err = app.Routes(); err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]operation
	}
	if err := json.Unmarshal(c.guest().request(t, "GET", "/api/openapi.json", nil).must(t, 200).body, &document); err != nil {
		t.Fatal(err)
	}
	c.document = document.Paths
	return c
}

// column are the values of a column of the database.
func (s *site) column(t *testing.T, query string) (list []string) {
	t.Helper()
	rows, err := outside(t, s.cfg).QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var value string
		if err := rows.Scan(&value); err != nil {
			t.Fatal(err)
		}
		list = append(list, value)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// reads takes the ids that a route may be filled with out of the database: all of what is
// sold, and of other things some.
func (c *crawl) reads(t *testing.T) {
	t.Helper()
	of := func(query string, args ...any) []string { return c.column(t, fmt.Sprintf(query, args...)) }
	assets := func(kind string) []string { return of(`SELECT id FROM assets WHERE kind = '%s' ORDER BY id`, kind) }
	c.ids = map[string][]string{
		"galleries": assets("gallery"), "videos": assets("video"), "products": assets("product"), "asset-reviews": of(`SELECT id FROM assets ORDER BY id`),
		"photos":        slices.Concat(of(`SELECT id FROM asset_photos ORDER BY id`), of(`SELECT id FROM messages WHERE file_id <> '' ORDER BY id`), assets("gallery")),
		"messages":      of(`SELECT id FROM messages WHERE file_id <> '' ORDER BY id`),
		"conversations": of(`SELECT id FROM conversations ORDER BY id`),
		"files":         of(`SELECT id FROM asset_media ORDER BY id`), "media": of(`SELECT id FROM asset_media ORDER BY id`),
		"captions": of(`SELECT id FROM asset_captions ORDER BY id`), "uploads": of(`SELECT id FROM uploads ORDER BY id`),
		"identity-checks": of(`SELECT id FROM identity_checks ORDER BY id`), "documents": {"idVerification", "documentVerification"},
		"performers": {c.ids0("nina"), "nina"},
	}
	c.ids[""] = slices.Concat([]string{c.ids0("nina"), "nina"}, of(`SELECT id FROM purchases ORDER BY id LIMIT 2`), of(`SELECT id FROM orders ORDER BY id LIMIT 2`),
		of(`SELECT id FROM conversations ORDER BY id LIMIT 2`), of(`SELECT id FROM files WHERE private ORDER BY id LIMIT 1`),
		c.ids["photos"][:1], c.ids["galleries"][:1], c.ids["videos"][:1], c.ids["products"][:1])
}

func (c *crawl) ids0(username string) string { return c.site.ids[username] }

var parameter = regexp.MustCompile(`\{([^}]+)\}`)

// fills are the paths of a route with its ids filled in: those of one kind, or with ones of
// nothing.
func (c *crawl) fills(r api.Route) (paths []string) {
	operation := c.document[strings.TrimPrefix(r.Path, api.Prefix)][strings.ToLower(r.Method)]
	paths = []string{r.Path}
	for _, match := range parameter.FindAllStringSubmatch(r.Path, -1) {
		before := r.Path[:strings.Index(r.Path, match[0])]
		values := c.ids[""]
		for _, p := range operation.Parameters {
			if p.In == "path" && p.Name == match[1] && len(p.Schema.Enum) > 0 {
				values = nil
				for _, one := range p.Schema.Enum {
					values = append(values, fmt.Sprint(one))
				}
			}
		}
		words := strings.Split(strings.Trim(before, "/"), "/")
		for at := len(words) - 1; at >= max(0, len(words)-3); at-- {
			if known, found := c.ids[words[at]]; found && words[at] != "" {
				values = known
				break
			}
		}
		var filled []string
		for _, path := range paths {
			for _, value := range values {
				filled = append(filled, strings.Replace(path, match[0], value, 1))
			}
		}
		paths = filled
	}
	paths = withQueries(paths, operation)
	if operation.Parameters == nil { // a route that is not in the document: a file that staff looks at for a reason
		for _, path := range slices.Clone(paths) {
			paths = append(paths, path+"?reason=a+crawl")
		}
	}
	return paths
}

// withQueries adds to the paths of one thing what it may be asked for beside its id.
func withQueries(paths []string, operation operation) []string {
	all := slices.Clone(paths)
	for _, p := range operation.Parameters {
		if p.In != "query" || strings.HasPrefix(p.Name, "sort") {
			continue
		}
		values := p.Schema.Enum
		if p.Required || p.Name == "reason" {
			values = append(values, "a crawl")
		}
		if !strings.Contains(paths[0], "?") && len(paths) < 2 && !p.Required {
			continue // lists have a test of their own (TestHiddenOnEveryRoute)
		}
		for _, value := range values {
			for _, path := range paths {
				all = append(all, path+"?"+p.Name+"="+url.QueryEscape(fmt.Sprint(value)))
			}
		}
	}
	return all
}

// absent is the path with ids of nothing in place of the performer's.
func (c *crawl) absent(r api.Route, path string) string {
	path, query, asked := strings.Cut(path, "?")
	words, pattern := strings.Split(path, "/"), strings.Split(r.Path, "/")
	for i, word := range pattern {
		if strings.HasPrefix(word, "{") && (len(words[i]) == len(absentID) || words[i] == "nina") {
			words[i] = absentID
		}
	}
	if asked {
		query = "?" + query
	}
	return strings.Join(words, "/") + query
}

// address is something in an answer that leads to a file, or on to one.
var address = regexp.MustCompile(`"((?:https?://[^"/]+)?/(?:files|media|snapshots|api/uploads|api/user/performer-assets|api/performer/performer-assets|api/admin/asset-reviews)/[^"\\ ]+)"`)

// sees walks as somebody who may see some of it, and returns the addresses of files that
// they were told and the files of which they were sent a part.
func (c *crawl) sees(t *testing.T, v visitor) (addresses []string, seen map[string]bool) {
	t.Helper()
	seen = map[string]bool{}
	known := map[string]bool{}
	var queue []string
	for _, r := range c.routes {
		if r.Method == http.MethodGet {
			queue = append(queue, c.fills(r)...)
		}
	}
	asked := len(queue)
	for n := 0; n < len(queue); n++ {
		got := v.request(t, "GET", queue[n], nil)
		if n >= asked {
			addresses = append(addresses, queue[n])
		}
		if got.status != http.StatusOK {
			continue
		}
		found := c.paid.find(got.body)
		if isPicture(queue[n]) {
			maps.Copy(found, c.paid.find(v.asBrowser().request(t, "GET", queue[n], nil).body))
		}
		if len(found) > 0 {
			c.sent[queue[n][:strings.LastIndex(queue[n], "/")]] = true
		}
		maps.Copy(seen, found)
		for _, next := range c.named(queue[n], got) {
			if !known[next] {
				known[next] = true
				queue = append(queue, next)
			}
		}
	}
	return addresses, seen
}

// isPicture reports whether an address is answered with other bytes to who can show AVIF.
func isPicture(path string) bool {
	return strings.HasPrefix(path, "/files/") && strings.HasSuffix(path, ".webp")
}

// asBrowser is the visitor with a browser that says what it can show.
func (v visitor) asBrowser() visitor {
	return v.with("Accept", "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8")
}

var uriOfPlaylist = regexp.MustCompile(`URI="([^"]+)"`)

// named are the addresses that an answer names.
func (c *crawl) named(from string, got answer) (list []string) {
	if strings.Contains(got.header.Get("Content-Type"), "mpegurl") || strings.HasSuffix(from, ".vtt") {
		names := addressOfPlaylist.FindAllString(string(got.body), -1)
		for _, match := range uriOfPlaylist.FindAllStringSubmatch(string(got.body), -1) {
			names = append(names, match[1])
		}
		for _, name := range names {
			name, _, _ = strings.Cut(strings.TrimSpace(name), "#")
			if name != "" && !strings.ContainsAny(name, " >") {
				list = append(list, from[:strings.LastIndex(from, "/")+1]+name)
			}
		}
		return list
	}
	for _, match := range address.FindAllStringSubmatch(string(got.body), -1) {
		path := strings.TrimPrefix(match[1], c.url)
		if !strings.HasPrefix(path, "/") {
			continue // of another site
		}
		list = append(list, path)
		if strings.HasPrefix(path, "/files/photos/") && strings.HasSuffix(path, ".webp") {
			list = append(list, strings.TrimSuffix(path, "webp")+"jpg")
		}
	}
	return list
}

// seeker is somebody who has paid for nothing, or lost it.
type seeker struct {
	name    string
	visitor visitor
	blocked bool // of the performer nothing exists for them
	bought  bool // and what was bought stays in their library
	guesses bool // where files lie
}

// checkBlocking is the question itself (spec §4), and answers for the caller alone.
const checkBlocking = "/api/performers/{id}/check-blocking"

// gets proves of one answer that no byte of what the seeker may not have is in it.
func (c *crawl) gets(t *testing.T, who seeker, got answer) {
	t.Helper()
	if got.status == http.StatusTooManyRequests && strings.HasPrefix(got.call, "GET") {
		t.Errorf("%s waits, so that %s proves nothing: %s", who.name, got.call, got.body)
	}
	if got.status >= 500 {
		t.Errorf("%s: %s is answered %d", who.name, got.call, got.status)
	}
	index := c.paid
	if who.blocked {
		index = c.hidden
	}
	for key := range index.find(got.body) {
		folder, name, _ := strings.Cut(strings.TrimPrefix(key, "photos/"), "/")
		if strings.HasPrefix(name, "blur.") && c.blurs["photos/"+folder] == who.name && !who.blocked {
			continue
		}
		t.Errorf("%s is sent a part of %s by %s (%d, %d bytes)", who.name, key, got.call, got.status, len(got.body))
	}
}

// asks walks over all routes of a method.
func (c *crawl) asks(t *testing.T, who seeker, r api.Route) {
	t.Helper()
	var body any
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		body = record{}
	}
	for n, path := range c.fills(r) {
		if r.Method != http.MethodGet && n == 3 {
			break // which one it is matters to what is read
		}
		got := who.visitor.request(t, r.Method, path, body)
		c.gets(t, who, got)
		if !who.blocked || who.bought || r.Path == checkBlocking || !strings.Contains(r.Path, "{") {
			continue
		}
		nothing := who.visitor.request(t, r.Method, c.absent(r, path), body)
		if got.status != nothing.status || !bytes.Equal(got.body, nothing.body) {
			t.Errorf("%s: %s is answered %s, of nothing %s", who.name, got.call, got.sum(), nothing.sum())
		}
	}
}

// raw are addresses of files by where they lie.
func (c *crawl) raw() (paths []string) {
	keys := map[string]bool{}
	for _, key := range c.paid {
		keys[key] = true
	}
	for key := range keys {
		folder, name, _ := strings.Cut(key, "/")
		file := filepath.Base(key)
		paths = append(paths, "/"+key, "/files/"+key, "/files/photos/../../"+key, "/media/"+key, "/media/videos/"+name, "/api/"+key,
			"/files/"+name, "/files/photos/"+name, "/api/uploads/"+strings.TrimSuffix(name, "/"+file), "/assets/"+key, "/files/%2e%2e/"+key, "/data/files/"+key, "/"+folder)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// Nobody but who has paid for it, whose it is, and staff gets a byte of what is sold: by no
// route, by no address that anybody was ever told, in no state of what is sold. Who is
// blocked gets not even what everybody sees, and is answered as of what does not exist.
func TestUnpaidMediaIsFenced(t *testing.T) {
	onSQLite(t)
	c := newCrawl(t)
	held, seen := map[string][]string{}, map[string]bool{}
	people := map[string]visitor{"tom": c.tom, "ron": c.ron, "bob": c.bob, "nina": c.nina, "ada": c.ada}
	for _, name := range []string{"tom", "nina", "ada", "ron", "bob"} { // who is shut out looks last, and has what a node remembers for seconds
		addresses, found := c.sees(t, people[name])
		held[name] = addresses
		maps.Copy(seen, found)
		if len(addresses) < 30 || len(found) < 10 {
			t.Fatalf("%s is told %d addresses, and sent a part of %d files: the walk is none", name, len(addresses), len(found))
		}
	}
	for _, key := range slices.Compact(slices.Sorted(maps.Values(c.paid))) { // what the walk sees it would see of others, too
		if !seen[key] && !slices.Contains(c.never, key) {
			t.Errorf("nobody was sent a part of %s", key)
		}
	}
	if avif := slices.DeleteFunc(slices.Collect(maps.Keys(seen)), func(key string) bool { return !strings.HasSuffix(key, ".avif") }); len(avif) < 20 && tools(t.Context()).AVIF {
		t.Errorf("of %d pictures alone somebody was sent AVIF", len(avif))
	}
	c.shuts(t, held)
	var told []string
	for _, list := range held {
		told = append(told, list...)
	}
	slices.Sort(told)
	told, guessed := slices.Compact(told), c.raw()
	seekers := []seeker{
		{name: "a guest", visitor: c.guest(), guesses: true}, {name: "ann", visitor: c.ann}, {name: "lena", visitor: c.lena, guesses: true}, {name: "stella", visitor: c.stella},
		{name: "ron", visitor: c.ron}, {name: "bob", visitor: c.bob, blocked: true, bought: true},
		{name: "kim", visitor: c.kim, blocked: true, guesses: true}, {name: "pia", visitor: c.pia, blocked: true}, {name: "piet", visitor: c.piet, blocked: true},
		{name: "vito", visitor: c.vito, blocked: true},
	}
	for _, who := range seekers {
		t.Run(who.name, func(t *testing.T) {
			t.Parallel()
			for _, path := range told {
				c.gets(t, who, who.visitor.request(t, "GET", path, nil))
				if isPicture(path) {
					c.gets(t, who, who.visitor.asBrowser().request(t, "GET", path, nil))
				}
			}
			for n := 0; who.guesses && n < len(guessed); n++ {
				c.gets(t, who, who.visitor.request(t, "GET", guessed[n], nil))
			}
			c.walks(t, who)
		})
	}
}

// walks asks every route, those last by which a login ends.
func (c *crawl) walks(t *testing.T, who seeker) {
	t.Helper()
	rank := func(r api.Route) int {
		switch {
		case r.Method == http.MethodGet || r.Method == http.MethodHead:
			return 0
		case strings.Contains(r.Path, "/auth/"):
			return 2
		}
		return 1
	}
	routes := slices.Clone(c.routes)
	slices.SortStableFunc(routes, func(a, b api.Route) int { return rank(a) - rank(b) })
	for _, r := range routes {
		c.asks(t, who, r)
	}
}
