package passkeys_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/descope/virtualwebauthn"

	"limelight/internal/account"
	"limelight/internal/account/passkeys"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
	"limelight/internal/testkit"
)

const secret = "a river of small stones"

// site is the package behind the real router, with the real accounts.
type site struct {
	*passkeys.Service
	accounts *account.Service
	db       *db.DB
	bus      *bus.Bus
	clock    *testkit.Clock
	policy   account.Policy
	handler  http.Handler
}

func setup(t *testing.T, publicURL string) *site {
	t.Helper()
	s := &site{db: testkit.DB(t), clock: testkit.NewClock(), policy: account.DefaultPolicy()}
	s.policy.RequireTwoFactor = false
	s.bus = bus.New(s.db, slog.New(slog.DiscardHandler), s.clock.Now)
	s.accounts = testkit.Accounts(t, s.db, s.bus, s.clock.Now, func(d *account.Deps) {
		d.Policy, d.PublicURL, d.InsecureHTTP = func() account.Policy { return s.policy }, publicURL, true
	})
	s.accounts.Limits.Add(passkeys.Limits())
	keys, err := passkeys.New(passkeys.Deps{
		DB: s.db, Accounts: s.accounts, Notices: s.accounts.Notices, Limits: s.accounts.Limits, Now: s.clock.Now,
		PublicURL: publicURL, SiteName: func() string { return "Limelight" },
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Service = keys
	s.handler = s.accounts.Authenticate(testkit.Router(s.accounts.Routes, keys.Routes))
	return s
}

func (s *site) person(t *testing.T, role account.Role, username string) account.Account {
	t.Helper()
	n, err := s.accounts.Prepare(t.Context(), account.NewAccount{
		Role: role, Username: username, Email: username + "@example.org", Password: secret, DateOfBirth: "1990-05-17", Verified: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	var a account.Account
	err = s.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		a, err = s.accounts.Create(ctx, tx, n)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

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

// data is what an answer carries.
func (a answer) data(t *testing.T) json.RawMessage {
	t.Helper()
	var body struct{ Data json.RawMessage }
	if err := json.Unmarshal([]byte(a.text), &body); err != nil {
		t.Fatalf("%s: %v", a.text, err)
	}
	return body.Data
}

func (a answer) value(t *testing.T, name string) string {
	t.Helper()
	values := map[string]any{}
	if err := json.Unmarshal(a.data(t), &values); err != nil {
		t.Fatal(err)
	}
	text, _ := values[name].(string)
	if text == "" {
		t.Fatalf("no %s in %s", name, a.text)
	}
	return text
}

// call is a call by whose token it is; empty: a guest's.
func (s *site) call(token, do string, body any) answer {
	method, path, _ := strings.Cut(do, " ")
	text := ""
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			panic(err)
		}
		text = string(raw)
	}
	r := httptest.NewRequest(method, api.Prefix+path, strings.NewReader(text))
	if text != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	r = r.WithContext(api.WithAddress(r.Context(), "203.0.113.7"))
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return answer{w, w.Body.String()}
}

type record map[string]any

var flows = map[account.Role]string{
	account.Member: "users", account.Performer: "performers", account.Studio: "studio", account.Admin: "admin",
}

// in logs somebody in by their password.
func (s *site) in(t *testing.T, role account.Role, name string) string {
	t.Helper()
	return s.call("", "POST /auth/"+flows[role]+"/login", record{"username": name, "password": secret}).must(t, 200, "token").value(t, "token")
}

// letters are the subjects of the mails to somebody.
func (s *site) letters(t *testing.T, name string) (subjects string) {
	t.Helper()
	err := s.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		page, _, err := mail.List(ctx, tx, mail.Filter{To: name + "@example.org", Limit: 100})
		for _, m := range page {
			subjects += m.Subject + "\n"
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return subjects
}

// device is somebody's telephone with one key, and the page that it believes to be on.
type device struct {
	s    *site
	page virtualwebauthn.RelyingParty
	auth virtualwebauthn.Authenticator
	key  virtualwebauthn.Credential
}

func (s *site) device(accountID string) *device {
	return &device{
		s: s, page: virtualwebauthn.RelyingParty{ID: "example.com", Name: "Limelight", Origin: "https://example.com"},
		auth: virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserHandle: []byte(accountID), BackupEligible: true, BackupState: true}),
		key:  virtualwebauthn.NewCredentialWithImportedKey(virtualwebauthn.KeyTypeEC2, newKey()),
	}
}

// newKey is a key whose coordinates begin with no zero, which the virtual device would leave out.
func newKey() []byte {
	for {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			panic(err)
		}
		text, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			panic(err)
		}
		if point, err := key.PublicKey.Bytes(); err == nil && point[1] != 0 && point[33] != 0 {
			return text
		}
	}
}

// made is the key that answers an offer.
func (d *device) made(t *testing.T, offer answer) json.RawMessage {
	t.Helper()
	options, err := virtualwebauthn.ParseAttestationOptions(string(offer.must(t, 200, "challenge").data(t)))
	if err != nil {
		t.Fatal(err)
	}
	return json.RawMessage(virtualwebauthn.CreateAttestationResponse(d.page, d.auth, d.key, *options))
}

// signed answers what was asked, and counts.
func (d *device) signed(t *testing.T, asked answer) json.RawMessage {
	t.Helper()
	options, err := virtualwebauthn.ParseAssertionOptions(string(asked.must(t, 200, "challenge").data(t)))
	if err != nil {
		t.Fatal(err)
	}
	d.key.Counter++
	return json.RawMessage(virtualwebauthn.CreateAssertionResponse(d.page, d.auth, d.key, *options))
}

// add registers the device's key for whose token it is.
func (d *device) add(t *testing.T, token, name string) string {
	t.Helper()
	key := d.made(t, d.s.call(token, "POST /auth/passkeys/offer", nil))
	return d.s.call(token, "POST /auth/passkeys", record{"name": name, "key": key}).must(t, 200, "name").value(t, "_id")
}

func (d *device) login(t *testing.T, role account.Role) answer {
	t.Helper()
	key := d.signed(t, d.s.call("", "POST /auth/passkeys/login/options", nil))
	return d.s.call("", "POST /auth/passkeys/login", record{"role": role, "key": key})
}
