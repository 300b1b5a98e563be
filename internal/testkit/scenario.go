package testkit

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/lang"
)

// Scenario is one call through the real router: who does what, and what they
// get.
type Scenario struct {
	Name   string
	As     account.Caller    // zero: a guest
	Do     string            // "POST /path", without the prefix
	Body   string            // JSON, unless Header names another Content-Type
	Header map[string]string // besides Content-Type: application/json
	Status int
	Has    string // a part of the answer
	Lacks  string // what must not be in it
}

// Scenarios run in order against one router, so that a later one may build on
// what an earlier one changed.
type Scenarios []Scenario

// Run mounts the routes and plays the scenarios.
func (list Scenarios) Run(t *testing.T, mount ...func(*api.Router)) {
	t.Helper()
	handler := Router(mount...)
	for _, s := range list {
		t.Run(s.Name, func(t *testing.T) {
			answer := Call(handler, s.As, s.Do, s.Body, s.Header)
			body := answer.Body.String()
			if answer.Code != s.Status {
				t.Errorf("%s answered %d, want %d: %s", s.Do, answer.Code, s.Status, body)
			}
			if s.Has != "" && !strings.Contains(body, s.Has) {
				t.Errorf("%s: the answer lacks %s: %s", s.Do, s.Has, body)
			}
			if s.Lacks != "" && strings.Contains(body, s.Lacks) {
				t.Errorf("%s: the answer has %s: %s", s.Do, s.Lacks, body)
			}
		})
	}
}

// Router is the API with the given routes, as handler.
func Router(mount ...func(*api.Router)) http.Handler {
	r := api.NewRouter("test", "0", slog.New(slog.NewTextHandler(io.Discard, nil)))
	for _, routes := range mount {
		routes(r)
	}
	return r.Handler()
}

// Call makes one call as somebody. do is "METHOD /path", without the prefix.
func Call(handler http.Handler, as account.Caller, do, body string, header map[string]string) *httptest.ResponseRecorder {
	method, path, _ := strings.Cut(do, " ")
	req := httptest.NewRequest(method, api.Prefix+path, strings.NewReader(body))
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for name, value := range header {
		req.Header.Set(name, value)
	}
	ctx := api.WithAddress(req.Context(), "203.0.113.7")
	if !as.Guest() {
		ctx = account.WithCaller(ctx, as)
		if as.Language != "" {
			ctx = lang.With(ctx, as.Language)
		}
	}
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, req.WithContext(ctx))
	return answer
}
