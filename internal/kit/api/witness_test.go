package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"limelight/internal/kit/fault"
)

// The witness hears of every call that was carried out, whatever kind of route it
// is, before the answer; of a refused one it hears nothing. What it does not let
// pass is not answered.
func TestWitness(t *testing.T) {
	var heard []string
	var refusal error
	r := NewRouter("shop", "1", slog.New(slog.DiscardHandler))
	r.Witnessed(func(_ context.Context, c Call) error {
		heard = append(heard, c.Method+" "+c.Name+" "+c.First()+" "+c.Query.Get("why"))
		return refusal
	})
	answer := func(_ context.Context, in *struct {
		ID string `path:"id"`
	}) (receipt, error) {
		if in.ID == "closed" {
			return receipt{}, errClosed
		}
		return receipt{Kind: "a secret"}, nil
	}
	Get(r, "/things/{id}", "get", answer, Public)
	Post(r, "/things/{id}", "post", answer, Public)
	Put(r, "/things/{id}", "put", answer, Public)
	Delete(r, "/things/{id}", "delete", answer, Public)
	raw := func(w http.ResponseWriter, req *http.Request) error {
		switch req.PathValue("id") {
		case "closed":
			return errClosed
		case "empty":
			return nil
		}
		Attach(w, "text/csv", "a.csv")
		_, err := w.Write([]byte("a secret"))
		return err
	}
	Raw(r, http.MethodGet, "/files/{id}", "raw", raw, Public)
	Raw(r, http.MethodGet, "/locked/{id}", "locked", raw, Guard{Name: "nobody", Check: func(context.Context) error { return fault.New(fault.Unauthorized, "No.") }})
	call := func(method, path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, Prefix+path, http.NoBody))
		return w
	}
	for _, c := range []struct {
		method, path, want string
		status             int
	}{
		{"GET", "/things/a?why=x", "GET get a x", 200}, {"POST", "/things/a", "POST post a ", 200}, {"PUT", "/things/a", "PUT put a ", 200},
		{"DELETE", "/things/a", "DELETE delete a ", 200}, {"GET", "/files/a?why=y", "GET raw a y", 200}, {"GET", "/files/empty", "GET raw empty ", 200},
		{"GET", "/things/closed", "", 409}, {"GET", "/files/closed", "", 409}, {"GET", "/locked/a", "", 401}, {"GET", "/nowhere", "", 404},
	} {
		heard, refusal = nil, nil
		if w := call(c.method, c.path); w.Code != c.status {
			t.Errorf("%s %s: %d %s", c.method, c.path, w.Code, w.Body)
		}
		if want := []string{c.want}; c.want == "" && heard != nil || c.want != "" && !slices.Equal(heard, want) {
			t.Errorf("%s %s: the witness heard %q", c.method, c.path, heard)
		}
		if c.want == "" {
			continue
		}
		refusal = errors.New("the log cannot be written")
		w := call(c.method, c.path)
		if w.Code != 500 || w.Header().Get("Content-Disposition") != "" || strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s %s without a witness: %d %s", c.method, c.path, w.Code, w.Body)
		}
	}
}
