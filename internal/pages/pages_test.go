package pages

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"log/slog"
	"mime/multipart"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/secretbox"
	"limelight/internal/settings"
	"limelight/internal/testkit"
)

var (
	ada = account.Caller{ID: "ada", Role: account.Admin, Proved: true}
	tom = account.Caller{ID: "tom", Role: account.Member}
)

type fixture struct {
	*Service
	db       *db.DB
	clock    *testkit.Clock
	settings *fixed
}

// fixed are settings that a test sets by hand.
type fixed struct{ settings.Current }

func (f *fixed) Get() settings.Current      { return f.Current }
func (f *fixed) In(string) settings.Current { return f.Current }

func setup(t *testing.T) *fixture {
	t.Helper()
	d, clock, quiet := testkit.DB(t), testkit.NewClock(), slog.New(slog.DiscardHandler)
	store, err := blob.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	keys, err := secretbox.New()
	if err != nil {
		t.Fatal(err)
	}
	h := &fixture{db: d, clock: clock, settings: &fixed{}}
	h.settings.SiteName, h.settings.Menus = "Limelight", []settings.MenuLink{}
	h.Service = New(Deps{
		DB: d, Settings: h.settings, Limits: limit.New(clock.Now, Limits()), Audit: testkit.AuditLog(d, clock.Now), Mails: mail.NewOutbox(keys), Now: clock.Now, Log: quiet,
		Files: files.New(files.Deps{DB: d, Store: store, Keys: keys, Events: bus.New(d, quiet, clock.Now), Now: clock.Now, Log: quiet,
			Limits: func() files.Limits { return files.Limits{MaxMB: 2, Accepted: []string{"jpg", "png"}} }}),
	})
	return h
}

// made is the id of the record that an admin's call made.
func (h *fixture) made(t *testing.T, do, body string, header map[string]string) string {
	t.Helper()
	answer := testkit.Call(testkit.Router(h.Routes), ada, do, body, header)
	var out struct {
		Data struct {
			ID string `json:"_id"`
		}
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &out); err != nil || answer.Code != 200 {
		t.Fatalf("%s answered %d: %s", do, answer.Code, answer.Body)
	}
	h.clock.Advance(time.Second)
	return out.Data.ID
}

func TestPosts(t *testing.T) {
	h := setup(t)
	terms := h.made(t, "POST /admin/posts", `{"title":"Terms & Conditions","content":"<h2>Rules</h2><script>alert(1)</script>"}`, nil)
	draft := h.made(t, "POST /admin/posts", `{"title":"Privacy 100%","slug":"privacy","content":"<p>soon</p>","status":"draft"}`, nil)
	testkit.Scenarios{
		{Name: "by short name", Do: "GET /posts/terms-conditions", Status: 200, Has: `"content":"<h2>Rules</h2>"`, Lacks: "alert"},
		{Name: "by id", Do: "GET /posts/" + terms, Status: 200, Has: `"slug":"terms-conditions"`, Lacks: `"source"`},
		{Name: "a draft does not exist", Do: "GET /posts/privacy", Status: 404, Has: "This page does not exist."},
		{Name: "nor by its id", Do: "GET /posts/" + draft, Status: 404},
		{Name: "an admin sees it", As: ada, Do: "GET /admin/posts/privacy", Status: 200, Has: `"source":"<p>soon</p>"`},
		{Name: "a member does not", As: tom, Do: "GET /admin/posts/privacy", Status: 403},
		{Name: "the list has no draft", Do: "GET /posts/search", Status: 200, Has: `"total":1}`, Lacks: "Privacy"},
		{Name: "the admin's has", As: ada, Do: "GET /admin/posts", Status: 200, Has: `"total":2}`},
		{Name: "a word", Do: "GET /posts/search?q=CONDIT", Status: 200, Has: `"total":1}`},
		{Name: "a percent sign is no wildcard", As: ada, Do: "GET /admin/posts?q=%25", Status: 200, Has: `"total":1}`},
		{Name: "no such word", Do: "GET /posts/search?q=zebra", Status: 200, Has: `{"data":[],"total":0}`},
		{Name: "publish", As: ada, Do: "PUT /admin/posts/" + draft, Body: `{"title":"Privacy","content":"<p>now</p>","status":"published"}`, Status: 200, Has: `"slug":"privacy"`},
		{Name: "published", Do: "GET /posts/privacy", Status: 200, Has: "<p>now</p>"},
		{Name: "a taken name", As: ada, Do: "POST /admin/posts", Body: `{"title":"x","slug":"privacy","content":""}`, Status: 422,
			Has: `"This short name is already in use."`},
		{Name: "taken by an update", As: ada, Do: "PUT /admin/posts/" + draft, Body: `{"title":"x","slug":"terms-conditions","content":""}`, Status: 422, Has: `"property":"slug"`},
		{Name: "a bad name", As: ada, Do: "POST /admin/posts", Body: `{"title":"x","slug":"../x","content":""}`, Status: 422, Has: `"property":"slug"`},
		{Name: "no title", As: ada, Do: "POST /admin/posts", Body: `{"title":"","content":""}`, Status: 422, Has: "This field is required!"},
		{Name: "only blanks", As: ada, Do: "POST /admin/posts", Body: `{"title":"  ","content":""}`, Status: 422, Has: "This field is required!"},
		{Name: "a title without letters", As: ada, Do: "POST /admin/posts", Body: `{"title":"政策","content":""}`, Status: 200, Has: `"title":"政策"`},
		{Name: "update of nothing", As: ada, Do: "PUT /admin/posts/none", Body: `{"title":"x","content":""}`, Status: 404},
		{Name: "a member may not write", As: tom, Do: "POST /admin/posts", Body: `{"title":"x","content":""}`, Status: 403},
		{Name: "a guest may not delete", Do: "DELETE /admin/posts/" + terms, Status: 401},
		{Name: "delete", As: ada, Do: "DELETE /admin/posts/" + terms, Status: 200, Has: `"success":true`},
		{Name: "gone", Do: "GET /posts/" + terms, Status: 404},
		{Name: "delete again", As: ada, Do: "DELETE /admin/posts/" + terms, Status: 404},
	}.Run(t, h.Routes)
}

func TestPostsInALanguage(t *testing.T) {
	h := setup(t)
	spanish, writer := account.Caller{ID: "tom", Role: account.Member, Language: "es"}, account.Caller{ID: "ada", Role: account.Admin, Proved: true, Language: "es"}
	terms := h.made(t, "POST /admin/posts", `{"title":"Terms","content":"<p>Rules</p>","translations":{"es":{"title":" Términos ","content":"<p>Reglas</p><script>alert(1)</script>"}}}`, nil)
	one := "PUT /admin/posts/" + terms
	testkit.Scenarios{
		{Name: "read in it", As: spanish, Do: "GET /posts/terms", Status: 200, Has: `"title":"Términos","shortDescription":"","content":"<p>Reglas</p>"`, Lacks: "translations"},
		{Name: "listed in it", As: spanish, Do: "GET /posts/search", Status: 200, Has: `"title":"Términos"`, Lacks: "Rules"},
		{Name: "in English as it is", As: tom, Do: "GET /posts/terms", Status: 200, Has: `"content":"<p>Rules</p>"`, Lacks: "glas"},
		{Name: "written as it is", As: writer, Do: "GET /admin/posts/" + terms, Status: 200, Has: `"title":"Terms"`},
		{Name: "with its translations", As: writer, Do: "GET /admin/posts/" + terms, Status: 200, Has: `"translations":{"es":{"title":"Términos","content":`},
		{Name: "the admins' list is as written", As: writer, Do: "GET /admin/posts", Status: 200, Has: `"title":"Terms"`},
		{Name: "they stay when none are given", As: ada, Do: one, Body: `{"title":"Terms","content":"<p>New rules</p>"}`, Status: 200, Has: `"es":{"title":"Términos"`},
		{Name: "what is not translated is read as it is", As: ada, Do: one, Body: `{"title":"Terms","content":"<p>New rules</p>","translations":{"es":{"title":"Condiciones"}}}`, Status: 200},
		{Name: "so", As: spanish, Do: "GET /posts/terms", Status: 200, Has: `"title":"Condiciones","shortDescription":"","content":"<p>New rules</p>"`},
		{Name: "no such language", As: ada, Do: one, Body: `{"title":"Terms","content":"","translations":{"xx":{"title":"x"}}}`, Status: 422, Has: "Texts cannot be given in the language xx"},
		{Name: "English is the post itself", As: ada, Do: one, Body: `{"title":"Terms","content":"","translations":{"en":{"title":"x"}}}`, Status: 422, Has: `"property":"translations"`},
		{Name: "too long", As: ada, Do: one, Body: `{"title":"Terms","content":"","translations":{"es":{"title":"` + strings.Repeat("x", 201) + `"}}}`, Status: 422, Has: `"property":"translations.es.title"`},
		{Name: "taken out", As: ada, Do: one, Body: `{"title":"Terms","content":"","translations":{"es":{}}}`, Status: 200, Lacks: "Condiciones"},
		{Name: "and gone", As: spanish, Do: "GET /posts/terms", Status: 200, Has: `"title":"Terms"`},
		{Name: "once more", As: ada, Do: one, Body: `{"title":"Terms","content":"","translations":{"es":{"title":"Condiciones"}}}`, Status: 200},
		{Name: "with the post they go", As: ada, Do: "DELETE /admin/posts/" + terms, Status: 200},
	}.Run(t, h.Routes)
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM translations`); n != 0 {
		t.Errorf("%d translations are left of a post that is deleted", n)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM audit_log WHERE after LIKE '%es: Condiciones%'`); n != 2 {
		t.Errorf("%d changes of the translation are in the log, want 2", n)
	}
}

// A language that the program no longer has: its texts stay and are not in the way.
func TestTextsInALanguageThatIsGone(t *testing.T) {
	h := setup(t)
	id := h.made(t, "POST /admin/posts", `{"title":"Terms","content":"<p>Rules</p>"}`, nil)
	testkit.Exec(t, h.db, `INSERT INTO translations (subject, language, texts) VALUES ('post:`+id+`', 'xx', '{"title":"Xx"}')`)
	gone := account.Caller{ID: "tom", Role: account.Member, Language: "xx"}
	testkit.Scenarios{
		{Name: "nobody reads them", As: gone, Do: "GET /posts/terms", Status: 200, Has: `"title":"Terms"`},
		{Name: "a draft of it", As: ada, Do: "PUT /admin/posts/" + id, Body: `{"title":"Terms","content":"<p>Rules</p>","status":"draft","translations":{"es":{"title":"Condiciones"}}}`, Status: 200, Lacks: "Xx"},
		{Name: "which keeps what it has", As: ada, Do: "PUT /admin/posts/" + id, Body: `{"title":"Terms","content":"<p>New</p>","status":"draft"}`, Status: 200, Has: "Condiciones"},
	}.Run(t, h.Routes)
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM translations`); n != 2 {
		t.Errorf("%d languages are kept, want Spanish and the one that is gone", n)
	}
}

func TestMenus(t *testing.T) {
	h := setup(t)
	testkit.Scenarios{{Name: "none", Do: "GET /menus", Status: 200, Has: `{"data":{"data":[],"total":0}}`}}.Run(t, h.Routes)
	h.settings.Menus = []settings.MenuLink{{Title: "Terms", Path: "/posts/terms", Internal: true}}
	testkit.Scenarios{{Name: "one", Do: "GET /menus", Status: 200,
		Has: `{"title":"Terms","path":"/posts/terms","internal":true,"isOpenNewTab":false}`}}.Run(t, h.Routes)
}

// banner is a multipart form with a picture.
func banner(t *testing.T, name string, data []byte, fields ...string) (string, map[string]string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i < len(fields); i += 2 {
		if err := w.WriteField(fields[i], fields[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile("image", name)
	if err == nil {
		_, err = part.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), map[string]string{"Content-Type": w.FormDataContentType()}
}

func TestBanners(t *testing.T) {
	h := setup(t)
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewRGBA(image.Rect(0, 0, 300, 100))); err != nil {
		t.Fatal(err)
	}
	body, header := banner(t, "b.png", picture.Bytes(), "title", "Summer", "link", "/vip-models", "ordering", "2")
	summer := h.made(t, "POST /admin/banners", body, header)
	body, header = banner(t, "b.png", picture.Bytes(), "title", "Winter", "ordering", "1")
	winter := h.made(t, "POST /admin/banners", body, header)

	refused := func(name, has, file string, data []byte, fields ...string) testkit.Scenario {
		body, header := banner(t, file, data, fields...)
		return testkit.Scenario{Name: name, As: ada, Do: "POST /admin/banners", Body: body, Header: header, Status: 422, Has: has}
	}
	testkit.Scenarios{
		{Name: "everyone sees them in order", Do: "GET /banners/search", Status: 200, Has: `"total":2}`},
		{Name: "the picture", Do: "GET /banners/search?position=top&limit=1", Status: 200, Has: `/banner.webp"`, Lacks: "Summer"},
		{Name: "another place", Do: "GET /banners/search?position=middle", Status: 200, Has: `{"data":[],"total":0}`},
		refused("a place that no page has", "Must be one of top, middle, bottom", "b.png", picture.Bytes(), "title", "x", "position", "side"),
		refused("no time", `"property":"startsAt"`, "b.png", picture.Bytes(), "title", "x", "startsAt", "tomorrow"),
		refused("over before it begins", `"property":"endsAt"`, "b.png", picture.Bytes(), "title", "x", "startsAt", "2026-11-02T12:00:00Z", "endsAt", "2026-11-02T12:00:00Z"),
		refused("no picture at all", "You can only upload jpg, png file!", "b.png", []byte("<svg>"), "title", "x"),
		refused("no title", "This field is required!", "b.png", picture.Bytes()),
		refused("a script as link", `"property":"link"`, "b.png", picture.Bytes(), "title", "x", "link", "javascript:alert(1)"),
		refused("another host as path", `"property":"link"`, "b.png", picture.Bytes(), "title", "x", "link", "//evil.example"),
		refused("no number", "Not a validate number!", "b.png", picture.Bytes(), "title", "x", "ordering", "first"),
		{Name: "hide", As: ada, Do: "PUT /admin/banners/" + winter, Body: `{"title":"Winter","status":"inactive"}`, Status: 200, Has: `"status":"inactive"`},
		{Name: "hidden", Do: "GET /banners/search", Status: 200, Has: `"total":1}`, Lacks: "Winter"},
		{Name: "but not from admins", As: ada, Do: "GET /admin/banners", Status: 200, Has: `"total":2}`},
		{Name: "a member may not", As: tom, Do: "DELETE /admin/banners/" + summer, Status: 403},
		{Name: "delete", As: ada, Do: "DELETE /admin/banners/" + summer, Status: 200},
		{Name: "delete again", As: ada, Do: "DELETE /admin/banners/" + summer, Status: 404},
		{Name: "update of nothing", As: ada, Do: "PUT /admin/banners/" + summer, Body: `{"title":"x"}`, Status: 404},
	}.Run(t, h.Routes)
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); n != 1 {
		t.Errorf("%d pictures are kept, want the one of the banner that is left", n)
	}
}

// A banner is shown from its first moment until its last, and to admins always.
func TestBannersHaveTimes(t *testing.T) {
	h := setup(t)
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewRGBA(image.Rect(0, 0, 300, 100))); err != nil {
		t.Fatal(err)
	}
	from, until := testkit.Noon.Add(time.Hour), testkit.Noon.Add(2*time.Hour)
	body, header := banner(t, "b.png", picture.Bytes(), "title", "Happy hour", "position", "middle", "startsAt", from.Format(time.RFC3339), "endsAt", until.Format(time.RFC3339))
	hour := h.made(t, "POST /admin/banners", body, header)
	for _, at := range []struct {
		moment time.Time
		shown  int
	}{{from.Add(-time.Millisecond), 0}, {from, 1}, {until.Add(-time.Millisecond), 1}, {until, 0}} {
		h.clock.Advance(at.moment.Sub(h.clock.Now()))
		testkit.Scenarios{
			{Name: "everyone at " + at.moment.String(), Do: "GET /banners/search?position=middle", Status: 200, Has: fmt.Sprintf(`"total":%d}`, at.shown)},
			{Name: "admins", As: ada, Do: "GET /admin/banners", Status: 200, Has: `"startsAt":"` + from.Format(time.RFC3339)},
		}.Run(t, h.Routes)
	}
	testkit.Scenarios{
		{Name: "without end", As: ada, Do: "PUT /admin/banners/" + hour, Body: `{"title":"Happy hours","position":"middle"}`, Status: 200, Lacks: "endsAt"},
		{Name: "it is shown again", Do: "GET /banners/search", Status: 200, Has: "Happy hours"},
	}.Run(t, h.Routes)
}

func TestContact(t *testing.T) {
	h := setup(t)
	h.settings.OperatorEmail = "desk@example.com"
	testkit.Scenarios{
		{Name: "a visitor writes", Do: "POST /contact", Status: 200, Has: `"success":true`,
			Body: `{"name":"Eve","email":"eve@example.com","subject":"Hello\r\nBcc: all@example.com","message":"Line one\nLine <b>two</b>"}`},
		{Name: "no mail address", Do: "POST /contact", Body: `{"name":"Eve","email":"eve","message":"x"}`, Status: 422, Has: "Not a validate email!"},
		{Name: "no message", Do: "POST /contact", Body: `{"name":"Eve","email":"eve@example.com"}`, Status: 422, Has: "This field is required!"},
		{Name: "only blanks", Do: "POST /contact", Body: `{"name":"Eve","email":"eve@example.com","message":" \n "}`, Status: 422, Has: `"property":"message"`},
		{Name: "too long", Do: "POST /contact", Body: `{"name":"Eve","email":"eve@example.com","message":"` + strings.Repeat("x", 5001) + `"}`, Status: 422, Has: "Must have at most 5000 characters"},
		{Name: "an admin reads", As: ada, Do: "GET /admin/contact-messages", Status: 200, Has: `"message":"Line one\nLine <b>two</b>"`},
		{Name: "a member does not", As: tom, Do: "GET /admin/contact-messages", Status: 403},
	}.Run(t, h.Routes)

	err := h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		mails, total, err := mail.List(ctx, tx, mail.Filter{Limit: 10})
		if err == nil && (total != 1 || mails[0].To != "desk@example.com" || strings.Contains(mails[0].Subject, "\n")) {
			t.Errorf("queued %d mails: %+v", total, mails)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The eleventh message of an hour waits; an operator without an address loses
// none.
func TestContactIsLimited(t *testing.T) {
	h := setup(t)
	write := func() int {
		return testkit.Call(testkit.Router(h.Routes), account.Caller{}, "POST /contact", `{"name":"Eve","email":"eve@example.com","message":"x"}`, nil).Code
	}
	for range 10 {
		if code := write(); code != 200 {
			t.Fatalf("answered %d", code)
		}
	}
	if code := write(); code != 429 {
		t.Errorf("the eleventh is answered with %d", code)
	}
	h.clock.Advance(time.Hour)
	if code := write(); code != 200 {
		t.Errorf("an hour later: %d", code)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM contact_messages`); n != 11 {
		t.Errorf("%d messages are kept, want 11", n)
	}
}
