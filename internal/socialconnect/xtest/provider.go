// Package xtest is a provider that stands in for X (Twitter) in tests: OAuth 2 with PKCE, whose codes and
// refresh tokens work once, and the few calls of its API that the site makes. Like X, it refuses the same text
// twice.
package xtest

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"
)

// The client that the provider knows.
const (
	ClientID     = "client-1"
	ClientSecret = "a-secret-of-the-client"
)

// Person is an account of the provider.
type Person struct{ ID, Username, Name, Email string }

// Provider is the provider. Its fields are set before calls are made.
type Provider struct {
	*httptest.Server
	mu       sync.Mutex
	who      Person
	codes    map[string]grant
	access   map[string]Person
	refresh  map[string]Person
	posts    []string
	failures []Failure
	calls    map[string]int
	serial   int
	life     int // of access tokens, in seconds
}

type grant struct {
	challenge, redirect string
	who                 Person
}

// Failure is how one call to a path goes wrong.
type Failure struct {
	Path   string
	Status int // 0: the connection is closed without an answer
	Header map[string]string
	Body   string
	Late   time.Duration // before the answer
	Taken  bool          // the call has its effect all the same
}

// Open starts a provider whose person is nina_x.
func Open(t testing.TB) *Provider {
	p := &Provider{
		who: Person{"42", "nina_x", "Nina on X", "nina@x.example"}, codes: map[string]grant{}, access: map[string]Person{},
		refresh: map[string]Person{}, calls: map[string]int{}, life: 7200,
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /i/oauth2/authorize", p.authorize)
	mux.HandleFunc("POST /2/oauth2/token", p.failing(p.token))
	mux.HandleFunc("POST /2/oauth2/revoke", p.failing(p.revoke))
	mux.HandleFunc("GET /2/users/me", p.failing(p.me))
	mux.HandleFunc("POST /2/tweets", p.failing(p.post))
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	return p
}

// Setup is how a site is set up with the provider, as the body of its call.
func (p *Provider) Setup() map[string]any {
	return map[string]any{
		"active": true, "signIn": true, "askEmail": true, "clientId": ClientID, "clientSecret": ClientSecret,
		"authorizeUrl": p.URL + "/i/oauth2/authorize", "tokenUrl": p.URL + "/2/oauth2/token",
		"revokeUrl": p.URL + "/2/oauth2/revoke", "apiUrl": p.URL,
	}
}

// As changes who is logged in at the provider.
func (p *Provider) As(who Person) { p.locked(func() { p.who = who }) }

// Life changes how long access tokens live, in seconds.
func (p *Provider) Life(seconds int) { p.locked(func() { p.life = seconds }) }

// Fail has the next calls go wrong.
func (p *Provider) Fail(list ...Failure) {
	p.locked(func() { p.failures = append(p.failures, list...) })
}

// Posts are the texts that the provider has.
func (p *Provider) Posts() (list []string) {
	p.locked(func() { list = slices.Clone(p.posts) })
	return list
}

// Calls is how often a path was called.
func (p *Provider) Calls(path string) (n int) {
	p.locked(func() { n = p.calls[path] })
	return n
}

// Forget makes tokens worthless, of access alone or all of them.
func (p *Provider) Forget(all bool) {
	p.locked(func() {
		clear(p.access)
		if all {
			clear(p.refresh)
		}
	})
}

func (p *Provider) locked(do func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	do()
}

// Consent is where the provider leads the browser once its person agrees.
func (p *Provider) Consent(asked string) (string, error) {
	u, err := url.Parse(asked)
	if err != nil {
		return "", err
	}
	q := u.Query()
	if q.Get("response_type") != "code" || q.Get("client_id") != ClientID || q.Get("code_challenge_method") != "S256" ||
		q.Get("code_challenge") == "" || q.Get("state") == "" || q.Get("scope") == "" {
		return "", fmt.Errorf("the question is incomplete: %s", asked)
	}
	var code string
	p.locked(func() {
		code = p.fresh("code")
		p.codes[code] = grant{q.Get("code_challenge"), q.Get("redirect_uri"), p.who}
	})
	return q.Get("redirect_uri") + "?" + url.Values{"state": {q.Get("state")}, "code": {code}}.Encode(), nil
}

// Deny is where it leads when its person does not.
func Deny(asked string) (string, error) {
	u, err := url.Parse(asked)
	if err != nil {
		return "", err
	}
	return u.Query().Get("redirect_uri") + "?" + url.Values{"state": {u.Query().Get("state")}, "error": {"access_denied"}}.Encode(), nil
}

// fresh is called with the lock.
func (p *Provider) fresh(kind string) string {
	p.serial++
	return fmt.Sprintf("%s-%d", kind, p.serial)
}

func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	back, err := p.Consent(r.URL.String())
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, back, http.StatusFound)
}

// failing counts a call, and has it go wrong if it is to.
func (p *Provider) failing(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var f *Failure
		p.locked(func() {
			p.calls[r.URL.Path]++
			if i := slices.IndexFunc(p.failures, func(f Failure) bool { return f.Path == r.URL.Path }); i >= 0 {
				one := p.failures[i]
				f, p.failures = &one, slices.Delete(p.failures, i, i+1)
			}
		})
		if f == nil {
			next(w, r)
			return
		}
		if f.Taken {
			next(httptest.NewRecorder(), r)
		}
		io.Copy(io.Discard, r.Body) // until then nobody hears that the caller has gone
		select {
		case <-r.Context().Done():
		case <-time.After(f.Late):
		}
		if f.Status == 0 {
			panic(http.ErrAbortHandler)
		}
		for name, value := range f.Header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(f.Status)
		fmt.Fprint(w, f.Body)
	}
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	user, secret, _ := r.BasicAuth()
	if user != ClientID || secret != ClientSecret {
		answer(w, http.StatusUnauthorized, map[string]string{"error": "invalid_client"})
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var who Person
	known := false
	switch r.FormValue("grant_type") {
	case "authorization_code":
		g, found := p.codes[r.FormValue("code")]
		delete(p.codes, r.FormValue("code"))
		sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
		known = found && g.redirect == r.FormValue("redirect_uri") && g.challenge == base64.RawURLEncoding.EncodeToString(sum[:])
		who = g.who
	case "refresh_token":
		who, known = p.refresh[r.FormValue("refresh_token")]
		delete(p.refresh, r.FormValue("refresh_token"))
	}
	if !known {
		answer(w, http.StatusBadRequest, map[string]string{"error": "invalid_grant", "error_description": "Value passed for the authorization code was invalid."})
		return
	}
	access, refresh := p.fresh("access"), p.fresh("refresh")
	p.access[access], p.refresh[refresh] = who, who
	answer(w, http.StatusOK, map[string]any{"token_type": "bearer", "expires_in": p.life, "access_token": access, "refresh_token": refresh})
}

func (p *Provider) revoke(w http.ResponseWriter, r *http.Request) {
	p.locked(func() { delete(p.refresh, r.FormValue("token")) })
	answer(w, http.StatusOK, map[string]bool{"revoked": true})
}

// caller is whose token a call has.
func (p *Provider) caller(r *http.Request) (who Person, known bool) {
	var token string
	fmt.Sscanf(r.Header.Get("Authorization"), "Bearer %s", &token)
	p.locked(func() { who, known = p.access[token] })
	return who, known
}

func (p *Provider) me(w http.ResponseWriter, r *http.Request) {
	who, known := p.caller(r)
	if !known {
		answer(w, http.StatusUnauthorized, map[string]string{"title": "Unauthorized"})
		return
	}
	data := map[string]string{"id": who.ID, "username": who.Username, "name": who.Name}
	if r.FormValue("user.fields") == "confirmed_email" {
		data["confirmed_email"] = who.Email
	}
	answer(w, http.StatusOK, map[string]any{"data": data})
}

func (p *Provider) post(w http.ResponseWriter, r *http.Request) {
	if _, known := p.caller(r); !known {
		answer(w, http.StatusUnauthorized, map[string]string{"title": "Unauthorized"})
		return
	}
	var body struct {
		Text string `json:"text"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || body.Text == "" {
		answer(w, http.StatusBadRequest, map[string]string{"detail": "No text."})
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if slices.Contains(p.posts, body.Text) {
		answer(w, http.StatusForbidden, map[string]string{"detail": "You are not allowed to create a Tweet with duplicate content."})
		return
	}
	p.posts = append(p.posts, body.Text)
	answer(w, http.StatusCreated, map[string]any{"data": map[string]string{"id": fmt.Sprint(1000 + len(p.posts)), "text": body.Text}})
}
