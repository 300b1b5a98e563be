package socialconnect_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/httpclient"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/secretbox"
	"limelight/internal/socialconnect"
	"limelight/internal/socialconnect/xtest"
	"limelight/internal/testkit"
)

// site is the package on a real database, behind the real router, and a provider that stands in for X.
type site struct {
	*socialconnect.Service
	x        *xtest.Provider
	db       *db.DB
	bus      *bus.Bus
	keys     *secretbox.Keys
	clock    *testkit.Clock
	accounts *account.Service
	stage    *stage
	handler  http.Handler
	nina     account.Caller
	ada      account.Caller
}

// stage says who is live.
type stage struct {
	live  bool
	hides bool
	name  string
	head  string
}

func (s *stage) Profile(_ context.Context, _ *db.Tx, performerID string) (socialconnect.Profile, error) {
	return socialconnect.Profile{Name: s.name, Username: performerID, Headline: s.head}, nil
}

func (s *stage) IsPublic(context.Context, *db.Tx, string) (bool, error) {
	return s.live, nil
}

func (s *stage) Hides(context.Context, *db.Tx, string) (bool, error) { return s.hides, nil }

func setup(t *testing.T) *site {
	t.Helper()
	s := over(t, testkit.DB(t), testkit.Keys(t), xtest.Open(t), testkit.NewClock())
	s.nina, s.ada = testkit.Person(t, s.db, account.Performer, "nina"), testkit.Person(t, s.db, account.Admin, "ada")
	s.call(t, s.ada, nil, "PUT /admin/social-connect/twitter", s.x.Setup()).must(t, 200, `"hasSecret":true`)
	return s
}

// over is a node over a database.
func over(t *testing.T, d *db.DB, keys *secretbox.Keys, x *xtest.Provider, clock *testkit.Clock) *site {
	t.Helper()
	s := &site{x: x, db: d, keys: keys, clock: clock, stage: &stage{name: "Nina", live: true}}
	s.bus = bus.New(d, slog.New(slog.DiscardHandler), clock.Now)
	s.accounts = testkit.Accounts(t, d, s.bus, clock.Now, func(a *account.Deps) {
		a.PublicURL = "http://localhost:8080"
		a.Policy = func() account.Policy {
			p := account.DefaultPolicy()
			p.RequireTwoFactor = false
			return p
		}
	})
	internal, err := httpclient.ParseInternal("127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	s.Service = socialconnect.New(socialconnect.Deps{
		DB: d, Accounts: s.accounts, Performers: s.stage, Audit: testkit.AuditLog(d, clock.Now), Events: s.bus, Keys: keys,
		Limits: limit.New(clock.Now, socialconnect.Limits()), Client: httpclient.New(httpclient.Config{Timeout: 500 * time.Millisecond, Internal: internal}),
		Origin: "http://localhost:8080", Home: func() string { return "https://example.com" }, Now: clock.Now, Log: slog.New(slog.DiscardHandler),
	})
	s.handler = testkit.Router(s.Routes, s.accounts.Routes)
	return s
}

// browser keeps cookies.
type browser map[string]string

// reply is what came back.
type reply struct {
	*httptest.ResponseRecorder
	text string
}

func (r reply) must(t *testing.T, status int, has string) reply {
	t.Helper()
	if r.Code != status || !strings.Contains(r.text, has) {
		t.Fatalf("answered %d %s, want %d with %s", r.Code, r.text, status, has)
	}
	return r
}

// value reads data.<name>.
func (r reply) value(t *testing.T, name string) string {
	t.Helper()
	var body struct {
		Data map[string]any `json:"data"`
	}
	if err := json.Unmarshal([]byte(r.text), &body); err != nil {
		t.Fatalf("%s: %v", r.text, err)
	}
	text, _ := body.Data[name].(string)
	return text
}

// call makes a call of somebody in a browser; nil: in one without cookies.
func (s *site) call(t *testing.T, as account.Caller, in browser, do string, body any) reply {
	t.Helper()
	var text string
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		text = string(raw)
	}
	var cookies []string
	for name, value := range in {
		cookies = append(cookies, name+"="+value)
	}
	w := testkit.Call(s.handler, as, do, text, map[string]string{"Cookie": strings.Join(cookies, "; ")})
	for _, c := range w.Result().Cookies() {
		if in != nil {
			in[c.Name] = c.Value
		}
	}
	return reply{w, w.Body.String()}
}

var guest account.Caller

// asks begins a question to X and returns its page.
func (s *site) asks(t *testing.T, as account.Caller, in browser) string {
	t.Helper()
	return s.call(t, as, in, "GET /auth/twitter/connect?next=/room/nina", nil).must(t, 200, "url").value(t, "url")
}

// returns follows a page of X's back to the site, and returns where that leads.
func (s *site) returns(t *testing.T, as account.Caller, in browser, back string) *url.URL {
	t.Helper()
	r := s.call(t, as, in, "GET "+strings.TrimPrefix(back, "http://localhost:8080"+api.Prefix), nil).must(t, 303, "")
	to, err := r.Result().Location()
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// consents goes through X with a person who agrees, and returns how it ended.
func (s *site) consents(t *testing.T, as account.Caller, in browser) string {
	t.Helper()
	back, err := s.x.Consent(s.asks(t, as, in))
	if err != nil {
		t.Fatal(err)
	}
	return s.returns(t, as, in, back).Query().Get("twitter")
}

func (s *site) write(t *testing.T, do func(context.Context, *db.Tx) error) {
	t.Helper()
	if err := s.db.Write(t.Context(), do); err != nil {
		t.Fatal(err)
	}
}

// stored is a text of the database.
func (s *site) stored(t *testing.T, query string, args ...any) (text string) {
	t.Helper()
	err := s.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		list, err := db.All(ctx, tx, db.String, query, args...)
		text = strings.Join(list, " ")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}
