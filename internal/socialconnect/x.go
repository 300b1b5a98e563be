package socialconnect

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"limelight/internal/kit/sanitize"
)

const (
	maxAnswer = 64 << 10 // bytes of an answer of X
	maxSaid   = 200      // characters of what X says about a failure
)

// tokens are what X lets the site do for somebody, as they are sealed.
type tokens struct {
	Access  string `json:"access"`
	Refresh string `json:"refresh"`
}

// person is who X says it is.
type person struct{ ID, Username, Name, Email string }

// refusal is an answer of X that is none of success. It holds nothing that was sent.
type refusal struct {
	status int
	code   string    // of OAuth, such as invalid_grant
	said   string    // for a person
	after  time.Time // when X takes questions again; zero: it does not say
}

func (r *refusal) Error() string {
	return fmt.Sprintf("X answered %d %s: %s", r.status, r.code, r.said)
}

// errAnswer is an answer that is none.
var errAnswer = errors.New("the answer of X cannot be read")

// x calls X as it is set up.
type x struct {
	Setup
	client   *http.Client
	callback string
	now      func() time.Time
}

func (s *Setups) x(setup Setup) x { return x{setup, s.Client, s.callbackURL(), s.Now} }

// scopes are what is asked for.
func (x x) scopes(p purpose) []string {
	switch {
	case p == forPosts:
		return []string{"tweet.read", "tweet.write", "users.read", "offline.access"}
	case x.AskEmail:
		return []string{"tweet.read", "users.read", "users.email"}
	}
	return []string{"tweet.read", "users.read"}
}

// config is the client of OAuth. One without a secret is a public client, and names itself.
func (x x) config(p purpose) *oauth2.Config {
	style := oauth2.AuthStyleInHeader
	if x.ClientSecret == "" {
		style = oauth2.AuthStyleInParams
	}
	return &oauth2.Config{
		ClientID: x.ClientID, ClientSecret: x.ClientSecret, RedirectURL: x.callback, Scopes: x.scopes(p),
		Endpoint: oauth2.Endpoint{AuthURL: x.AuthorizeURL, TokenURL: x.TokenURL, AuthStyle: style},
	}
}

func (x x) with(ctx context.Context) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, x.client)
}

// exchange gives a code of X for tokens.
func (x x) exchange(ctx context.Context, p purpose, code, verifier string) (tokens, time.Time, error) {
	return x.granted(x.config(p).Exchange(x.with(ctx), code, oauth2.VerifierOption(verifier)))
}

// refresh gives the tokens for fresh ones, once.
func (x x) refresh(ctx context.Context, was tokens) (tokens, time.Time, error) {
	return x.granted(x.config(forPosts).TokenSource(x.with(ctx), &oauth2.Token{RefreshToken: was.Refresh}).Token())
}

const defaultLife = 2 * time.Hour // of an access token whose life X does not say

func (x x) granted(t *oauth2.Token, err error) (tokens, time.Time, error) {
	if refused, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return tokens{}, time.Time{}, &refusal{status: refused.Response.StatusCode, code: shortLine(refused.ErrorCode), after: x.after(refused.Response.Header)}
	}
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return tokens{}, time.Time{}, failed
	}
	if err != nil {
		return tokens{}, time.Time{}, errAnswer // its text may hold what was answered
	}
	if len(t.AccessToken) > maxAnswer || len(t.RefreshToken) > maxAnswer {
		return tokens{}, time.Time{}, errAnswer
	}
	life := time.Duration(t.ExpiresIn) * time.Second
	if life <= 0 || life > 24*time.Hour {
		life = defaultLife
	}
	return tokens{t.AccessToken, t.RefreshToken}, x.now().Add(life), nil
}

var (
	personID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)
	handle   = regexp.MustCompile(`^[A-Za-z0-9_]{1,50}$`)
)

// me asks whose tokens these are.
func (x x) me(ctx context.Context, t tokens) (person, error) {
	address := "/2/users/me"
	if x.AskEmail {
		address += "?user.fields=confirmed_email"
	}
	var answer struct {
		Data struct {
			ID       string `json:"id"`
			Username string `json:"username"`
			Name     string `json:"name"`
			Email    string `json:"confirmed_email"`
		} `json:"data"`
	}
	if err := x.call(ctx, http.MethodGet, address, t, nil, &answer); err != nil {
		return person{}, err
	}
	p := person{answer.Data.ID, answer.Data.Username, shortLine(answer.Data.Name), answer.Data.Email}
	if !personID.MatchString(p.ID) || !handle.MatchString(p.Username) {
		return person{}, errAnswer
	}
	if len(p.Email) > 254 || sanitize.Reference(p.Email) != p.Email {
		p.Email = ""
	}
	return p, nil
}

// post posts a text and returns its id; empty when X took it and did not say which it is.
func (x x) post(ctx context.Context, t tokens, text string) (string, error) {
	var answer struct {
		Data struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	err := x.call(ctx, http.MethodPost, "/2/tweets", t, map[string]string{"text": text}, &answer)
	if errors.Is(err, errAnswer) || err == nil && !personID.MatchString(answer.Data.ID) {
		return "", nil // the status said that it has it
	}
	return answer.Data.ID, err
}

// revoke takes a token back, as far as X does it: what is forgotten here is of no use to anybody else.
func (x x) revoke(ctx context.Context, t tokens) error {
	form := url.Values{"token": {t.Refresh}, "token_type_hint": {"refresh_token"}}
	if t.Refresh == "" {
		form = url.Values{"token": {t.Access}, "token_type_hint": {"access_token"}}
	}
	if x.ClientSecret == "" {
		form.Set("client_id", x.ClientID)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, x.RevokeURL, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if x.ClientSecret != "" {
		req.SetBasicAuth(url.QueryEscape(x.ClientID), url.QueryEscape(x.ClientSecret))
	}
	return x.do(req, &struct{}{})
}

// call makes one call of X's API.
func (x x) call(ctx context.Context, method, path string, t tokens, body, into any) error {
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(x.APIURL, "/")+path, sent)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+t.Access)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return x.do(req, into)
}

func (x x) do(req *http.Request, into any) error {
	res, err := x.client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return &refusal{status: res.StatusCode, said: saidIn(text), after: x.after(res.Header)}
	}
	if err != nil || json.Unmarshal(text, into) != nil {
		return errAnswer
	}
	return nil
}

// after is when X takes questions again.
func (x x) after(h http.Header) time.Time {
	if seconds, err := strconv.ParseInt(h.Get("x-rate-limit-reset"), 10, 64); err == nil && seconds > 0 {
		return time.Unix(seconds, 0)
	}
	if seconds, err := strconv.ParseInt(h.Get("Retry-After"), 10, 32); err == nil && seconds > 0 {
		return x.now().Add(time.Duration(seconds) * time.Second)
	}
	return time.Time{}
}

// saidIn is what X says of a refusal.
func saidIn(text []byte) string {
	var answer struct {
		Detail string `json:"detail"`
		Title  string `json:"title"`
	}
	if json.Unmarshal(text, &answer) != nil {
		return ""
	}
	if answer.Detail == "" {
		answer.Detail = answer.Title
	}
	return shortLine(answer.Detail)
}

// shortLine is a text of X's as it is kept.
func shortLine(text string) string {
	all := []rune(sanitize.Line(text[:min(len(text), 4*maxSaid)]))
	return string(all[:min(len(all), maxSaid)])
}
