package app_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"net/textproto"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/api"
	"limelight/internal/testkit"
)

// uploadForm is how the form of a route is filled in.
type uploadForm struct {
	fields map[string]string
	files  map[string]string // the kind of each file, by its field
}

var papers = map[string]string{"idVerification": "document", "documentVerification": "document"}

// newcomer are the fields of a registration; $ is another name each time.
var newcomer = map[string]string{"username": "new$", "email": "new$@example.com", "password": app.Password, "dateOfBirth": "1990-05-01", "gender": "female"}

// uploadForms are the forms of all routes that take files: uploaders says who sends them.
var uploadForms = map[string]uploadForm{
	"users.uploadAvatar":  {files: map[string]string{"avatar": "picture"}},
	"performer.avatar":    {files: map[string]string{"avatar": "picture"}},
	"performer.card":      {files: map[string]string{"file": "picture"}},
	"performer.wide":      {files: map[string]string{"file": "picture"}},
	"performer.submit":    {files: papers},
	"performer.register":  {newcomer, papers},
	"studio.submit":       {files: map[string]string{"documentVerification": "document"}},
	"studio.register":     {newcomer, map[string]string{"documentVerification": "document"}},
	"studio.hire":         {newcomer, papers},
	"studio.keepDocument": {map[string]string{"title": "Licence", "kind": "other"}, map[string]string{"document": "document"}},
	"files.siteImage":     {files: map[string]string{"image": "picture"}},
	"pages.createBanner":  {map[string]string{"title": "Sale", "position": "top", "status": "active"}, map[string]string{"image": "picture"}},
	"photos.create":       {map[string]string{"galleryId": "{gallery}"}, map[string]string{"photo": "picture"}},
	"messages.sendPhoto":  {map[string]string{"conversationId": "{talk}"}, map[string]string{"file": "picture"}},
	"videos.create":       {map[string]string{"title": "Film", "price": "5"}, map[string]string{"video": "video", "trailer": "video", "thumbnail": "picture"}},
	"videos.change":       {map[string]string{"title": "Film"}, map[string]string{"video": "video", "trailer": "video", "thumbnail": "picture"}},
	"videos.addCaptions":  {map[string]string{"language": "en"}, map[string]string{"captions": "captions"}},
	"products.create":     {map[string]string{"title": "Book", "price": "5", "type": "digital"}, map[string]string{"image": "picture", "digitalFile": "file"}},
	"products.change":     {map[string]string{"title": "Book"}, map[string]string{"image": "picture", "digitalFile": "file"}},
}

// streamedUploads are the routes that take bytes and are no forms: TestHostilePieces.
var streamedUploads = []string{"uploads.create", "uploads.write"}

// attacker is a site that is sent what it should not take.
type attacker struct {
	*site
	temp    string
	senders map[account.Role][]visitor
	sent    int                          // of all
	by      map[account.Role]int         // of a role
	ids     map[string]map[string]string // what each performer has, by token
}

// perSender is how many forms somebody sends before another one goes on, below the rate limit of
// an account.
const perSender = 30

func newAttacker(t *testing.T) *attacker {
	t.Helper()
	cfg := config(t)
	a := &attacker{temp: app.TempFolder(cfg.Data), senders: map[account.Role][]visitor{}, by: map[account.Role]int{}, ids: map[string]map[string]string{}}
	t.Setenv("TMPDIR", a.temp)
	var people []app.Resident
	for role, n := range map[account.Role]int{account.Performer: 24, account.Member: 3, account.Studio: 6, account.Admin: 4} {
		for i := range n {
			people = append(people, app.Resident{Role: role, Username: fmt.Sprintf("%s%d", role, i)})
		}
	}
	a.site = start(t, cfg, people...)
	for _, p := range people {
		a.senders[p.Role] = append(a.senders[p.Role], a.in(t, p.Role, p.Username))
	}
	return a
}

// sender is somebody of a role who may still send, behind an address of their own.
func (a *attacker) sender(t *testing.T, role account.Role) visitor {
	t.Helper()
	a.sent++
	a.by[role]++
	list := a.senders[role]
	if a.by[role]%perSender == 0 && len(list) > 1 {
		a.senders[role] = list[1:]
	}
	v := a.senders[role][0].from(fmt.Sprintf("198.51.%d.%d", 100+a.sent/250, a.sent%250))
	if role == account.Performer && a.ids[v.token] == nil {
		const mine = "/performer/performer-assets/"
		good := goodFiles(t)
		a.ids[v.token] = map[string]string{
			"{gallery}": v.do(t, "POST "+mine+"galleries", record{"title": "Beach", "price": 5}).must(t, 200).text("_id"),
			"{talk}":    v.do(t, "POST /conversations", record{"source": account.Member, "sourceId": a.site.ids[string(account.Member)+"0"]}).must(t, 200).text("_id"),
			"videos":    v.do(t, "POST "+mine+"videos", newForm(map[string]string{"title": "Film", "price": "5"})).must(t, 200).text("_id"),
			"products": v.do(t, "POST "+mine+"products", newForm(map[string]string{"title": "Book", "price": "5", "type": "digital"}).
				file("digitalFile", "a.pdf", good["file"].data)).must(t, 200).text("_id"),
		}
	}
	return v
}

// path is a route's, of something of the sender's own.
func (a *attacker) path(v visitor, r api.Route) string {
	for kind, id := range a.ids[v.token] {
		if strings.Contains(r.Path, "/"+kind+"/") {
			return strings.Replace(r.Path, "{id}", id, 1)
		}
	}
	return r.Path
}

// kept are the files that the site has, with their sizes.
func (a *attacker) kept(t *testing.T) map[string]int64 {
	t.Helper()
	found := map[string]int64{}
	for _, root := range []string{filepath.Join(a.cfg.Data, "files"), a.temp} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil // it is gone already
			}
			if info, err := d.Info(); err == nil {
				found[path] = info.Size()
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// isUnmoved proves that an attack left no file.
func (a *attacker) isUnmoved(t *testing.T, what string, before map[string]int64) {
	t.Helper()
	for path := range a.kept(t) {
		if _, there := before[path]; !there {
			testkit.Eventually(t, what+": nothing of it is kept: "+path, func() bool { _, err := os.Stat(path); return err != nil })
		}
	}
}

// technical are words that no person should read.
var technical = []string{"multipart", "EOF", "mime", "json:", "http:", "unexpected", "internal", "huma", "strconv", "nil", "validation"}

// isRefused proves that an answer is a clear refusal.
func isRefused(t *testing.T, what string, got answer) {
	t.Helper()
	var said struct {
		StatusCode int
		Message    any // a text, or one for each field (spec §8)
	}
	if err := json.Unmarshal(got.body, &said); err != nil || said.StatusCode != got.status || said.Message == nil || said.Message == "" {
		t.Errorf("%s is answered %d %.200s", what, got.status, got.body)
	}
	if got.status < 400 || got.status >= 500 || got.status == http.StatusTooManyRequests {
		t.Errorf("%s is answered %d %.200s, want a refusal", what, got.status, got.body)
	}
	for _, word := range technical {
		if text := fmt.Sprint(said.Message); strings.Contains(text, word) {
			t.Errorf("%s is refused in the program's words: %q", what, text)
		}
	}
}

// fill is a form with one hostile file, the others good.
func (a *attacker) fill(t *testing.T, v visitor, f uploadForm, field string, bad hostile) *form {
	t.Helper()
	fields := map[string]string{}
	for name, value := range f.fields {
		value = strings.ReplaceAll(value, "$", strconv.Itoa(a.sent))
		if id, known := a.ids[v.token][value]; known {
			value = id
		}
		fields[name] = value
	}
	filled, good := newForm(fields), goodFiles(t)
	for name, kind := range f.files {
		one := good[kind]
		if name == field {
			one = bad
		} else if kind == "video" || kind == "file" {
			continue // one is enough
		}
		header := textproto.MIMEHeader{}
		header.Set("Content-Disposition", fmt.Sprintf(`form-data; name="%s"; filename="%s"`, name, escapedName.Replace(one.name)))
		header.Set("Content-Type", "image/jpeg")
		part, err := filled.writer.CreatePart(header)
		if err == nil {
			_, err = part.Write(one.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return filled
}

// escapedName writes a name as browsers do, and leaves in what a browser would not send.
var escapedName = strings.NewReplacer(`"`, "%22", "\r", "%0D", "\n", "%0A")

// Every route that takes files is sent every hostile file and every broken request. Each is
// refused in the site's words, or is taken as something clean; of what was refused nothing is
// kept, and the site lives.
func TestHostileUploads(t *testing.T) {
	if os.Getenv("TEST_DATABASE_URL") != "" {
		t.Skip("files are looked into before any database is asked: seen on SQLite")
	}
	routes, err := app.Routes()
	if err != nil {
		t.Fatal(err)
	}
	a := newAttacker(t)
	before := memory()
	for _, r := range routes {
		if !r.Files {
			continue
		}
		f, known := uploadForms[r.Name]
		if !known || uploaders[r.Name] == "" {
			t.Errorf("%s takes files, and nobody sends it hostile ones", r.Name)
			continue
		}
		for field, kind := range f.files {
			for _, bad := range hostileFiles(t, kind) {
				a.sends(t, r, f, field, bad)
			}
		}
		a.breaks(t, r, f)
	}
	a.isClean(t)
	a.guest().request(t, "GET", "/healthz", nil).must(t, 200)
	if after := memory(); after > before+128<<20 {
		t.Errorf("the heap had %d MB, and has %d", before>>20, after>>20)
	}
}

// memory is what the heap holds.
func memory() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// sends one hostile file.
func (a *attacker) sends(t *testing.T, r api.Route, f uploadForm, field string, bad hostile) {
	t.Helper()
	v := a.sender(t, uploaders[r.Name])
	if f.fields["username"] != "" && r.Public {
		v = a.guest().from(v.address)
	}
	before := a.kept(t)
	what := fmt.Sprintf("%s, %s %.40q", r.Name, field, bad.name)
	got := v.request(t, r.Method, a.path(v, r), a.fill(t, v, f, field, bad))
	if got.status == http.StatusOK && bad.clean {
		return
	}
	isRefused(t, what, got)
	a.isUnmoved(t, fmt.Sprintf("%s, answered %d %.200s", what, got.status, got.body), before)
}

// isClean proves that no script is among what is kept.
func (a *attacker) isClean(t *testing.T) {
	t.Helper()
	for path := range a.kept(t) {
		data, err := os.ReadFile(path)
		if err == nil && bytes.Contains(data, []byte(script)) && !strings.HasSuffix(path, ".vtt") {
			t.Errorf("%s holds a script", path)
		}
	}
}

// breaks sends what is no whole form.
func (a *attacker) breaks(t *testing.T, r api.Route, f uploadForm) {
	t.Helper()
	field := slices.Sorted(maps.Keys(f.files))[0]
	good := goodFiles(t)[f.files[field]]
	for what, change := range map[string]func(body []byte, kind string) ([]byte, string){
		"without a boundary": func(body []byte, _ string) ([]byte, string) { return body, "multipart/form-data" },
		"another boundary":   func(body []byte, _ string) ([]byte, string) { return body, "multipart/form-data; boundary=other" },
		"no form":            func([]byte, string) ([]byte, string) { return []byte(`{"photo":1}`), "application/json" },
		"nothing":            func(_ []byte, kind string) ([]byte, string) { return nil, kind },
		"cut":                func(body []byte, kind string) ([]byte, string) { return body[:len(body)*2/3], kind },
		"a header without end": func(_ []byte, kind string) ([]byte, string) {
			_, boundary, _ := strings.Cut(kind, "boundary=")
			return []byte("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + strings.Repeat("a", 1<<20)), kind
		},
		"a thousand fields": func(_ []byte, kind string) ([]byte, string) {
			_, boundary, _ := strings.Cut(kind, "boundary=")
			one := "--" + boundary + "\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\ny\r\n"
			return []byte(strings.Repeat(one, 20_000) + "--" + boundary + "--\r\n"), kind
		},
	} {
		v := a.sender(t, uploaders[r.Name])
		body, kind := a.body(t, v, f, field, good)
		body, kind = change(body, kind)
		before := a.kept(t)
		got := v.with("Content-Type", kind).request(t, r.Method, a.path(v, r), string(body))
		if what != "a header without end" || got.status != http.StatusOK { // which mime/multipart takes for the form's end: nothing is changed
			isRefused(t, r.Name+", "+what, got)
		}
		a.isUnmoved(t, r.Name+", "+what, before)
	}
	a.doubles(t, r, f, field, good)
	a.lies(t, r, f, field, good)
}

func (a *attacker) body(t *testing.T, v visitor, f uploadForm, field string, file hostile) (body []byte, kind string) {
	t.Helper()
	filled := a.fill(t, v, f, field, file)
	_, kind = filled.end(t)
	return filled.buffer.Bytes(), kind
}

// doubles sends a file, and each field, twice: whatever is taken of it is taken once, or it
// is refused.
func (a *attacker) doubles(t *testing.T, r api.Route, f uploadForm, field string, good hostile) {
	t.Helper()
	v := a.sender(t, uploaders[r.Name])
	filled := a.fill(t, v, f, field, good)
	for name, value := range f.fields {
		filled.writer.WriteField(name, value+"2") // into memory
	}
	filled.file(field, good.name, good.data)
	before := a.kept(t)
	got := v.request(t, r.Method, a.path(v, r), filled)
	if got.status == http.StatusOK {
		return
	}
	isRefused(t, r.Name+", doubled", got)
	a.isUnmoved(t, r.Name+", doubled", before)
}

// lies says another length than there is, and goes away.
func (a *attacker) lies(t *testing.T, r api.Route, f uploadForm, field string, good hostile) {
	t.Helper()
	v := a.sender(t, uploaders[r.Name])
	body, kind := a.body(t, v, f, field, good)
	before := a.kept(t)
	for what, length := range map[string]int{"far too long": 1 << 40, "shorter": len(body) / 2} {
		got := a.raw(t, v, r.Method, a.path(v, r), kind, strconv.Itoa(length), body, false)
		isRefused(t, r.Name+", said to be "+what, got)
		a.isUnmoved(t, r.Name+", said to be "+what, before)
	}
	a.raw(t, v, r.Method, a.path(v, r), kind, strconv.Itoa(len(body)+100), body[:len(body)/2], true)
	a.isUnmoved(t, r.Name+", a connection that is cut", before)
}

// raw is a request on a connection of its own; cut: it ends before an answer.
func (a *attacker) raw(t *testing.T, v visitor, method, path, kind, length string, body []byte, cut bool) answer {
	t.Helper()
	host := strings.TrimPrefix(a.url, "http://")
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nX-Forwarded-For: %s\r\nContent-Type: %s\r\nContent-Length: %s\r\n\r\n",
		method, path, host, v.token, v.address, kind, length)
	_, _ = conn.Write(body) // which nobody may want to read
	if cut {
		return answer{}
	}
	if err := conn.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Errorf("%s %s, said to have %s bytes, is not answered: %v", method, path, length, err)
		return answer{}
	}
	defer res.Body.Close()
	var text bytes.Buffer
	_, _ = text.ReadFrom(res.Body)
	return answer{method + " " + path, res.StatusCode, res.Header, text.Bytes()}
}

// A piece of a file that lies is refused, and what was cancelled is gone.
func TestHostilePieces(t *testing.T) {
	routes, err := app.Routes()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range routes {
		if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodDelete && r.Method != http.MethodOptions &&
			strings.HasPrefix(r.Path, "/api/uploads") && !slices.Contains(streamedUploads, r.Name) {
			t.Errorf("%s takes bytes, and nobody sends it hostile ones", r.Name)
		}
	}
	a := &attacker{site: open(t, app.Resident{Role: account.Performer, Username: "nina"})}
	a.temp = app.TempFolder(a.cfg.Data)
	nina := a.in(t, account.Performer, "nina").with("Tus-Resumable", "1.0.0")
	before := a.kept(t)
	said := func(purpose, name string) string {
		in := base64.StdEncoding.EncodeToString
		return "purpose " + in([]byte(purpose)) + ",filename " + in([]byte(name))
	}
	for what, headers := range map[string][2]string{
		"nothing": {"0", said("video", "a.mp4")}, "a negative length": {"-5", said("video", "a.mp4")}, "a sign": {"+5", said("video", "a.mp4")},
		"too much": {"99999999999999", said("video", "a.mp4")}, "more than a number": {strings.Repeat("9", 40), said("video", "a.mp4")},
		"a picture": {"9", said("video", "a.svg")}, "a page": {"9", said("digitalFile", "a.html")}, "no kind": {"9", said("", "a.mp4")},
		"another kind": {"9", said("avatar", "a.jpg")}, "a name without end": {"9", said("video", strings.Repeat("x", 5000)+".mp4")},
		"no name": {"9", "purpose " + base64.StdEncoding.EncodeToString([]byte("video"))}, "no metadata": {"9", "%%%"},
	} {
		isRefused(t, what, nina.with("Upload-Length", headers[0]).with("Upload-Metadata", headers[1]).request(t, "POST", "/api/uploads", nil))
	}
	data := footage(3 * megabyte)
	path := nina.announcesVideo(t, len(data))
	piece := nina.with("Content-Type", "application/offset+octet-stream")
	isRefused(t, "another place", piece.with("Upload-Offset", "5").request(t, "PATCH", path, string(data)))
	isRefused(t, "more than announced", piece.with("Upload-Offset", "0").request(t, "PATCH", path, string(append(data, 1))))
	isRefused(t, "a crumb", piece.with("Upload-Offset", "0").request(t, "PATCH", path, "x"))
	isRefused(t, "a form", nina.with("Upload-Offset", "0").with("Content-Type", "multipart/form-data; boundary=x").request(t, "PATCH", path, "--x--"))
	nina.holdsPiece(t, path, 0, len(data), data[:2*megabyte]).Close() // cut
	nina.request(t, "DELETE", path, nil).must(t, 204)
	a.isUnmoved(t, "what was cancelled", before)
	var list struct{ Total int }
	_ = json.Unmarshal(nina.do(t, "GET /uploads", nil).must(t, 200).body, &list)
	if _, err := app.Check(context.Background(), a.cfg); err != nil || list.Total != 0 {
		t.Errorf("%d uploads are there (%v)", list.Total, err)
	}
	a.guest().request(t, "GET", "/healthz", nil).must(t, 200)
}
