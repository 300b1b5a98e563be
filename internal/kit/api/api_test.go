package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
)

// A little shop: it lists apples, sells them to whoever is let in, and takes
// pictures of them.
type order struct {
	Kind string `path:"kind"`
	Body struct {
		Token money.Tokens `json:"token" minimum:"15" maximum:"50"`
		Name  string       `json:"name" minLength:"1" maxLength:"20" pattern:"^[A-Za-z0-9]+$" patternDescription:"alphanumeric"`
		Email string       `json:"email,omitempty" format:"email"`
	}
}

// basket holds bounds below a list and a pointer.
type basket struct {
	Body struct {
		Kept  *money.Tokens `json:"kept,omitempty" minimum:"0" maximum:"2500000"`
		Items []line        `json:"items"`
	}
}

type line struct {
	Count int `json:"count" minimum:"1" maximum:"9"`
	Min   int `json:"least,omitempty" minimum:"2" doc:"no other end"`
}

type receipt struct {
	Kind  string       `json:"kind"`
	Token money.Tokens `json:"token"`
}

type pictureForm struct {
	Picture File   `form:"picture" required:"true"`
	Title   string `form:"title" required:"true" minLength:"1"`
}

type picture struct{ RawBody Form[pictureForm] }

var errClosed = fault.New(fault.Conflict, "The shop is closed.").Coded("closed").With("opens", 9)

func shop(t *testing.T) (http.Handler, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	r := NewRouter("shop", "1", slog.New(slog.NewTextHandler(&log, nil)))
	locked := Guard{Name: "nobody", Check: func(context.Context) error { return fault.New(fault.Unauthorized, "Please log in to continue.") }}
	Get(r, "/apples", "shop.apples", func(_ context.Context, in *Page) (List[string], error) {
		return List[string]{Data: []string{"red"}, Total: in.Limit}, nil
	}, Public)
	Post(r, "/apples/{kind}", "shop.buy", func(_ context.Context, in *order) (receipt, error) {
		return receipt{in.Kind, in.Body.Token}, nil
	}, Public)
	Post(r, "/locked/{kind}", "shop.locked", func(context.Context, *order) (receipt, error) {
		t.Error("the handler ran behind a closed door")
		return receipt{}, nil
	}, locked)
	Post(r, "/baskets", "shop.basket", func(context.Context, *basket) (Done, error) { return OK, nil }, Public)
	Post(r, "/pictures", "shop.picture", func(_ context.Context, in *picture) (string, error) {
		text, err := io.ReadAll(in.RawBody.Data().Picture)
		return in.RawBody.Data().Title + ":" + string(text), err
	}, Public, MaxBody(4096))
	Post(r, "/closed", "shop.closed", func(context.Context, *struct{}) (Done, error) { return OK, errClosed }, Public)
	Post(r, "/busy", "shop.busy", func(context.Context, *struct{}) (Done, error) {
		return OK, fault.New(fault.TooMany, "Slow down.").After(90 * time.Second)
	}, Public)
	Post(r, "/broken", "shop.broken", func(context.Context, *struct{}) (Done, error) { return OK, errors.New("secret detail") }, Public)
	Post(r, "/lost", "shop.lost", func(context.Context, *struct{}) (Done, error) {
		return OK, fmt.Errorf("select apples: %w", &net.OpError{Op: "dial", Err: errors.New("connection refused")})
	}, Public)
	Post(r, "/panics", "shop.panics", func(context.Context, *struct{}) (Done, error) { panic("secret detail") }, Public)
	return r.Handler(), &log
}

func call(h http.Handler, method, path, body, contentType string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(method, Prefix+path, strings.NewReader(body))
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	return w
}

// Every refusal has its status and the words of spec §5 and §8.
func TestRefusals(t *testing.T) {
	h, _ := shop(t)
	good := `{"token":25,"name":"tom"}`
	for name, c := range map[string]struct {
		method, path, body, kind string
		status                   int
		has                      string
	}{
		"sold":                   {"POST", "/apples/red", good, "application/json", 200, `{"data":{"kind":"red","token":25}}`},
		"a field nobody knows":   {"POST", "/apples/red", `{"token":25,"name":"tom","balance":9}`, "application/json", 200, `"token":25`},
		"a list":                 {"GET", "/apples", "", "", 200, `{"data":{"data":["red"],"total":25}}`},
		"too many at once":       {"GET", "/apples?limit=101", "", "", 422, `[{"constraints":{"range":"Must be between 1 and 100"},"property":"limit"}]`},
		"too few at once":        {"GET", "/apples?limit=0", "", "", 422, `[{"constraints":{"range":"Must be between 1 and 100"},"property":"limit"}]`},
		"before the first":       {"GET", "/apples?offset=-1", "", "", 422, `[{"constraints":{"range":"Must be between 0 and 10000000"},"property":"offset"}]`},
		"too dear":               {"POST", "/apples/red", `{"token":51,"name":"tom"}`, "application/json", 422, `[{"constraints":{"range":"Must be between 15 and 50"},"property":"token"}]`},
		"too many in a list":     {"POST", "/baskets", `{"items":[{"count":3},{"count":10}]}`, "application/json", 422, `[{"constraints":{"range":"Must be between 1 and 9"},"property":"items[1].count"}]`},
		"a large bound":          {"POST", "/baskets", `{"kept":-1,"items":[]}`, "application/json", 422, `[{"constraints":{"range":"Must be between 0 and 2500000"},"property":"kept"}]`},
		"a bound of one end":     {"POST", "/baskets", `{"items":[{"count":3,"least":1}]}`, "application/json", 422, `[{"constraints":{"min":"Must be at least 2"},"property":"items[0].least"}]`},
		"an offset of no number": {"GET", "/apples?offset=x", "", "", 422, `"property":"offset"`},
		"a missing field":        {"POST", "/apples/red", `{"token":25}`, "application/json", 422, `[{"constraints":{"required":"This field is required!"},"property":"name"}]`},
		"an empty field":         {"POST", "/apples/red", `{"token":25,"name":""}`, "application/json", 422, `"required":"This field is required!"`},
		"not alphanumeric":       {"POST", "/apples/red", `{"token":25,"name":"t m"}`, "application/json", 422, `"Dont allow special chars or space"`},
		"not an address":         {"POST", "/apples/red", `{"token":25,"name":"tom","email":"tom"}`, "application/json", 422, `"email":"Not a validate email!"`},
		"a text for a number":    {"POST", "/apples/red", `{"token":"25","name":"tom"}`, "application/json", 422, `"number":"Not a validate number!"`},
		"finer than a hundredth": {"POST", "/apples/red", `{"token":25.001,"name":"tom"}`, "application/json", 422, `[{"constraints":{"decimals":"Must have at most 2 decimals"},"property":"token"}]`},
		"with an exponent":       {"POST", "/apples/red", `{"token":2e1,"name":"tom"}`, "application/json", 422, `[{"constraints":{"number":"Not a validate number!"},"property":"token"}]`},
		"a number for a text":    {"POST", "/apples/red", `{"token":25,"name":7}`, "application/json", 422, `[{"constraints":{"string":"Must be a text"},"property":"name"}]`},
		"nothing for a number":   {"POST", "/apples/red", `{"token":null,"name":"tom"}`, "application/json", 422, `"number":"Not a validate number!"`},
		"no JSON":                {"POST", "/apples/red", `{"token":`, "application/json", 400, `"message":"Bad request!"`},
		"no body":                {"POST", "/apples/red", "", "application/json", 400, `"Bad request!"`},
		"another kind of body":   {"POST", "/apples/red", "token=25", "text/csv", 415, `"statusCode":415`},
		"a huge body":            {"POST", "/apples/red", `{"name":"` + strings.Repeat("x", 2<<20) + `"}`, "application/json", 413, `"message":"Request Entity Too Large"`},
		"a closed door":          {"POST", "/locked/red", `not even JSON`, "application/json", 401, `"message":"Please log in to continue."`},
		"a fault with facts":     {"POST", "/closed", "", "", 409, `{"error":"closed","message":"The shop is closed.","opens":9,"statusCode":409}`},
		"no such call":           {"GET", "/pears", "", "", 404, `"statusCode":404`},
	} {
		got := call(h, c.method, c.path, c.body, c.kind)
		if got.Code != c.status || !strings.Contains(got.Body.String(), c.has) {
			t.Errorf("%s: %d %s, want %d with %s", name, got.Code, got.Body, c.status, c.has)
		}
		if kind := got.Header().Get("Content-Type"); !strings.HasPrefix(kind, "application/json") {
			t.Errorf("%s: answered as %q", name, kind)
		}
	}
}

// What is full or out of reach is no fault of the caller's, nor a mystery: 503, with
// when to come back, and a line in the log.
func TestAnOutageIsSaid(t *testing.T) {
	h, log := shop(t)
	got := call(h, "POST", "/lost", "", "")
	if got.Code != 503 || got.Header().Get("Retry-After") != "5" || !strings.Contains(got.Body.String(), `"error":"unavailable"`) {
		t.Errorf("%d, Retry-After %q: %s", got.Code, got.Header().Get("Retry-After"), got.Body)
	}
	if strings.Contains(got.Body.String(), "refused") || !strings.Contains(log.String(), "connection refused") {
		t.Errorf("told %s, logged %s", got.Body, log)
	}
}

func TestWaitingIsToldInSeconds(t *testing.T) {
	h, _ := shop(t)
	if got := call(h, "POST", "/busy", "", ""); got.Code != 429 || got.Header().Get("Retry-After") != "90" {
		t.Errorf("%d with Retry-After %q", got.Code, got.Header().Get("Retry-After"))
	}
}

// What is our fault is logged for us and kept from them.
func TestOurOwnErrorsAreKept(t *testing.T) {
	for _, path := range []string{"/broken", "/panics"} {
		h, log := shop(t)
		got := call(h, "POST", path, "", "")
		if got.Code != 500 || strings.Contains(got.Body.String(), "secret") || !strings.Contains(got.Body.String(), "Something went wrong!") {
			t.Errorf("%s: %d %s", path, got.Code, got.Body)
		}
		if !strings.Contains(log.String(), "secret detail") {
			t.Errorf("%s is not in the log: %s", path, log)
		}
	}
}

func TestForms(t *testing.T) {
	h, _ := shop(t)
	form := func(title string, size int) (string, string) {
		var body bytes.Buffer
		w := multipart.NewWriter(&body)
		if title != "" {
			if err := w.WriteField("title", title); err != nil {
				t.Fatal(err)
			}
		}
		part, err := w.CreateFormFile("picture", "a.jpg")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write(bytes.Repeat([]byte("x"), size)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return body.String(), w.FormDataContentType()
	}
	body, kind := form("apple", 3)
	if got := call(h, "POST", "/pictures", body, kind); got.Code != 200 || !strings.Contains(got.Body.String(), "apple:xxx") {
		t.Errorf("a picture: %d %s", got.Code, got.Body)
	}
	body, kind = form("", 3)
	if got := call(h, "POST", "/pictures", body, kind); got.Code != 422 || !strings.Contains(got.Body.String(), `"property":"title"`) {
		t.Errorf("without a title: %d %s", got.Code, got.Body)
	}
	body, kind = form("apple", 9000)
	if got := call(h, "POST", "/pictures", body, kind); got.Code != 413 {
		t.Errorf("too large: %d %s", got.Code, got.Body)
	}
	if got := call(h, "POST", "/pictures", "x", "multipart/form-data"); got.Code != 400 && got.Code != 422 {
		t.Errorf("a form without a boundary: %d %s", got.Code, got.Body)
	}
}

// A body that is announced as too large is refused before it is read.
func TestALargeBodyIsNotRead(t *testing.T) {
	h, _ := shop(t)
	req := httptest.NewRequest("POST", Prefix+"/apples/red", unread{t})
	req.ContentLength = 1 << 30
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	if w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("answered %d", w.Code)
	}
}

type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.EOF
}

func TestTheDocument(t *testing.T) {
	h, _ := shop(t)
	got := call(h, "GET", "/openapi.json", "", "")
	var document struct {
		Paths map[string]any `json:"paths"`
	}
	if err := json.Unmarshal(got.Body.Bytes(), &document); err != nil || document.Paths["/apples/{kind}"] == nil {
		t.Errorf("the document lacks a call (%v): %s", err, got.Body)
	}
	if strings.Contains(got.Body.String(), `"additionalProperties": true`) {
		t.Error("generated types would let any field pass")
	}
	again := call(h, "GET", "/openapi.json", "", "")
	if tag := again.Header().Get("ETag"); tag == "" || tag != got.Header().Get("ETag") {
		t.Errorf("the document's tag is %q, then %q", got.Header().Get("ETag"), tag)
	}
	packed := ask(h, "/openapi.json", map[string]string{"Accept-Encoding": "gzip"})
	z, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(z); err != nil || !bytes.Equal(text, got.Body.Bytes()) {
		t.Errorf("packed, it is another document (%v)", err)
	}
	known := ask(h, "/openapi.json", map[string]string{"Accept-Encoding": "gzip", "If-None-Match": packed.Header().Get("ETag")})
	if known.Code != http.StatusNotModified || known.Body.Len() != 0 {
		t.Errorf("a client that has it gets %d and %d bytes", known.Code, known.Body.Len())
	}
	// Building it takes tens of thousands of allocations, serving it some.
	if n := testing.AllocsPerRun(5, func() { ask(h, "/openapi.json", nil) }); n > 200 {
		t.Errorf("an answer takes %.0f allocations: the document is built for each", n)
	}
	if got := call(h, "GET", "/docs", "", ""); !strings.Contains(got.Body.String(), "shop.buy") {
		t.Errorf("the page lacks a call: %s", got.Body)
	}
}

func ask(h http.Handler, path string, header map[string]string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", Prefix+path, nil)
	for name, value := range header {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestNamesOfSchemas(t *testing.T) {
	for path, want := range map[string]string{
		"limelight/internal/tips.sendBody":     "TipsSendBody",
		"limelight/internal/kit/api.Done":      "Done",
		"limelight/internal/messages.Message":  "MessagesMessage",
		"string":                               "String",
		"github.com/someone/thing/v2.Response": "Response",
	} {
		if got := titledPath(path); got != want {
			t.Errorf("%s is named %s, want %s", path, got, want)
		}
	}
}

// What only a Go type refuses is refused by its field, however deep it lies.
func TestUndecodableFieldsAreNamed(t *testing.T) {
	type Line struct {
		Price money.Tokens `json:"price"`
		Count int32        `json:"count,omitempty"`
	}
	type basket struct {
		Body struct {
			Line
			Lines []Line          `json:"lines,omitempty"`
			Until *time.Time      `json:"until,omitempty"`
			Extra map[string]Line `json:"extra,omitempty"`
			Tip   *money.Tokens   `json:"tip,omitempty"`
			Free  map[string]any  `json:"free,omitempty"`
		}
	}
	r := NewRouter("shop", "1", slog.New(slog.DiscardHandler))
	Post(r, "/basket", "shop.basket", func(_ context.Context, in *basket) (*money.Tokens, error) { return in.Body.Tip, nil }, Public)
	for body, want := range map[string]string{
		`{"price":1,"tip":null}`:                             `{"data":null}`,
		`{"price":1.001}`:                                    `[{"constraints":{"decimals":"Must have at most 2 decimals"},"property":"price"}]`,
		`{"PRICE":1.001}`:                                    `"property":"price"`,
		`{"price":1,"count":3000000000}`:                     `[{"constraints":{"number":"Not a validate number!"},"property":"count"}]`,
		`{"price":1,"lines":[{"price":1},{"price":1.0001}]}`: `"property":"lines.1.price"`,
		`{"price":1,"lines":{}}`:                             `[{"constraints":{"array":"Must be a list"},"property":"lines"}]`,
		`{"price":1,"extra":{"b":{"price":0.005}}}`:          `"property":"extra.b.price"`,
		`{"price":1,"tip":9.999}`:                            `"property":"tip"`,
		`{"price":1,"until":"2026-01-31T25:00:00Z"}`:         `"property":"until"`,
		`{"price":1,"until":"2026-01-31T23:59:60Z"}`:         `"property":"until"`,
		`[]`: `"message":"Bad request!"`,
	} {
		if got := call(r.Handler(), "POST", "/basket", body, "application/json"); !strings.Contains(got.Body.String(), want) {
			t.Errorf("%s: %d %s, want %s", body, got.Code, got.Body, want)
		}
	}
}

type hidden struct {
	Limit int `query:"limit" minimum:"1"`
}

// A route whose input hides fields from the decoder does not start.
func TestHiddenFieldsAreRefusedAtTheStart(t *testing.T) {
	type deep struct{ hidden }
	type form struct {
		hidden
		Title string `form:"title"`
	}
	mounts := map[string]func(r *Router){
		"query": func(r *Router) { Get(r, "/x", "shop.query", answering[struct{ hidden }], Public) },
		"body":  func(r *Router) { Post(r, "/x", "shop.body", answering[struct{ Body struct{ Lines []deep } }], Public) },
		"form":  func(r *Router) { Post(r, "/x", "shop.form", answering[struct{ RawBody Form[form] }], Public) },
	}
	for name, mount := range mounts {
		t.Run(name, func(t *testing.T) {
			defer func() {
				text, _ := recover().(string)
				if !strings.Contains(text, "shop."+name) || !strings.Contains(text, "api.hidden") {
					t.Errorf("mounting said %q, want the route and the hidden type", text)
				}
			}()
			mount(NewRouter("shop", "1", slog.New(slog.DiscardHandler)))
		})
	}
	Get(NewRouter("shop", "1", slog.New(slog.DiscardHandler)), "/x", "shop.page", answering[struct{ Page }], Public)
}

func answering[I any](context.Context, *I) (Done, error) { return OK, nil }
