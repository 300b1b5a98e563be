package account_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
	"limelight/internal/testkit"
)

// secret is everybody's password unless a test says otherwise.
const secret = "a river of small stones"

// fixture is the package on a real database, behind the real router.
type fixture struct {
	*account.Service
	db      *db.DB
	bus     *bus.Bus
	clock   *testkit.Clock
	policy  account.Policy
	handler http.Handler
}

func setup(t *testing.T, change ...func(*account.Deps)) *fixture {
	t.Helper()
	h := &fixture{db: testkit.DB(t), clock: testkit.NewClock(), policy: account.DefaultPolicy()}
	h.policy.RequireTwoFactor = false // for the stories about it to switch on
	h.bus = bus.New(h.db, slog.New(slog.DiscardHandler), h.clock.Now)
	change = append([]func(*account.Deps){func(d *account.Deps) { d.Policy = func() account.Policy { return h.policy } }}, change...)
	h.Service = testkit.Accounts(t, h.db, h.bus, h.clock.Now, change...)
	bus.On(h.bus, "mail.asked", h.SendAsked)
	h.handler = h.Authenticate(testkit.Router(h.Routes))
	return h
}

// person makes an account that may log in.
func (h *fixture) person(t *testing.T, role account.Role, username string) account.Account {
	t.Helper()
	n, err := h.Prepare(t.Context(), account.NewAccount{
		Role: role, Username: username, Email: strings.ToLower(username) + "@example.org", Password: secret,
		DateOfBirth: "1990-05-17", Verified: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	var a account.Account
	h.write(t, func(ctx context.Context, tx *db.Tx) (err error) {
		a, err = h.Create(ctx, tx, n)
		return err
	})
	return a
}

func (h *fixture) write(t *testing.T, fn func(context.Context, *db.Tx) error) {
	t.Helper()
	if err := h.db.Write(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// visitor is a device on the network.
type visitor struct {
	address, agent, token string
	header                map[string]string
}

var home = visitor{address: "203.0.113.7", agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}

// answer is what came back.
type answer struct {
	*httptest.ResponseRecorder
	text string
}

func (a answer) must(t *testing.T, status int, has string) answer {
	t.Helper()
	if a.Code != status || !strings.Contains(a.text, has) {
		t.Errorf("answered %d %s, want %d with %s", a.Code, a.text, status, has)
	}
	return a
}

// value reads data.<name> of the answer.
func (a answer) value(t *testing.T, name string) string {
	t.Helper()
	var body struct {
		Data map[string]any `json:"data"`
	}
	if err := json.Unmarshal([]byte(a.text), &body); err != nil {
		t.Fatalf("%s: %v", a.text, err)
	}
	text, _ := body.Data[name].(string)
	if text == "" {
		t.Fatalf("no %s in %s", name, a.text)
	}
	return text
}

func (h *fixture) call(v visitor, do, body string) answer {
	method, path, _ := strings.Cut(do, " ")
	r := httptest.NewRequest(method, api.Prefix+path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("User-Agent", v.agent)
	if v.token != "" {
		r.Header.Set("Authorization", "Bearer "+v.token)
	}
	for name, value := range v.header {
		r.Header.Set(name, value)
	}
	r = r.WithContext(api.WithAddress(r.Context(), v.address))
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	return answer{w, w.Body.String()}
}

var flows = map[account.Role]string{
	account.Member: "users", account.Performer: "performers", account.Studio: "studio", account.Admin: "admin",
}

func (h *fixture) login(v visitor, role account.Role, name, password string) answer {
	body, _ := json.Marshal(map[string]string{"username": name, "password": password})
	return h.call(v, "POST /auth/"+flows[role]+"/login", string(body))
}

// in logs somebody in and returns their device.
func (h *fixture) in(t *testing.T, v visitor, role account.Role, name string) visitor {
	t.Helper()
	v.token = h.login(v, role, name, secret).must(t, 200, "token").value(t, "token")
	return v
}

// letters are the mails to an address, oldest first.
func (h *fixture) letters(t *testing.T, to string) (list []mail.Mail) {
	t.Helper()
	if err := h.bus.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	err := h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		page, _, err := mail.List(ctx, tx, mail.Filter{To: to, Limit: 100})
		for i := len(page) - 1; i >= 0 && err == nil; i-- {
			var m mail.Mail
			m, err = mail.NewOutbox(h.Keys).Whole(ctx, tx, page[i].ID)
			list = append(list, m)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

var inLink = regexp.MustCompile(`token=([A-Za-z0-9_-]+)`)

// linkFor is the token of the newest link mailed to an address.
func (h *fixture) linkFor(t *testing.T, to string) string {
	t.Helper()
	list := h.letters(t, to)
	for i := len(list) - 1; i >= 0; i-- {
		if found := inLink.FindStringSubmatch(list[i].Text); found != nil {
			return found[1]
		}
	}
	t.Fatalf("no link was mailed to %s", to)
	return ""
}

func (h *fixture) get(t *testing.T, id string) (a account.Account) {
	t.Helper()
	err := h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		a, err = h.Get(ctx, tx, id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}
